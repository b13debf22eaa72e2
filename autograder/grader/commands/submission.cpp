#include "grader/commands/commands.hpp"
#include "grader/commands/run.hpp"
#include "grader/launch/temporary_folder.hpp"
#include "grader/submissions/lay_out.hpp"
#include "grader/verdict/is_graded.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

void grade_submission(Session &session, const fs::path &entry, RunOptions options) {
  const TemporaryFolder folder("brigade-submission");
  session.work_root = folder.path() / "work";
  const Submission submission = read_submission(entry);
  const LaidOut laid = lay_out(submission, session.course().select(options.word), session.course(),
                               session.work_root);
  options.notes = submission.notes;
  options.notes.insert(options.notes.end(), laid.notes.begin(), laid.notes.end());
  options.missing = laid.missing;
  if (!laid.missing.empty())
    options.notes.push_back(fmt::format("not handed in: {}", fmt::join(laid.missing, ", ")));
  std::FILE *const notes = options.reports_to_standard_output() ? stderr : stdout;
  for (const std::string &note : options.notes)
    fmt::print(notes, "{}\n", note);
  for (const ExerciseResult &result : run(session, options).exercises) {
    if (result.kind == VerdictKind::grader_fault)
      throw Error(fmt::format("the grader itself failed at {}, so this is no grade; the reason is "
                              "above, `./kitchen doctor` looks at the machine",
                              result.id));
    if (!is_graded(result))
      throw Error(fmt::format("{} was skipped, so this is no grade; build the layer that is named "
                              "above, or grade others with --exercises",
                              result.id));
  }
}

} // namespace

void add_submission(CLI::App &app, Session &session) {
  auto options = std::make_shared<RunOptions>();
  auto entry = std::make_shared<fs::path>();
  options->sandbox = true;
  CLI::App *command = app.add_subcommand("submission", "Grade what one student handed in");
  command->add_option("SUBMISSION", *entry, "A folder, .zip or .tar.gz")->required();
  command->add_option("--exercises", options->word, "Exercises and chapters: 02.1,03; without: all")
      ->type_name("WHAT");
  add_report_options(*command, *options);
  command->callback([&session, options, entry] { grade_submission(session, *entry, *options); });
}

} // namespace brigade::grader
