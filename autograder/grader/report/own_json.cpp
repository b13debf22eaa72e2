#include "grader/report/compile_place.hpp"
#include "grader/report/detail.hpp"
#include "grader/report/report.hpp"
#include "grader/report/text_lines.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace brigade::grader {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostOutput = 16 * 1024;

std::string text(std::string_view content) { return shortened(well_formed(content), kMostOutput); }

/// JSON has no infinities.
double finite(double number) { return std::isfinite(number) ? number : 0; }

template <class Items, class Make> Json list(const Items &items, Make make) {
  Json array = Json::array();
  for (const auto &item : items)
    array.push_back(make(item));
  return array;
}

Json json_of(const SourceLine &line) {
  return {{"file", text(line.file)}, {"line", line.line}, {"function", text(line.function)}};
}

std::string_view name_of(PictureBlock::State state) {
  switch (state) {
  case PictureBlock::State::right:
    return "right";
  case PictureBlock::State::wrong:
    return "wrong";
  case PictureBlock::State::missing:
    return "missing";
  case PictureBlock::State::extra:
    return "extra";
  }
  return "?";
}

std::string_view name_of(RankState::Kind kind) {
  switch (kind) {
  case RankState::Kind::in_call:
    return "in call";
  case RankState::Kind::polling:
    return "polling";
  case RankState::Kind::computing:
    return "computing";
  case RankState::Kind::asleep:
    return "asleep";
  case RankState::Kind::stopped:
    return "stopped";
  case RankState::Kind::gone:
    return "gone";
  }
  return "?";
}

Json texts(const std::vector<std::string> &all) {
  return list(all, [](const std::string &one) { return text(one); });
}

Json json_of(const ShardPicture &picture) {
  return {{"array", text(picture.array)},
          {"global_shape", picture.global_shape},
          {"mesh", list(picture.mesh,
                        [](const records::MeshAxis &axis) {
                          return Json{{"name", text(axis.name)}, {"size", axis.size}};
                        })},
          {"blocks", list(picture.blocks, [](const PictureBlock &block) {
             return Json{{"rank", block.rank},
                         {"coordinates", block.coordinates},
                         {"start", block.start},
                         {"shape", block.shape},
                         {"state", name_of(block.state)},
                         {"expected", texts(block.expected)},
                         {"got", texts(block.got)}};
           })}};
}

Json json_of(const RankState &rank) {
  Json json{{"rank", rank.rank},
            {"state", name_of(rank.kind)},
            {"call", text(rank.call)},
            {"communicator", text(rank.communicator)},
            {"waits_for", text(rank.waits_for)},
            {"waits_for_ranks", rank.waits_for_ranks},
            {"lines", list(rank.lines, [](const SourceLine &line) { return json_of(line); })},
            {"calls_completed", rank.calls_completed}};
  if (rank.is_outside)
    json["outside_trial"] = true;
  return json;
}

Json json_of(const HangReport &hang) {
  return {{"sentence", text(hang.sentence)},
          {"cause", text(hang.cause)},
          {"ranks", list(hang.ranks, [](const RankState &rank) { return json_of(rank); })},
          {"cycle", hang.cycle}};
}

Json json_of(const Finding &finding) {
  Json json{{"kind", to_string(finding.kind)},
            {"test", text(finding.test)},
            {"size", finding.size},
            {"sentence", text(finding.sentence)},
            {"where", text(finding.where)},
            {"cause", text(finding.cause)},
            {"pattern", text(finding.pattern)},
            {"details", text(finding.details)},
            {"actual", text(finding.actual)},
            {"stack", list(finding.stack, [](const SourceLine &line) { return json_of(line); })}};
  if (finding.picture)
    json["picture"] = json_of(*finding.picture);
  if (finding.hang)
    json["hang"] = json_of(*finding.hang);
  return json;
}

Json json_of(const TestResult &test) {
  return {{"test", text(test.test)},
          {"points", finite(test.points)},
          {"of", finite(test.of)},
          {"mandatory", test.mandatory},
          {"runs", list(test.runs, [](const TestRun &run) {
             return Json{{"size", run.size},
                         {"kind", to_string(run.kind)},
                         {"bytes_sent", run.bytes_sent},
                         {"divides", run.divides}};
           })}};
}

Json json_of(const std::vector<TimelineEntry> &timeline) {
  return list(timeline, [](const TimelineEntry &entry) {
    return Json{{"rank", entry.rank},
                {"kind", text(entry.kind)},
                {"start", finite(entry.start)},
                {"end", finite(entry.end)}};
  });
}

Json json_of(const ExerciseResult &result) {
  Json json{
      {"id", text(result.id)},
      {"number", text(result.number)},
      {"title", text(result.title)},
      {"chapter", text(result.chapter)},
      {"kind", to_string(result.kind)},
      {"points", finite(result.points)},
      {"of", finite(result.of)},
      {"bonus", result.bonus},
      {"tests", list(result.tests, [](const TestResult &test) { return json_of(test); })},
      {"findings", list(result.findings, [](const Finding &finding) { return json_of(finding); })},
      {"notes", texts(result.notes)},
      {"output", text(result.output)},
      {"timeline", json_of(result.timeline)},
      {"reference_timeline", json_of(result.reference_timeline)},
      {"rerun", text(result.rerun)},
      {"seed", result.seed},
      {"sandbox", text(result.sandbox)},
      {"bytes_sent", result.bytes_sent},
      {"seconds", finite(result.seconds)}};
  if (!result.debugger.empty())
    json["debugger"] = text(result.debugger);
  if (const std::optional<CompileFailure> &failure = result.compile_failure)
    json["compile_failure"] = {{"sentence", text(failure->sentence)},
                               {"file", text(file_of(*failure))},
                               {"line", failure->line},
                               {"source_line", text(failure->source_line)},
                               {"cause", text(failure->cause)},
                               {"full", text(failure->full)},
                               {"is_forbidden_call", failure->is_forbidden_call}};
  return json;
}

} // namespace

nlohmann::json own_json(const Report &report, Detail detail) {
  return Json{{"version", report.version},
              {"course_version", text(report.course_version)},
              {"when", text(report.when)},
              {"sandbox", text(report.sandbox)},
              {"hidden_tests", report.hidden_tests},
              {"detail", to_string(detail)},
              {"points", finite(report.points())},
              {"of", finite(report.of())},
              {"exercises", list(report.exercises, [&](const ExerciseResult &result) {
                 return json_of(told(result, detail));
               })}};
}

} // namespace brigade::grader
