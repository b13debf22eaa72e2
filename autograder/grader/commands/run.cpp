#include "grader/commands/run.hpp"

#include "grader/commands/commands.hpp"
#include "grader/commands/debug.hpp"
#include "grader/commands/seed.hpp"
#include "grader/hidden/apply_hidden.hpp"
#include "grader/report/course_version.hpp"
#include "grader/report/report.hpp"
#include "grader/sandbox/sandbox.hpp"
#include "grader/submissions/not_handed_in.hpp"
#include "grader/verdict/is_graded.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/core/progress_line.hpp"
#include "brigade/core/terminal.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>

namespace brigade::grader {
namespace {

constexpr std::string_view kStandardOutput = "-";

/// Where reports go.
std::array<const std::string *, 4> files_of(const RunOptions &options) {
  return {&options.json, &options.gradescope, &options.junit, &options.exercism};
}

std::string points_text(double points, double of) { return fmt::format("{:g}/{:g}", points, of); }

/// "01.1  opening-night.roll-call    pass   10/10", with the sentence of a failure below it.
std::string line_of(const ExerciseResult &result, std::size_t width) {
  std::string line = fmt::format("{:<6}{:<{}}  {:<20}{:>9}\n", result.number, result.id, width,
                                 to_string(result.kind), points_text(result.points, result.of));
  if (result.kind != VerdictKind::pass && result.kind != VerdictKind::not_started) {
    const std::string sentence = result.compile_failure    ? result.compile_failure->sentence
                                 : result.findings.empty() ? std::string()
                                                           : result.findings.front().sentence;
    if (!sentence.empty())
      line += fmt::format("      {}\n", sentence);
  }
  return line;
}

/// Points by chapter, then of all.
std::string table_of(const Report &report) {
  struct Row {
    std::string chapter;
    int passed = 0, exercises = 0;
    double points = 0, of = 0;
  };
  std::vector<Row> rows;
  Row all{"all", 0, 0, report.points(), report.of()};
  for (const ExerciseResult &result : report.exercises) {
    if (rows.empty() || rows.back().chapter != result.chapter)
      rows.push_back({result.chapter, 0, 0, 0, 0});
    Row &row = rows.back();
    for (Row *each : {&row, &all}) {
      ++each->exercises;
      each->passed += result.kind == VerdictKind::pass ? 1 : 0;
    }
    row.points += result.points;
    row.of += result.bonus ? 0 : result.of;
  }
  if (rows.size() > 1)
    rows.push_back(all);
  std::size_t width = 0;
  for (const Row &row : rows)
    width = std::max(width, row.chapter.size());
  std::string table = "\n";
  for (const Row &row : rows)
    table += fmt::format("{:<{}}  {} of {} passed  {:>9} points\n", row.chapter, width, row.passed,
                         row.exercises, points_text(row.points, row.of));
  return table;
}

class Runner {
public:
  Runner(Session &session, const RunOptions &options)
      : session_(session), options_(options), quiet_(options.reports_to_standard_output()),
        terminal_(standard_output()), line_(quiet_ ? Terminal{} : terminal_) {
    for (const std::string *file : files_of(options))
      if (!file->empty() && *file != kStandardOutput)
        check_writable(*file);
    if (!options.hidden.empty()) {
      hidden_ = load_hidden_checks(options.hidden);
      report_.hidden_tests = !hidden_.empty();
    }
    sandbox_ = options.sandbox ? strongest_sandbox() : SandboxOffer{};
    report_.sandbox = sandbox_in_words(sandbox_.level);
  }

  Report run() {
    const std::vector<const Exercise *> exercises = chosen();
    report_.course_version = course_version(session_.course().root);
    report_.when = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    if (exercises.empty()) {
      say("Nothing is to be run again: what was graded has passed.\n");
      write_reports();
    }
    const bool single = exercises.size() == 1;
    std::size_t width = 0;
    for (const Exercise *exercise : exercises)
      width = std::max(width, exercise->id.size());
    for (const Exercise *exercise : exercises) {
      const ExerciseResult &result = grade_one(*exercise);
      if (!options_.is_partial())
        note_progress(session_, result);
      say(single ? terminal_verdict(result, terminal_, options_.detail) : line_of(result, width));
      const std::string page = write_page(*exercise, result);
      if (single && !page.empty())
        say(fmt::format("\n  page    {}\n", page));
      write_reports();
    }
    print_report();
    if (exercises.size() > 1)
      say(fmt::format("{}\nsandbox: {}\n", table_of(report_), report_.sandbox));
    return report_;
  }

private:
  std::vector<const Exercise *> chosen() {
    std::vector<const Exercise *> exercises = session_.course().select(options_.word);
    if (options_.only_failed) {
      const Progress progress = load_progress(session_.progress_file());
      std::erase_if(exercises, [&progress](const Exercise *exercise) {
        const auto entry = progress.entries.find(exercise->id);
        return entry == progress.entries.end() || entry->second.passed;
      });
    }
    return exercises;
  }

  const ExerciseResult &grade_one(const Exercise &exercise) {
    GradeOptions options = options_.grade;
    options.sandbox = sandbox_.level;
    options.progress = [&](std::string_view what) {
      line_.show(fmt::format("{} {}: {}", exercise.number, exercise.title, what));
    };
    const auto folder = session_.need_work_copy(exercise);
    ExerciseResult result =
        grade(exercise, folder, session_.scratch_of(exercise, options.preset), options);
    apply_hidden(hidden_, exercise, folder, session_.scratch_of(exercise, options.preset), options,
                 result);
    tell_what_was_not_handed_in(exercise, options_.missing, result);
    report_.sandbox = result.sandbox;
    line_.clear();
    return report_.exercises.emplace_back(std::move(result));
  }

  /// The page of a failure, beside the program; its path, or nothing where nothing was run.
  std::string write_page(const Exercise &exercise, const ExerciseResult &result) {
    if (result.kind == VerdictKind::pass || result.kind == VerdictKind::not_started ||
        result.kind == VerdictKind::skipped)
      return "";
    const auto file = session_.scratch_of(exercise, options_.grade.preset) / "failure.html";
    std::filesystem::create_directories(file.parent_path());
    write_file(file.string(), failure_page(result, options_.detail));
    const auto near = file.lexically_proximate(std::filesystem::current_path());
    return (*near.begin() == ".." ? file : near).string();
  }

  /// Each report that was asked for, with where it goes.
  template <class Write> void each_report(Write write) const {
    if (!options_.json.empty())
      write(options_.json, own_json(report_, options_.detail).dump(2));
    if (!options_.gradescope.empty())
      write(options_.gradescope, gradescope_json(report_, options_.detail, options_.notes).dump(2));
    if (!options_.junit.empty())
      write(options_.junit, junit_xml(report_));
    if (!options_.exercism.empty() && !report_.exercises.empty())
      write(options_.exercism, exercism_json(report_.exercises.back(), trial_of_last()).dump(2));
  }

  /// An interrupted run leaves what there is of it.
  void write_reports() const {
    each_report([](const std::string &file, const std::string &text) {
      if (file != kStandardOutput)
        write_file(file, text + "\n");
    });
  }

  /// The one that goes to standard output, once it is whole.
  void print_report() const {
    each_report([](const std::string &file, const std::string &text) {
      if (file == kStandardOutput)
        fmt::print("{}\n", text);
    });
  }

  std::filesystem::path trial_of_last() const {
    return session_.course().find(report_.exercises.back().id).folder / "trial.cpp";
  }

  void say(const std::string &text) {
    if (quiet_)
      return;
    fmt::print("{}", text);
    std::fflush(stdout);
  }

  Session &session_;
  const RunOptions &options_;
  const bool quiet_; ///< standard output is for a report
  const Terminal terminal_;
  ProgressLine line_;
  std::vector<HiddenCheck> hidden_;
  SandboxOffer sandbox_;
  Report report_;
};

} // namespace

bool RunOptions::reports_to_standard_output() const {
  const auto count = std::ranges::count_if(
      files_of(*this), [](const std::string *file) { return *file == kStandardOutput; });
  if (count > 1)
    throw InputError("only one report can go to standard output: give files for the others");
  return count == 1;
}

Report run(Session &session, const RunOptions &options) { return Runner(session, options).run(); }

void note_progress(Session &session, const ExerciseResult &result) {
  if (!is_graded(result) || result.kind == VerdictKind::not_started)
    return;
  // Read again each time: another grader may have written meanwhile.
  Progress progress = load_progress(session.progress_file());
  ProgressEntry &entry = progress.entries[result.id];
  entry.points = std::max(entry.points, result.points);
  entry.of = result.of;
  entry.passed = entry.passed || result.kind == VerdictKind::pass;
  save_progress(session.progress_file(), progress);
}

void add_report_options(CLI::App &command, RunOptions &options) {
  command.add_option("--json", options.json, "Write the report to FILE (- is standard output)")
      ->type_name("FILE");
  command
      .add_option("--gradescope", options.gradescope, "Write results.json as Gradescope reads it")
      ->type_name("FILE");
  command.add_option("--junit", options.junit, "Write JUnit XML")->type_name("FILE");
  command
      .add_option("--exercism", options.exercism,
                  "Write results.json as Exercism reads it, of one exercise")
      ->type_name("FILE");
  command
      .add_option("--hidden", options.hidden,
                  "Checks that students do not see (autograder/hidden.example.toml)")
      ->type_name("FILE");
  command
      .add_option("--detail", options.detail,
                  "How much of a failure is told: full, actual_only, none")
      ->type_name("LEVEL")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Detail>{
          {"full", Detail::full}, {"actual_only", Detail::actual_only}, {"none", Detail::none}}));
}

void add_run(CLI::App &app, Session &session) {
  auto options = std::make_shared<RunOptions>();
  CLI::App *command = app.add_subcommand("run", "Grade your work: `grade ID` is `grade run ID`");
  command->add_option(
      "WHAT", options->word,
      "An exercise (id, number or name), a chapter (02, mesh), or several: 02.1,03; "
      "without: all");
  command
      ->add_option("--ranks", options->grade.ranks,
                   "At these numbers of ranks (or mesh sizes) only: --ranks 2,3")
      ->delimiter(',')
      ->check(CLI::Range(1, 4096));
  command->add_option("--tests", options->grade.tests, "These TESTs only, by name")
      ->type_name("NAME")
      ->delimiter(',');
  command->add_option("--seed", options->grade.seed, "Other random inputs")->check(wrong_with_seed);
  command->add_option("--runs", options->grade.runs, "Run everything so often")
      ->check(CLI::Range(1, 100000));
  auto *chaos = command
                    ->add_option("--chaos", options->grade.chaos_seed,
                                 "Random delays at MPI calls; with a number, those of that run")
                    ->expected(0, 1)
                    ->check(wrong_with_seed);
  command->add_flag("--asan", options->asan,
                    "With AddressSanitizer and UndefinedBehaviorSanitizer");
  auto *debug = command->add_flag("--debug", options->debug,
                                  "Stop one rank in gdb, at your function, in place of a verdict");
  command->add_option("--rank", options->rank, "The rank that --debug stops (0, unless told)")
      ->needs(debug)
      ->check(CLI::Range(0, 4095));
  command->add_flag("--rerun-failed", options->only_failed, "Only what has failed so far");
  command->add_flag("--sandbox,!--no-sandbox", options->sandbox, "Hold the program in a sandbox")
      ->excludes(debug);
  add_report_options(*command, *options);
  command->callback([&session, options, chaos] {
    options->grade.chaos = chaos->count() > 0;
    options->grade.preset = options->asan ? Preset::asan : Preset::release;
    if (options->debug) {
      session.status = debug_exercise(session, *options);
      return;
    }
    const Report report = run(session, *options);
    const bool all_passed =
        std::all_of(report.exercises.begin(), report.exercises.end(),
                    [](const ExerciseResult &result) { return result.kind == VerdictKind::pass; });
    session.status = all_passed ? 0 : 1;
  });
}

} // namespace brigade::grader
