#include "grader/commands/commands.hpp"
#include "grader/commands/keyboard.hpp"
#include "grader/commands/run.hpp"
#include "grader/commands/work_files.hpp"
#include "grader/report/first_hints.hpp"
#include "grader/report/solution_text.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kLook{300};

/// Ctrl-C between two gradings; within one the launch sees it.
std::atomic<bool> asked_to_end = false;
extern "C" void ask_to_end(int) { asked_to_end = true; }

/// Looks at the files of the first open exercise, grades them when they were saved, and goes on to
/// the next one at a pass.
class Watch {
public:
  explicit Watch(Session &session) : session_(session), terminal_(standard_output()) {}

  void run() {
    std::signal(SIGINT, ask_to_end);
    std::signal(SIGTERM, ask_to_end);
    if (!begin_next())
      return;
    while (!asked_to_end) {
      if (const auto key = keyboard_.wait(kLook); key && !act(*key))
        return;
      if (was_saved() && !grade_now())
        return;
    }
  }

private:
  /// Shows the first exercise that is not passed. @return false where all are; then the exercise
  /// stays the one that it was.
  bool begin_next() {
    const Exercise *next = session_.chosen("");
    if (!next) {
      say("Every exercise is passed. ./kitchen list shows them; ./kitchen reset ID begins one "
          "anew.\n");
      return false;
    }
    exercise_ = next;
    folder_ = session_.need_work_copy(*exercise_);
    seen_ = contents();
    show_task();
    return true;
  }

  std::string contents() const {
    std::string all;
    for (const std::string &name : exercise_->files)
      all += read_file_if_any(folder_ / name).value_or("") + '\0';
    return all;
  }

  /// Saved, and no editor is in the middle of it: what was read twice is the same, and not empty.
  bool was_saved() {
    const std::string now = contents();
    const bool changed =
        now != seen_ && now == read_before_ && now.size() > exercise_->files.size();
    read_before_ = now;
    if (changed)
      seen_ = now;
    return changed;
  }

  /// @return false where nothing is left to do.
  bool grade_now() {
    clear();
    say_begin();
    RunOptions options;
    options.word = exercise_->id;
    const Report report = grader::run(session_, options);
    if (report.exercises.front().kind != VerdictKind::pass) {
      show_keys();
      return true;
    }
    last_passed_ = exercise_;
    say(fmt::format("\n{} is passed.{}\n\n", exercise_->number,
                    Session::solution_of(*exercise_)
                        ? fmt::format(" The solution, to compare: key s, or ./kitchen solution {}",
                                      exercise_->id)
                        : ""));
    if (begin_next())
      return true;
    show_keys();
    return keyboard_.is_there(); // to look at the last solution
  }

  /// What is begun takes seconds. On a terminal the line at the bottom says it, step by step.
  void say_begin() const {
    if (terminal_.is_terminal)
      return;
    say(fmt::format("\n{} {}: {}\n", exercise_->number, exercise_->title,
                    exercise_->kind == ExerciseKind::answers ? "reading your answers"
                                                             : "compiling"));
  }

  /// @return false to quit.
  bool act(char key) {
    switch (key) {
    case 'q':
      say("\nYour work is kept. ./kitchen watch goes on here.\n");
      return false;
    case 'r':
      return grade_now();
    case 'h':
      hint();
      break;
    case 's':
      solution();
      break;
    case 'l':
      list();
      break;
    default:
      show_keys();
    }
    return true;
  }

  /// Those that were seen before, and one more, as ./kitchen hint does.
  void hint() {
    if (exercise_->hints.empty())
      return say("This exercise has no hints.\n");
    const std::size_t shown =
        see_one_more_hint(session_.work() / "hints.txt", exercise_->id, exercise_->hints.size());
    say("\n" + first_hints(*exercise_, shown, terminal_));
  }

  void solution() {
    if (!last_passed_)
      return say(
          "\nThe solution of an exercise is shown once you have passed it; h gives a hint.\n");
    const std::optional<fs::path> file = Session::solution_of(*last_passed_);
    if (!file)
      return say("\nThis copy of the course has no solutions.\n");
    say(fmt::format("\nThe solution of {}:\n\n{}\n", last_passed_->number,
                    solution_text(*last_passed_, *file, terminal_)));
  }

  void list() {
    const Progress progress = load_progress(session_.progress_file());
    say("\n");
    for (const Exercise &exercise : session_.course().exercises) {
      const auto entry = progress.entries.find(exercise.id);
      const bool passed = entry != progress.entries.end() && entry->second.passed;
      const char *mark = passed ? "passed" : &exercise == exercise_ ? "now" : "";
      say(fmt::format("  {:<6}{:<8}{}\n", exercise.number, mark, exercise.title));
    }
  }

  void show_task() {
    const auto shown = [this](const fs::path &file) {
      return fs::relative(file, session_.root()).string();
    };
    const Progress progress = load_progress(session_.progress_file());
    const auto &exercises = session_.course().exercises;
    const auto passed = std::ranges::count_if(exercises, [&](const Exercise &one) {
      const auto entry = progress.entries.find(one.id);
      return entry != progress.entries.end() && entry->second.passed;
    });
    say(fmt::format("{} of {} passed {}\n\n{} {} ({} points, about {} minutes)\n", passed,
                    exercises.size(), bar(static_cast<std::size_t>(passed), exercises.size()),
                    exercise_->number, exercise_->title, exercise_->max_points(),
                    exercise_->minutes));
    if (const fs::path chapter = session_.root() / "chapters" / exercise_->chapter / "README.md";
        fs::exists(chapter))
      say(fmt::format("  read   {}\n", shown(chapter)));
    if (fs::exists(exercise_->folder / "exercise.hpp"))
      say(fmt::format("  task   {}\n", shown(exercise_->folder / "exercise.hpp")));
    for (const std::string &name : exercise_->files)
      say(fmt::format("  edit   {}\n", shown(folder_ / name)));
    say("\nSave the file, and it is graded.\n");
    show_keys();
  }

  std::string bar(std::size_t done, std::size_t all) const {
    constexpr std::size_t kWidth = 20;
    const std::size_t full = all == 0 ? 0 : kWidth * done / all;
    std::string text = "[";
    for (std::size_t i = 0; i < kWidth; ++i)
      text += i < full ? "#" : ".";
    return text + "]";
  }

  void show_keys() {
    if (keyboard_.is_there())
      say("h hint   r run again   l list   s solution of what you passed   q quit\n");
  }

  void clear() {
    if (terminal_.is_terminal && terminal_.colours)
      say("\033[2J\033[H");
  }

  static void say(const std::string &text) {
    fmt::print("{}", text);
    std::fflush(stdout);
  }

  Session &session_;
  const Terminal terminal_;
  const Keyboard keyboard_;
  const Exercise *exercise_ = nullptr;
  const Exercise *last_passed_ = nullptr;
  fs::path folder_;
  std::string seen_, read_before_;
};

} // namespace

void add_watch(CLI::App &app, Session &session) {
  CLI::App *command = app.add_subcommand(
      "watch", "Leads through the exercises: grades what you save, goes on when it passes");
  command->callback([&session] { Watch(session).run(); });
}

} // namespace brigade::grader
