#include "grader/grade/grade.hpp"

#include "grader/answers/answers.hpp"
#include "grader/grade/runs_at_size.hpp"
#include "grader/grade/solution_runs.hpp"
#include "grader/grade/stub.hpp"
#include "grader/grade/write_up.hpp"
#include "grader/judge/judge.hpp"
#include "grader/judge/launch_end.hpp"
#include "grader/launch/launch_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

/// The usual TEST fails at 2 or 3 ranks, if at all: one that divides and one that does not.
std::vector<int> in_order_of_use(std::vector<int> sizes) {
  std::stable_sort(sizes.begin(), sizes.end(), [](int a, int b) {
    const auto rank = [](int size) { return size == 2 || size == 3 ? size - 4 : size; };
    return rank(a) < rank(b);
  });
  return sizes;
}

std::string behind_dot(const std::string &test) { return test.substr(test.find('.') + 1); }

bool sends_by_standard_sends(const LaunchResult &launch) {
  for (const records::RankRecords &rank : launch.ranks)
    for (const records::TestRecords &test : rank.tests)
      for (const records::CallRecord &call : test.calls)
        if (call.kind == "MPI_Send" || call.kind == "MPI_Isend" || call.kind == "MPI_Start")
          return true;
  return false;
}

std::string note_of_synchronous_end(const LaunchResult &launch) {
  const std::size_t ranks = launch.ranks.size();
  if (launch.end == LaunchEnd::hung)
    return fmt::format("On {} ranks this works only while MPI buffers its messages: with sends "
                       "that wait for their receive, it does not end.",
                       ranks);
  return fmt::format("On {} ranks with sends that wait for their receive: {}", ranks,
                     finding_of_end(launch, static_cast<int>(ranks))->sentence);
}

/// One exercise with one student's program.
class Grading {
public:
  Grading(const Exercise &exercise, const fs::path &folder, const fs::path &scratch,
          const GradeOptions &options)
      : exercise_(exercise), folder_(folder), scratch_(scratch), options_(options),
        workshop_(options.root.empty() ? project_root() : options.root, options.preset) {
    workshop_.compile_in(options.sandbox);
    workshop_.tell_builds(options.progress);
    // What is asked for takes the place of what the exercise wants, for the points too.
    if (!options.ranks.empty())
      (exercise_.runs_on_ranks() ? exercise_.ranks : exercise_.sizes) = options.ranks;
    if (!options.tests.empty())
      std::erase_if(exercise_.points, [&](const TestPoints &points) {
        return std::find(options.tests.begin(), options.tests.end(), points.test) ==
               options.tests.end();
      });
  }

  void grade(ExerciseResult &result) {
    if (const auto missing = workshop_.missing_layers(exercise_); !missing.empty())
      return write_skipped(missing, result);
    if (exercise_.kind == ExerciseKind::answers)
      return grade_sheet(result);
    if (!options_.run_unchanged && is_unchanged(exercise_, folder_)) {
      write_not_started(exercise_, folder_, result);
      return;
    }
    say("compiling");
    const auto built = workshop_.build(exercise_, folder_, scratch_);
    if (const auto *failure = std::get_if<CompileFailure>(&built)) {
      write_compile_failure(exercise_, *failure, result);
      return;
    }
    program_ = std::get<Program>(built);
    solution_ = workshop_.solution(exercise_);
    run(result);
  }

private:
  void say(const std::string &what) const {
    if (options_.progress)
      options_.progress(what);
  }

  SolutionRuns solution_runs() const {
    return SolutionRuns(workshop_.folder_of(exercise_) / "records");
  }

  void grade_sheet(ExerciseResult &result) {
    result = grade_answers(exercise_, folder_, [this] {
      say("measuring");
      const Program measured = workshop_.trial_alone(exercise_);
      LaunchRequest request = request_at(exercise_.runs_on_ranks() ? exercise_.ranks.front() : 0);
      request.program = &measured;
      if (!exercise_.runs_on_ranks())
        request.sizes = {exercise_.sizes.front()};
      return launched_solution(request);
    });
  }

  LaunchResult launched_solution(const LaunchRequest &request) const {
    if (!solution_runs().has(request))
      say("the solution");
    LaunchResult result = solution_runs().run(request);
    if (result.end == LaunchEnd::interrupted)
      throw Interrupted(result.signal);
    return result;
  }

  LaunchRequest request_at(int ranks) const {
    LaunchRequest request;
    request.ranks = ranks;
    if (ranks == 0)
      request.sizes = exercise_.sizes;
    request.seed = options_.seed;
    request.limits = exercise_.limits;
    return request;
  }

  /// With phases a TEST runs at its own number of ranks only. Names behind the dot; empty: all.
  std::vector<std::string> tests_at(int ranks) const {
    if (exercise_.phases.empty())
      return options_.tests;
    std::vector<std::string> tests;
    for (const TestPoints &points : exercise_.points) {
      const auto phase =
          std::find_if(exercise_.phases.begin(), exercise_.phases.end(),
                       [&](const Phase &one) { return behind_dot(one.test) == points.test; });
      const bool runs_here = phase == exercise_.phases.end()
                                 ? std::find(exercise_.ranks.begin(), exercise_.ranks.end(),
                                             ranks) != exercise_.ranks.end()
                                 : phase->ranks == ranks;
      if (runs_here)
        tests.push_back(points.test);
    }
    return tests;
  }

  /// Numbers of ranks; 0 for a pure exercise, which walks over its sizes in one process. Phases
  /// come in their own order, and once a number of ranks has had its turn it has none again.
  std::vector<int> sizes() const {
    if (!exercise_.runs_on_ranks())
      return {0};
    std::vector<int> sizes;
    for (const Phase &phase : exercise_.phases)
      if (std::find(sizes.begin(), sizes.end(), phase.ranks) == sizes.end())
        sizes.push_back(phase.ranks);
    for (const int size : in_order_of_use(exercise_.ranks))
      if (std::find(sizes.begin(), sizes.end(), size) == sizes.end())
        sizes.push_back(size);
    return sizes;
  }

  void run(ExerciseResult &result) {
    Failures failures;
    for (int i = 0; i < options_.runs; ++i) {
      chaos_seed_ = options_.chaos_seed + static_cast<std::uint64_t>(i);
      run_ = i;
      ExerciseResult one = result;
      run_once(one);
      failures.add(one);
      if (i == 0 || (result.kind == VerdictKind::pass && one.kind != VerdictKind::pass))
        result = std::move(one);
      if (result.kind == VerdictKind::not_started || result.kind == VerdictKind::grader_fault)
        break;
    }
    if (options_.runs > 1)
      failures.write(result);
  }

  void run_once(ExerciseResult &result) {
    launches_.clear();
    pairs_.clear();
    hopeless_.clear();
    LaunchFolder shared(options_.sandbox), shared_of_solution(options_.sandbox);
    for (const int size : sizes())
      run_size(size, shared.shared(), shared_of_solution.shared());
    if (options_.second_pass)
      run_synchronously(shared.shared(), result);
    if (options_.chaos)
      result.chaos_seed = chaos_seed_;
    Judgement judgement = judge(exercise_, pairs_);
    write_judgement(exercise_, program_, pairs_, std::move(judgement), result);
  }

  void run_size(int size, const fs::path &shared, const fs::path &shared_of_solution) {
    LaunchRequest request = request_at(size);
    request.tests = tests_at(size);
    if (!exercise_.phases.empty() && request.tests.empty())
      return;
    request.program = &solution_;
    request.shared_folder = shared_of_solution;
    const LaunchResult &expected = launches_.emplace_back(launched_solution(request));
    // Full names from now on, without those that are known to hang.
    request.tests = tests_begun(expected);
    std::vector<std::string> left_out;
    std::ranges::copy_if(request.tests, std::back_inserter(left_out),
                         [this](const auto &test) { return hopeless_.contains(test); });
    std::erase_if(request.tests, [this](const auto &test) { return hopeless_.contains(test); });
    if (request.tests.empty() && !left_out.empty()) {
      pairs_.push_back({size, nullptr, &expected, false, left_out});
      return;
    }
    say(size > 0 ? fmt::format("{} rank{}", size, size == 1 ? "" : "s") : std::string("running"));
    request.program = &program_;
    request.shared_folder = shared;
    if (options_.chaos)
      request.chaos = chaos_seed_;
    RunsAtSize runs = run_at_size(request, options_.sandbox);
    hopeless_.insert(runs.hopeless.begin(), runs.hopeless.end());
    for (LaunchResult &launch : runs.launches)
      pairs_.push_back({size, &launches_.emplace_back(std::move(launch)), &expected, false,
                        std::exchange(left_out, {})});
    if (runs.launches.empty())
      pairs_.push_back({size, nullptr, &expected, false, left_out});
  }

  /// Where messages are sent by standard sends: once more, with sends that wait for their receive.
  void run_synchronously(const fs::path &shared, ExerciseResult &result) {
    const std::vector<Pair> first_pass = pairs_;
    for (const Pair &pair : first_pass) {
      if (pair.size < 2 || pair.student == nullptr || pair.student->end != LaunchEnd::complete ||
          !sends_by_standard_sends(*pair.student))
        continue;
      say(fmt::format("{} ranks, sends that wait", pair.size));
      LaunchRequest request = request_at(pair.size);
      request.program = &program_;
      request.tests = tests_begun(*pair.student);
      request.shared_folder = shared;
      request.synchronous_sends = true;
      LaunchResult launch = grader::launch(request, options_.sandbox);
      if (launch.end == LaunchEnd::interrupted)
        throw Interrupted(launch.signal);
      const bool ended = launch.end == LaunchEnd::complete;
      if (exercise_.needs_sends_checked)
        pairs_.push_back(
            {pair.size, &launches_.emplace_back(std::move(launch)), pair.solution, true});
      else if (!ended && launch.end != LaunchEnd::start_failed)
        result.notes.push_back(note_of_synchronous_end(launch));
      if (!ended)
        return;
    }
  }

  Exercise exercise_;
  const fs::path &folder_;
  const fs::path &scratch_;
  const GradeOptions &options_;
  Workshop workshop_;
  Program program_, solution_;
  std::deque<LaunchResult> launches_; ///< what the pairs point to
  std::vector<Pair> pairs_;
  std::set<std::string> hopeless_;
  std::uint64_t chaos_seed_ = 1;
  int run_ = 0;
};

} // namespace

fs::path project_root() {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  return program.parent_path().parent_path().parent_path().parent_path();
}

ExerciseResult grade(const Exercise &exercise, const fs::path &folder, const fs::path &scratch,
                     const GradeOptions &options) {
  const auto began = std::chrono::steady_clock::now();
  ExerciseResult result = blank_result(exercise, options);
  try {
    Grading(exercise, fs::absolute(folder), fs::absolute(scratch), options).grade(result);
  } catch (const Interrupted &) {
    throw;
  } catch (const std::exception &fault) {
    result = blank_result(exercise, options);
    write_fault(fault.what(), result);
  }
  finish_result(exercise, options, result);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return result;
}

} // namespace brigade::grader
