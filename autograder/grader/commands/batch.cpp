#include "grader/batch/batch.hpp"
#include "grader/commands/commands.hpp"
#include "grader/commands/seed.hpp"
#include "grader/hidden/hidden_checks.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/progress_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

/// "12 pass, 3 wrong, …" over all exercises of all students.
std::string verdicts_of(const std::vector<StudentResult> &results) {
  std::map<VerdictKind, int> counts;
  for (const StudentResult &result : results)
    for (const ExerciseResult &exercise : result.report.exercises)
      ++counts[exercise.kind];
  std::string text;
  for (const auto &[kind, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, to_string(kind));
  return text;
}

void batch(Session &session, BatchOptions options) {
  if (!options.hidden.empty())
    load_hidden_checks(options.hidden); // a wrong file is told before the work
  ProgressLine line(standard_output());
  options.progress = [&line](std::string_view what) { line.show(what); };
  const auto began = std::chrono::steady_clock::now();
  const BatchOutcome outcome = grade_batch(session.course(), options);
  line.clear();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  fmt::print("{} submissions: {} graded in {:.0f} s, {} kept from before\n{}\n",
             outcome.results.size(), outcome.graded, seconds, outcome.kept,
             verdicts_of(outcome.results));
  for (const StudentResult &result : outcome.results)
    for (const std::string &note : result.notes)
      fmt::print("  {}: {}\n", result.student, note);
  for (const Change &change : outcome.changes)
    fmt::print("  changed: {} {}: {} -> {}\n", change.student, change.exercise, change.before,
               change.after);
  for (const auto &[id, reason] : outcome.skipped)
    fmt::print("{} could not be graded by this build: {}\n", id, reason);
  if (outcome.unfinished > 0)
    fmt::print(
        "of {} submission{} not everything could be graded: the same command tries them again\n",
        outcome.unfinished, outcome.unfinished == 1 ? "" : "s");
  fmt::print("{}\n", (options.out / "index.html").string());
  if (outcome.interrupted_by)
    fmt::print(stderr,
               "brigade: interrupted with {} of {} submissions still to grade; what is graded is "
               "kept, and the same command goes on from there\n",
               outcome.due - outcome.graded, outcome.results.size());
  const bool was_all_graded = outcome.unfinished == 0 && outcome.skipped.empty();
  session.status = outcome.interrupted_by ? 128 + outcome.interrupted_by : was_all_graded ? 0 : 1;
}

} // namespace

void add_batch(CLI::App &app, Session &session) {
  auto options = std::make_shared<BatchOptions>();
  CLI::App *command = app.add_subcommand("batch", "Grade a folder of submissions");
  command
      ->add_option(
          "SUBMISSIONS", options->submissions,
          "A folder of folders, archives or files, as Canvas, Moodle or Gradescope export them")
      ->required();
  command->add_option("--out", options->out, "Where results go; run again to go on, or to regrade")
      ->type_name("DIR")
      ->required();
  command->add_option("--exercises", options->word, "Exercises and chapters: 02.1,03; without: all")
      ->type_name("WHAT");
  command->add_option("--jobs", options->jobs, "So many students at a time")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--hidden", options->hidden,
                   "Checks that students do not see (autograder/hidden.example.toml)")
      ->type_name("FILE");
  command->add_option("--seed", options->seed, "Of the random inputs")->check(wrong_with_seed);
  command->add_flag("!--no-sandbox", options->sandbox,
                    "Run submissions with your own rights: only your own code");
  command->footer("  ./kitchen grade batch submissions --exercises 02 --jobs 2 --out results");
  command->callback([&session, options] { batch(session, *options); });
}

} // namespace brigade::grader
