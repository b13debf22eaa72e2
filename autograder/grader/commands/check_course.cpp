#include "grader/batch/workers.hpp"
#include "grader/commands/commands.hpp"
#include "grader/course_check/item.hpp"
#include "grader/course_check/structure.hpp"
#include "grader/launch/temporary_folder.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/core/progress_line.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <thread>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

struct CheckOptions {
  std::string word, json;
  fs::path scratch; ///< of an item
  int jobs = 0;     ///< 0: usual_jobs()
  std::size_t item = 0;
};

/// One more than there are cores: each waits a while for the end of a program or of its second
/// pass.
int usual_jobs() { return static_cast<int>(std::thread::hardware_concurrency()) + 1; }

/// Where the grader works, of all exercises.
fs::path scratch_parent(Session &session) {
  return session.scratch_of(session.course().exercises.front(), Preset::release)
      .parent_path()
      .parent_path();
}

/// `grade check-item N [WORD]`: one item in a process of its own, so that several run side by side.
void check_item(Session &session, const CheckOptions &options) {
  const std::vector<Item> items = items_of(session.course(), options.word);
  if (options.item >= items.size())
    throw InputError(fmt::format("there is no item {}", options.item));
  const ItemResult result = try_item(items[options.item], options.scratch);
  const nlohmann::json json = {{"is_right", result.is_right},
                               {"problem", result.problem},
                               {"seconds", result.seconds},
                               {"is_left_out", result.is_left_out}};
  fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

ItemResult read_result(const WorkerEnd &end) {
  ItemResult result;
  const std::size_t line = end.output.rfind("{\"is_left_out\"");
  const auto json = line == std::string::npos
                        ? nlohmann::json()
                        : nlohmann::json::parse(end.output.substr(line), nullptr, false);
  if (end.exit_status != 0 || !json.is_object()) {
    result.problem =
        fmt::format("the grader ended with status {}: {}", end.exit_status, end.output);
    return result;
  }
  result.is_right = json.at("is_right");
  result.problem = json.at("problem");
  result.seconds = json.at("seconds");
  result.is_left_out = json.at("is_left_out");
  return result;
}

struct Count {
  int of = 0, right = 0, left_out = 0;
  std::string text() const {
    return fmt::format("{} of {}{}", right, of,
                       left_out ? fmt::format(" ({} left out)", left_out) : "");
  }
};

/// Tries all items and counts what the grader said.
class CourseCheck {
public:
  CourseCheck(Session &session, const CheckOptions &options)
      : session_(session), options_(options), items_(items_of(session.course(), options.word)),
        scratch_("brigade-check-course", scratch_parent(session)), line_(standard_output()) {}

  void run() {
    problems_ = structure_problems(session_.course());
    for (const std::string &problem : problems_)
      fmt::print("{}\n", problem);
    // Solutions one at a time and last: how long a student waits is measured with them. A first
    // item alone makes what all share.
    std::vector<std::size_t> others, solutions;
    for (std::size_t i = 0; i < items_.size(); ++i)
      (items_[i].kind == ItemKind::solution ? solutions : others).push_back(i);
    run_side({others.begin(), others.begin() + 1}, 1);
    run_side({others.begin() + 1, others.end()}, options_.jobs > 0 ? options_.jobs : usual_jobs());
    run_side(solutions, 1);
  }

  bool all_right() const {
    return problems_.empty() && std::ranges::all_of(counts_, [](const auto &entry) {
             return entry.second.right + entry.second.left_out == entry.second.of;
           });
  }

  std::string summary() const {
    return fmt::format("exercises {}{}, stubs not started {}, solutions full {}\nmuseum {}, right "
                       "solutions {}\n{}",
                       counts_.at(ItemKind::stub).of,
                       problems_.empty() ? "" : fmt::format(" ({} problems)", problems_.size()),
                       counts_.at(ItemKind::stub).text(), counts_.at(ItemKind::solution).text(),
                       text(ItemKind::mistake), text(ItemKind::right),
                       slowest_id_.empty() ? "" // a handout has no solutions
                                           : fmt::format("slowest save-to-verdict {:.1f} s ({})\n",
                                                         slowest_, slowest_id_));
  }

  nlohmann::json json() const {
    const auto count = [this](ItemKind kind) {
      return counts_.contains(kind) ? counts_.at(kind) : Count{};
    };
    return {{"exercises", count(ItemKind::stub).of},
            {"stubs_not_started", count(ItemKind::stub).right},
            {"solutions_full", count(ItemKind::solution).right},
            {"museum",
             {{"n", count(ItemKind::mistake).of},
              {"caught", count(ItemKind::mistake).right},
              {"left_out", count(ItemKind::mistake).left_out}}},
            {"right", {{"n", count(ItemKind::right).of}, {"passed", count(ItemKind::right).right}}},
            {"slowest_seconds", slowest_},
            {"slowest_exercise", slowest_id_},
            {"problems", problems_}};
  }

private:
  std::string text(ItemKind kind) const {
    return counts_.contains(kind) ? counts_.at(kind).text() : "0 of 0";
  }

  void run_side(const std::vector<std::size_t> &indices, int jobs) {
    std::vector<std::vector<std::string>> commands;
    for (const std::size_t index : indices)
      commands.push_back({"/proc/self/exe", "--course", session_.root().string(), "check-item",
                          "--scratch", scratch_.path() / std::to_string(index),
                          std::to_string(index), options_.word});
    const int signal = run_side_by_side(commands, jobs, [&](const WorkerEnd &end) {
      if (!end.was_stopped)
        note(indices[end.index], read_result(end));
    });
    if (signal == 0)
      return;
    line_.clear();
    fmt::print(stderr,
               "brigade: interrupted after {} of {} gradings, of which nothing is kept but what "
               "stands above; the same command begins anew, and with the name of an exercise or "
               "chapter takes less\n",
               done_, items_.size());
    throw Interrupted(signal);
  }

  void note(std::size_t index, const ItemResult &result) {
    const Item &item = items_[index];
    Count &count = counts_[item.kind];
    ++count.of;
    count.right += result.is_right ? 1 : 0;
    count.left_out += result.is_left_out ? 1 : 0;
    if (!result.is_right && !result.is_left_out) {
      line_.clear();
      fmt::print("{}: {}\n", item.name(), result.problem);
    }
    if (item.kind == ItemKind::solution && result.seconds > slowest_) {
      slowest_ = result.seconds;
      slowest_id_ = item.exercise->id;
    }
    line_.show(fmt::format("{} of {}: {}", ++done_, items_.size(), item.name()));
  }

  Session &session_;
  const CheckOptions &options_;
  const std::vector<Item> items_;
  const TemporaryFolder scratch_;
  ProgressLine line_;
  std::vector<std::string> problems_;
  std::map<ItemKind, Count> counts_;
  double slowest_ = 0;
  std::string slowest_id_;
  int done_ = 0;
};

void check_course(Session &session, const CheckOptions &options) {
  CourseCheck check(session, options);
  check.run();
  const std::string json =
      check.json().dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (!options.json.empty() && options.json != "-")
    write_file(options.json, json);
  fmt::print("{}", options.json == "-" ? json : check.summary());
  session.status = check.all_right() ? 0 : 1;
}

} // namespace

void add_check_course(CLI::App &app, Session &session) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App *command = app.add_subcommand(
      "check-course",
      "Hold the course against itself: stubs, solutions, wrong solutions, other right ones");
  command->add_option("WHAT", options->word, "Exercises and chapters: 02.1,03; without: all");
  command->add_option("--json", options->json, "Write the counts to FILE (- is standard output)")
      ->type_name("FILE");
  command->add_option("--jobs", options->jobs, "So many gradings side by side")
      ->check(CLI::Range(1, 256));
  command->callback([&session, options] { check_course(session, *options); });

  CLI::App *item = app.add_subcommand("check-item")->group(""); // check-course's own
  item->add_option("--scratch", options->scratch)->required();
  item->add_option("INDEX", options->item)->required();
  item->add_option("WHAT", options->word);
  item->callback([&session, options] { check_item(session, *options); });
}

} // namespace brigade::grader
