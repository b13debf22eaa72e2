#include "grader/course_check/structure.hpp"

#include "brigade/core/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

std::ptrdiff_t count(const std::string &text, const std::string &pattern) {
  const std::regex regex(pattern);
  return std::distance(std::sregex_iterator(text.begin(), text.end(), regex), {});
}

class Look {
public:
  explicit Look(const Exercise &exercise) : exercise_(exercise) {}

  std::vector<std::string> problems() {
    expect(exercise_.hints.size() >= 3, "has fewer than three hints");
    expect(exercise_.minutes > 0, "says no minutes");
    for (const std::string &name : exercise_.files)
      expect(fs::exists(exercise_.folder / name), "lacks its file " + name);
    if (exercise_.kind == ExerciseKind::answers) {
      expect(fs::exists(exercise_.folder / "questions.toml"), "lacks questions.toml");
      return problems_;
    }
    look_at_contract();
    look_at_stub();
    look_at_tests();
    look_at_sizes();
    return problems_;
  }

private:
  void expect(bool holds, const std::string &problem) {
    if (!holds)
      problems_.push_back(fmt::format("{} {}", exercise_.id, problem));
  }

  void look_at_contract() {
    const std::string contract = read_file_if_any(exercise_.folder / "exercise.hpp").value_or("");
    expect(count(contract, "///?") >= 5, "has no contract in exercise.hpp");
    expect(count(contract, "[Ee]xample|/// {3}\\S") > 0, "has no worked example in exercise.hpp");
  }

  void look_at_stub() {
    std::string stub;
    for (const std::string &name : exercise_.files)
      stub += read_file_if_any(exercise_.folder / name).value_or("");
    const bool starts_wrong = exercise_.kind == ExerciseKind::repair;
    const auto todos = count(stub, R"(TODO\()");
    expect(todos == (starts_wrong ? 0 : 1), fmt::format("has {} TODOs in its stub", todos));
    if (starts_wrong) {
      expect(!exercise_.starts_as.empty(), "does not say how it fails at first (starts_as)");
      return;
    }
    const std::string thrown = fmt::format("NotImplemented(\"{}\")", exercise_.number);
    expect(stub.find(fmt::format("TODO({})", exercise_.number)) != std::string::npos,
           "has another number in its TODO");
    expect(stub.find(thrown) != std::string::npos, "does not throw " + thrown);
  }

  void look_at_tests() {
    const std::string trial = read_file_if_any(exercise_.folder / "trial.cpp").value_or("");
    const std::regex test(R"(\bTEST\(\s*\w+,\s*(\w+)\))");
    std::set<std::string> in_trial, in_points;
    for (auto found = std::sregex_iterator(trial.begin(), trial.end(), test);
         found != std::sregex_iterator(); ++found)
      in_trial.insert((*found)[1]);
    for (const TestPoints &points : exercise_.points)
      in_points.insert(points.test);
    for (const std::string &name : in_trial)
      expect(in_points.contains(name), "gives no points for its TEST " + name);
    for (const std::string &name : in_points)
      expect(in_trial.contains(name), "gives points for a TEST that it has not, " + name);
  }

  void look_at_sizes() {
    const std::vector<int> &sizes = exercise_.runs_on_ranks() ? exercise_.ranks : exercise_.sizes;
    const auto is_odd = [](int size) { return size > 1 && (size & (size - 1)) != 0; };
    expect(std::ranges::any_of(sizes, is_odd), "is tried only at powers of two");
    expect(std::ranges::any_of(sizes, [](int size) { return size > 1; }), "is tried at one only");
  }

  const Exercise &exercise_;
  std::vector<std::string> problems_;
};

} // namespace

std::vector<std::string> structure_problems(const Course &course) {
  std::vector<std::string> problems;
  std::map<std::string, double> points_of_chapter;
  for (const Exercise &exercise : course.exercises) {
    for (std::string &problem : Look(exercise).problems())
      problems.push_back(std::move(problem));
    if (!exercise.bonus)
      points_of_chapter[exercise.chapter] += exercise.max_points();
  }
  for (const auto &[chapter, points] : points_of_chapter)
    if (std::abs(points - 100) > 1e-9)
      problems.push_back(fmt::format("{} has {:g} points, not 100", chapter, points));
  return problems;
}

} // namespace brigade::grader
