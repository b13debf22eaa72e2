#include "grader/report/report.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <concepts>
#include <utility>

namespace brigade::grader {
namespace {

/// A value of the report and where it stands, for what is said when it is not what it should be.
class Node {
public:
  Node(const nlohmann::json &json, std::string path) : json_(json), path_(std::move(path)) {}

  [[noreturn]] void fail(std::string_view expected) const {
    throw InputError(fmt::format("this is no report of version 1: {} is {}, expected {}", path_,
                                 json_.type_name(), expected));
  }
  bool has(const char *key) const { return json_.is_object() && json_.contains(key); }
  Node operator[](const char *key) const {
    if (!has(key))
      throw InputError(fmt::format("this is no report of version 1: {} has no \"{}\"", path_, key));
    return {json_.at(key), fmt::format("{}.{}", path_, key)};
  }
  std::string text() const {
    if (!json_.is_string())
      fail("a text");
    return json_.get<std::string>();
  }
  bool truth() const {
    if (!json_.is_boolean())
      fail("true or false");
    return json_.get<bool>();
  }
  double number() const {
    if (!json_.is_number())
      fail("a number");
    return json_.get<double>();
  }
  template <std::integral T> T whole() const {
    if (!json_.is_number_integer())
      fail("a whole number");
    if constexpr (std::unsigned_integral<T>) {
      if (!json_.is_number_unsigned())
        fail("a number from 0");
      return json_.get<T>();
    } else {
      const bool fits = json_.is_number_unsigned() ? std::in_range<T>(json_.get<std::uint64_t>())
                                                   : std::in_range<T>(json_.get<std::int64_t>());
      if (!fits)
        fail("a smaller number");
      return json_.get<T>();
    }
  }
  template <class Read> auto list(Read read) const {
    if (!json_.is_array())
      fail("a list");
    std::vector<decltype(read(*this))> items;
    for (std::size_t at = 0; at < json_.size(); ++at)
      items.push_back(read(Node(json_[at], fmt::format("{}[{}]", path_, at))));
    return items;
  }
  std::vector<std::string> texts() const {
    return list([](const Node &item) { return item.text(); });
  }
  template <std::integral T> std::vector<T> wholes() const {
    return list([](const Node &item) { return item.whole<T>(); });
  }
  template <class Value, std::size_t Count>
  Value one_of(const std::array<std::pair<std::string_view, Value>, Count> &names) const {
    const std::string name = text();
    for (const auto &[known, value] : names)
      if (known == name)
        return value;
    throw InputError(fmt::format("this is no report of version 1: {} is \"{}\"", path_, name));
  }

private:
  const nlohmann::json &json_;
  std::string path_;
};

VerdictKind read_kind(const Node &node) {
  constexpr auto kKinds = static_cast<std::size_t>(VerdictKind::grader_fault) + 1;
  std::array<std::pair<std::string_view, VerdictKind>, kKinds> names;
  for (std::size_t at = 0; at < names.size(); ++at) {
    const auto kind = static_cast<VerdictKind>(at);
    names[at] = {to_string(kind), kind};
  }
  return node.one_of(names);
}

SourceLine read_line(const Node &node) {
  return {node["file"].text(), node["line"].whole<int>(), node["function"].text()};
}

PictureBlock read_block(const Node &node) {
  using State = PictureBlock::State;
  constexpr std::array<std::pair<std::string_view, State>, 4> kStates{{{"right", State::right},
                                                                       {"wrong", State::wrong},
                                                                       {"missing", State::missing},
                                                                       {"extra", State::extra}}};
  return {node["rank"].whole<int>(),
          node["coordinates"].wholes<int>(),
          node["start"].wholes<std::int64_t>(),
          node["shape"].wholes<std::int64_t>(),
          node["state"].one_of(kStates),
          node["expected"].texts(),
          node["got"].texts()};
}

ShardPicture read_picture(const Node &node) {
  return {node["array"].text(), node["global_shape"].wholes<std::int64_t>(),
          node["mesh"].list([](const Node &axis) {
            return records::MeshAxis{axis["name"].text(), axis["size"].whole<int>()};
          }),
          node["blocks"].list(read_block)};
}

RankState read_rank(const Node &node) {
  using Kind = RankState::Kind;
  constexpr std::array<std::pair<std::string_view, Kind>, 6> kKinds{{{"in call", Kind::in_call},
                                                                     {"polling", Kind::polling},
                                                                     {"computing", Kind::computing},
                                                                     {"asleep", Kind::asleep},
                                                                     {"stopped", Kind::stopped},
                                                                     {"gone", Kind::gone}}};
  return {node["rank"].whole<int>(),     node["state"].one_of(kKinds),
          node["call"].text(),           node["communicator"].text(),
          node["waits_for"].text(),      node["waits_for_ranks"].wholes<int>(),
          node["lines"].list(read_line), node["calls_completed"].whole<std::int64_t>(),
          node.has("outside_trial")};
}

Finding read_finding(const Node &node) {
  Finding finding;
  finding.kind = read_kind(node["kind"]);
  finding.test = node["test"].text();
  finding.size = node["size"].whole<int>();
  finding.sentence = node["sentence"].text();
  finding.where = node["where"].text();
  finding.cause = node["cause"].text();
  finding.pattern = node["pattern"].text();
  finding.details = node["details"].text();
  finding.actual = node["actual"].text();
  finding.stack = node["stack"].list(read_line);
  if (node.has("picture"))
    finding.picture = read_picture(node["picture"]);
  if (node.has("hang")) {
    const Node hang = node["hang"];
    finding.hang = HangReport{hang["sentence"].text(), hang["cause"].text(),
                              hang["ranks"].list(read_rank), hang["cycle"].wholes<int>()};
  }
  return finding;
}

TestResult read_test(const Node &node) {
  TestResult test{node["test"].text(),
                  node["points"].number(),
                  node["of"].number(),
                  node["mandatory"].truth(),
                  {}};
  test.runs = node["runs"].list([&](const Node &run) {
    return TestRun{test.test, run["size"].whole<int>(), read_kind(run["kind"]),
                   run["bytes_sent"].whole<std::int64_t>(), run["divides"].truth()};
  });
  return test;
}

TimelineEntry read_entry(const Node &node) {
  return {node["rank"].whole<int>(), node["kind"].text(), node["start"].number(),
          node["end"].number()};
}

ExerciseResult read_exercise(const Node &node) {
  ExerciseResult result;
  result.id = node["id"].text();
  result.number = node["number"].text();
  result.title = node["title"].text();
  result.chapter = node["chapter"].text();
  result.kind = read_kind(node["kind"]);
  result.points = node["points"].number();
  result.of = node["of"].number();
  result.bonus = node["bonus"].truth();
  result.tests = node["tests"].list(read_test);
  result.findings = node["findings"].list(read_finding);
  if (node.has("compile_failure")) {
    const Node failure = node["compile_failure"];
    result.compile_failure = CompileFailure{
        failure["sentence"].text(),          failure["file"].text(),  failure["line"].whole<int>(),
        failure["source_line"].text(),       failure["cause"].text(), failure["full"].text(),
        failure["is_forbidden_call"].truth()};
  }
  result.notes = node["notes"].texts();
  result.output = node["output"].text();
  result.timeline = node["timeline"].list(read_entry);
  result.reference_timeline = node["reference_timeline"].list(read_entry);
  result.rerun = node["rerun"].text();
  if (node.has("debugger"))
    result.debugger = node["debugger"].text();
  result.seed = node["seed"].whole<std::uint64_t>();
  result.sandbox = node["sandbox"].text();
  result.bytes_sent = node["bytes_sent"].whole<std::int64_t>();
  result.seconds = node["seconds"].number();
  return result;
}

} // namespace

Report report_from(const nlohmann::json &json) {
  const Node node(json, "report");
  Report report;
  report.version = node["version"].whole<int>();
  if (report.version != 1)
    throw InputError(
        fmt::format("the report has version {}; this grader reads version 1", report.version));
  report.course_version = node["course_version"].text();
  report.when = node["when"].text();
  report.sandbox = node["sandbox"].text();
  report.hidden_tests = node["hidden_tests"].truth();
  report.exercises = node["exercises"].list(read_exercise);
  return report;
}

} // namespace brigade::grader
