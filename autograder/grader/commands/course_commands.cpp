#include "grader/commands/commands.hpp"
#include "grader/commands/work_files.hpp"
#include "grader/report/first_hints.hpp"
#include "grader/report/solution_text.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

const Exercise &need_open_exercise(Session &session, const std::string &word) {
  const Exercise *exercise = session.chosen(word);
  if (exercise == nullptr)
    throw InputError("every exercise is passed; name one: ./kitchen list");
  return *exercise;
}

void list(Session &session) {
  const Progress progress = load_progress(session.progress_file());
  std::size_t width = 0;
  for (const Exercise &exercise : session.course().exercises)
    width = std::max(width, exercise.id.size());
  std::string chapter;
  for (const Exercise &exercise : session.course().exercises) {
    if (chapter != exercise.chapter)
      fmt::print("{}{}\n", chapter.empty() ? "" : "\n", exercise.chapter);
    chapter = exercise.chapter;
    const auto entry = progress.entries.find(exercise.id);
    const bool tried = entry != progress.entries.end();
    fmt::print("  {:<6}{:<{}}  {:<8}{:>7}  {:>3} min  {}{}\n", exercise.number, exercise.id, width,
               !tried                 ? ""
               : entry->second.passed ? "passed"
                                      : "open",
               fmt::format("{:g}/{:g}", tried ? entry->second.points : 0, exercise.max_points()),
               exercise.minutes, exercise.title, exercise.bonus ? " (bonus)" : "");
  }
}

void next(Session &session) {
  const Exercise *exercise = session.chosen("");
  if (exercise == nullptr) {
    fmt::print("Every exercise is passed.\n");
    return;
  }
  const fs::path folder = session.need_work_copy(*exercise);
  fmt::print("{} {} ({}, about {} minutes)\n", exercise->number, exercise->title, exercise->id,
             exercise->minutes);
  for (const std::string &name : exercise->files)
    fmt::print("  edit   {}\n", fs::relative(folder / name, session.root()).string());
  fmt::print("  task   {}\n",
             fs::relative(exercise->folder / "exercise.hpp", session.root()).string());
  if (const fs::path chapter = session.root() / "chapters" / exercise->chapter / "README.md";
      fs::exists(chapter))
    fmt::print("  read   {}\n", fs::relative(chapter, session.root()).string());
  fmt::print("  then   ./kitchen grade {}\n", exercise->id);
}

/// The first hint, and at each further call one more.
void hint(Session &session, const std::string &word) {
  const Exercise &exercise = need_open_exercise(session, word);
  if (exercise.hints.empty()) {
    fmt::print("{} has no hints.\n", exercise.id);
    return;
  }
  const std::size_t shown =
      see_one_more_hint(session.work() / "hints.txt", exercise.id, exercise.hints.size());
  fmt::print("{}", first_hints(exercise, shown, standard_output()));
}

/// Also takes back what was reached, so that `watch` and `next` lead through it once more.
void reset(Session &session, const std::string &word) {
  const Exercise &exercise = session.course().find(word);
  const fs::path folder = session.work_of(exercise);
  for (const std::string &name : exercise.files)
    if (const auto kept = set_aside(folder / name))
      fmt::print("Kept your file as {}\n", fs::relative(*kept, session.root()).string());
  session.need_work_copy(exercise);
  Progress progress = load_progress(session.progress_file());
  if (progress.entries.erase(exercise.id) > 0)
    save_progress(session.progress_file(), progress);
  for (const std::string &name : exercise.files)
    fmt::print("{} is as it was given out.\n",
               fs::relative(folder / name, session.root()).string());
}

void solution(Session &session, const std::string &word) {
  const Exercise &exercise = session.course().find(word);
  const Progress progress = load_progress(session.progress_file());
  const auto entry = progress.entries.find(exercise.id);
  if (entry == progress.entries.end() || !entry->second.passed)
    throw InputError(fmt::format("the solution of {} is shown once you have passed it; "
                                 "./kitchen hint {} helps until then",
                                 exercise.id, exercise.id));
  const std::optional<fs::path> file = Session::solution_of(exercise);
  if (!file)
    throw InputError(
        fmt::format("this copy of the course has no solutions; ask your instructor for that of {}",
                    exercise.id));
  fmt::print("{}", solution_text(exercise, *file, standard_output()));
}

/// The option of a command that takes an exercise.
std::shared_ptr<std::string> add_word(CLI::App *command, bool required) {
  auto word = std::make_shared<std::string>();
  auto *option = command->add_option("EXERCISE", *word, "Id, number or name");
  if (required)
    option->required();
  return word;
}

} // namespace

void add_list(CLI::App &app, Session &session) {
  app.add_subcommand("list", "All exercises, and how far you are")->callback([&session] {
    list(session);
  });
}

void add_next(CLI::App &app, Session &session) {
  app.add_subcommand("next", "The next exercise: what to read, what to edit")->callback([&session] {
    next(session);
  });
}

void add_hint(CLI::App &app, Session &session) {
  CLI::App *command = app.add_subcommand("hint", "A hint; the next call gives one more");
  const auto word = add_word(command, false);
  command->callback([&session, word] { hint(session, *word); });
}

void add_reset(CLI::App &app, Session &session) {
  CLI::App *command = app.add_subcommand("reset", "Begin an exercise anew; your file is kept");
  const auto word = add_word(command, true);
  command->callback([&session, word] { reset(session, *word); });
}

void add_solution(CLI::App &app, Session &session) {
  CLI::App *command = app.add_subcommand("solution", "The solution, after a pass");
  const auto word = add_word(command, true);
  command->callback([&session, word] { solution(session, *word); });
}

} // namespace brigade::grader
