#include "grader/grade/write_up.hpp"

#include "grader/judge/judge.hpp"
#include "grader/launch/late_end.hpp"
#include "grader/sandbox/sandbox.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

/// Wherever it was run, and there is such a place.
bool threw_not_implemented_everywhere(const std::vector<TestRun> &runs) {
  const auto threw = [](const TestRun &run) { return run.kind == VerdictKind::not_started; };
  return std::ranges::any_of(runs, threw) && std::ranges::all_of(runs, [&](const TestRun &run) {
           return threw(run) || run.kind == VerdictKind::skipped;
         });
}

std::vector<TimelineEntry> timeline_of(const LaunchResult &launch, const std::string &test) {
  std::vector<TimelineEntry> entries;
  for (const records::RankRecords &rank : launch.ranks)
    for (const records::TestRecords &records : rank.tests)
      if (records.rank >= 0 && records.test.substr(records.test.find('.') + 1) == test)
        for (const records::CallRecord &call : records.calls)
          entries.push_back({records.rank, call.kind, call.start, call.end});
  return entries;
}

/// Of the TEST and size that the verdict speaks of first.
void write_timelines(const std::vector<Pair> &pairs, ExerciseResult &result) {
  for (const Finding &finding : result.findings)
    for (const Pair &pair : pairs)
      if (pair.size > 0 && pair.size == finding.size && pair.student != nullptr &&
          !pair.synchronous) {
        result.timeline = timeline_of(*pair.student, finding.test);
        result.reference_timeline = timeline_of(*pair.solution, finding.test);
        if (!result.timeline.empty())
          return;
      }
}

/// Of the first launch that failed; of the last one where all is well.
void write_output(const std::vector<Pair> &pairs, ExerciseResult &result) {
  for (const Pair &pair : pairs)
    if (pair.student != nullptr) {
      result.output = pair.student->output;
      if (pair.student->end != LaunchEnd::complete)
        return;
    }
}

/// Of a late end the ranks may be others at every size.
bool tells_the_same(const std::string &note, const std::string &other) {
  return note == other || (note.starts_with(kAfterLastTest) && other.starts_with(kAfterLastTest));
}

/// Each once: most come at every size.
void write_launch_notes(const std::vector<Pair> &pairs, ExerciseResult &result) {
  for (const Pair &pair : pairs)
    if (pair.student != nullptr)
      for (const std::string &note : pair.student->notes)
        if (std::ranges::none_of(result.notes, [&note](const std::string &other) {
              return tells_the_same(note, other);
            }))
          result.notes.push_back(note);
}

/// The crash that a finding tells of, where a signal ended the program; else null.
const CrashReport *signal_of(const std::vector<Pair> &pairs, const Finding &finding) {
  if (finding.kind == VerdictKind::crashed)
    for (const Pair &pair : pairs)
      if (pair.student != nullptr && (pair.size == 0 || pair.size == finding.size) &&
          pair.student->end == LaunchEnd::crashed && pair.student->crash &&
          pair.student->crash->signal != 0)
        return &*pair.student->crash;
  return nullptr;
}

/// What an assertion says is sure. (The sanitizers' reports have no signal.)
bool is_failed_assertion(const CrashReport &crash) {
  return crash.signal == SIGABRT && crash.sentence.find("Assertion '") != std::string::npos;
}

/// A caller takes for the result whatever lies in its place, so that the crash comes anywhere, and
/// the memory's own words say nothing of the cause.
void blame_missing_return(const Program &program, const std::vector<Pair> &pairs,
                          std::vector<Finding> &findings) {
  // As g++ and clang++ say it: "no return statement in function returning non-void", and others.
  const auto warning = std::ranges::find_if(
      program.warnings, [](const std::string &text) { return text.find("non-void") != text.npos; });
  if (warning == program.warnings.end())
    return;
  for (Finding &finding : findings)
    if (const CrashReport *const crash = signal_of(pairs, finding);
        crash != nullptr && !is_failed_assertion(*crash))
      finding.cause = fmt::format("A function ends without its return, so that its caller takes "
                                  "what happens to lie in memory for the result. {}.",
                                  *warning);
}

/// Damage of the memory is noticed where no line of the student's is on the stack.
void point_to_sanitizers(const Exercise &exercise, const Program &program,
                         const std::vector<Pair> &pairs, std::vector<Finding> &findings) {
  for (Finding &finding : findings)
    if (const CrashReport *const crash = signal_of(pairs, finding);
        crash != nullptr && finding.stack.empty() && !program.is_sanitized &&
        (crash->signal == SIGABRT || crash->signal == SIGSEGV))
      finding.cause += fmt::format(" ./kitchen grade {} --asan finds the place.", exercise.id);
}

std::string command_of(const Exercise &exercise, const GradeOptions &options) {
  std::string command = fmt::format("./kitchen grade {}", exercise.id);
  if (options.preset == Preset::asan)
    command += " --asan";
  return command;
}

/// Those to run again for the one that failed: what ran before it left its state, and counted calls
/// by which delays are drawn. Empty: all, or there is nothing to leave out.
std::vector<std::string> tests_up_to(const std::string &failed, const Exercise &exercise,
                                     const std::vector<std::string> &chosen) {
  const auto end = std::ranges::find(exercise.points, failed, &TestPoints::test);
  // A phase's end is not that of the run.
  if (end == exercise.points.end() || !exercise.phases.empty())
    return chosen;
  std::vector<std::string> tests;
  for (auto points = exercise.points.begin(); points <= end; ++points)
    if (chosen.empty() || std::ranges::find(chosen, points->test) != chosen.end())
      tests.push_back(points->test);
  return chosen.empty() && tests.size() == exercise.points.size() ? chosen : tests;
}

/// The command that runs again what the verdict speaks of first, with the same inputs and delays.
std::string rerun_of(const Exercise &exercise, const GradeOptions &options,
                     const ExerciseResult &result) {
  std::vector<std::string> tests = options.tests;
  std::vector<int> sizes = options.ranks;
  const auto failed = std::ranges::find_if(result.findings,
                                           [](const Finding &finding) { return finding.size > 0; });
  if (failed != result.findings.end()) {
    sizes = {failed->size};
    if (failed->other_size > 0 && failed->other_size != failed->size)
      sizes.insert(sizes.begin(), failed->other_size);
    tests = tests_up_to(failed->test, exercise, options.tests);
  }
  std::string command = command_of(exercise, options);
  if (!tests.empty())
    command += fmt::format(" --tests {}", fmt::join(tests, " ")); // a line may end between two
  if (!sizes.empty())
    command += fmt::format(" --ranks {}", fmt::join(sizes, ","));
  if (result.chaos_seed)
    command += fmt::format(" --chaos {}", *result.chaos_seed);
  else if (options.runs > 1)
    command += fmt::format(" --runs {}", options.runs);
  if (options.seed != GradeOptions{}.seed)
    command += fmt::format(" --seed {}", options.seed);
  return command;
}

/// Empty where nothing crashed, or nobody knows where.
std::string debugger_at(const Finding &finding, const Exercise &exercise,
                        const GradeOptions &options) {
  if (finding.kind != VerdictKind::crashed || finding.crashed_rank < 0 || finding.size <= 0)
    return "";
  std::string command =
      fmt::format("{} --debug --ranks {}", command_of(exercise, options), finding.size);
  if (exercise.runs_on_ranks())
    command += fmt::format(" --rank {}", finding.crashed_rank);
  return command;
}

} // namespace

ExerciseResult blank_result(const Exercise &exercise, const GradeOptions &options) {
  ExerciseResult result;
  result.id = exercise.id;
  result.number = exercise.number;
  result.title = exercise.title;
  result.chapter = exercise.chapter;
  result.bonus = exercise.bonus;
  result.of = exercise.max_points();
  result.seed = options.seed;
  result.sandbox = sandbox_in_words(options.sandbox);
  return result;
}

void write_not_started(const Exercise &exercise, const fs::path &folder, ExerciseResult &result) {
  result.kind = VerdictKind::not_started;
  Finding finding;
  finding.kind = VerdictKind::not_started;
  const std::string &file = exercise.files.front();
  finding.sentence =
      fs::exists(folder / file)
          ? fmt::format("{} is still as it was given out.", file)
          : fmt::format("work/{}/{}/{} is not there.", exercise.topic, exercise.name, file);
  result.findings.push_back(finding);
}

void write_skipped(const std::vector<std::string> &missing_layers, ExerciseResult &result) {
  result.kind = VerdictKind::skipped;
  Finding finding;
  finding.kind = VerdictKind::skipped;
  finding.sentence =
      fmt::format("It needs the layer{} {} of the library, which this build does not "
                  "have.",
                  missing_layers.size() == 1 ? "" : "s", fmt::join(missing_layers, ", "));
  finding.cause = "Nothing of yours is to blame, and no points are lost that you had.";
  result.findings.push_back(finding);
}

void write_compile_failure(const Exercise &exercise, const CompileFailure &failure,
                           ExerciseResult &result) {
  (void)exercise;
  result.kind = VerdictKind::does_not_compile;
  result.compile_failure = failure;
}

void write_fault(const std::string &reason, ExerciseResult &result) {
  result.kind = VerdictKind::grader_fault;
  Finding finding;
  finding.kind = VerdictKind::grader_fault;
  finding.sentence = reason.substr(0, reason.find('\n'));
  if (const auto rest = reason.find('\n'); rest != reason.npos)
    finding.details = reason.substr(rest + 1);
  finding.cause = "Nothing of yours is to blame. ./kitchen doctor looks at the machine.";
  result.findings.push_back(finding);
}

void write_judgement(const Exercise &exercise, const Program &program,
                     const std::vector<Pair> &pairs, Judgement judgement, ExerciseResult &result) {
  result.kind = threw_not_implemented_everywhere(judgement.runs)
                    ? VerdictKind::not_started
                    : overall(judgement.findings, judgement.runs);
  result.tests = award(exercise, judgement.runs);
  for (const TestRun &run : judgement.runs)
    result.bytes_sent += run.bytes_sent;
  result.findings = std::move(judgement.findings);
  point_to_sanitizers(exercise, program, pairs, result.findings);
  blame_missing_return(program, pairs, result.findings);
  write_timelines(pairs, result);
  write_output(pairs, result);
  write_launch_notes(pairs, result);
  if (result.kind != VerdictKind::pass)
    for (const std::string &warning : program.warnings)
      result.notes.push_back("The compiler warns: " + warning);
  if (!program.suspicious.empty())
    result.notes.push_back(
        fmt::format("The program reaches around the tracer or out of its process: {}.",
                    fmt::join(program.suspicious, ", ")));
  if (!program.was_looked_through)
    result.notes.push_back("The program was not looked through to its end for instructions that "
                           "call the operating system: it is very large, or the machine busy.");
}

void finish_result(const Exercise &exercise, const GradeOptions &options, ExerciseResult &result) {
  if (result.tests.empty())
    result.tests = award(exercise, {});
  result.points = 0;
  for (const TestResult &test : result.tests)
    result.points += test.points;
  result.seed = options.seed;
  result.sandbox = sandbox_in_words(options.sandbox);
  result.rerun = rerun_of(exercise, options, result);
  if (!result.findings.empty())
    result.debugger = debugger_at(result.findings.front(), exercise, options);
}

void Failures::add(const ExerciseResult &run) {
  ++runs_;
  failed_ += run.kind == VerdictKind::pass ? 0 : 1;
}

void Failures::write(ExerciseResult &result) const {
  result.notes.push_back(fmt::format("{} of {} runs failed.", failed_, runs_));
}

} // namespace brigade::grader
