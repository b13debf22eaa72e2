#pragma once

#include "grader/launch/rank_state.hpp"
#include "grader/workshop/compile_failure.hpp"

#include "brigade/core/shape.hpp"
#include "records/record.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the grader says. Everything that is printed or reported is made from these values alone.
namespace brigade::grader {

enum class VerdictKind {
  pass,
  wrong,
  wrong_communication,
  hung,
  crashed,
  over_limit,
  not_started,
  does_not_compile,
  unreadable,  ///< a line of an answer sheet, not of a program
  skipped,     ///< needs another part that is not there; of a run: it was not made
  grader_fault ///< never lowers a stored score
};
/// "pass", "wrong", "wrong communication", "hung", "crashed", "over the limit", "not started",
/// "does not compile", "cannot be read", "skipped", "grader fault".
std::string_view to_string(VerdictKind kind);
/// Which of two verdicts is told first: the one of higher gravity; 0 for a pass.
int gravity(VerdictKind kind);

/// One rank's block in a picture of shards.
struct PictureBlock {
  int rank = 0;
  std::vector<int> coordinates; ///< in the mesh
  Shape start, shape;           ///< in the global array
  enum class State { right, wrong, missing, extra } state = State::right;
  std::vector<std::string> expected, got; ///< up to 8 of its elements, as text, row-major
};

/// Expected and got, drawn as the shards of the mesh.
struct ShardPicture {
  std::string array; ///< its name in the trial
  Shape global_shape;
  std::vector<records::MeshAxis> mesh;
  std::vector<PictureBlock> blocks;
};

/// One thing that is wrong, most important first in each list.
struct Finding {
  VerdictKind kind = VerdictKind::wrong;
  std::string test;     ///< "EveryRankKeepsItsBlockOfTheSum"
  int size = 0;         ///< ranks or mesh size; 0: of no run
  int other_size = 0;   ///< where two sizes were compared: the other one
  std::string sentence; ///< what is wrong, one sentence
  std::string where;    ///< ranks, mesh coordinates, global and local index; the line
  std::string cause;    ///< a likely cause; the pattern's name where one fits
  std::string trial_cause; ///< the trial's, for judge() to tell where the numbers name none
  std::string pattern;  ///< "partial sums never reduced", …, or empty
  std::string details;  ///< several lines, shown last
  /// Sentence and place without any expected value, for those who may be told no more. Empty: of a
  /// wrong value or communication nothing but the TEST is told then.
  std::string actual;
  std::optional<ShardPicture> picture;
  std::optional<HangReport> hang; ///< its roll call is shown as a table
  std::vector<SourceLine> stack;
  int crashed_rank = -1; ///< in the world, where it is known which rank crashed
};

/// One TEST at one size.
struct TestRun {
  std::string test;
  int size = 0;
  /// `skipped`: at another size the TEST did not come to its end, so it was not run at this one.
  VerdictKind kind = VerdictKind::pass;
  std::int64_t bytes_sent = 0; ///< by all ranks
  bool divides = true;         ///< the size divides what is cut; award() pays by it
};

/// An exercise's verdict: of the finding told first, else of the gravest run, else a pass.
VerdictKind overall(const std::vector<Finding> &findings, const std::vector<TestRun> &runs);

struct TestResult {
  std::string test;
  double points = 0, of = 0;
  bool mandatory = false;
  std::vector<TestRun> runs;
};

/// One call of one rank on the timeline of a failure's page.
struct TimelineEntry {
  int rank = 0;
  std::string kind;
  double start = 0, end = 0; ///< seconds
};

/// The verdict on one exercise.
struct ExerciseResult {
  std::string id, number, title, chapter;
  VerdictKind kind = VerdictKind::grader_fault;
  double points = 0, of = 0;
  bool bonus = false;
  std::vector<TestResult> tests;
  std::vector<Finding> findings; ///< empty after a pass
  std::optional<CompileFailure> compile_failure;
  std::vector<std::string> notes; ///< that cost no points: needs buffering, PMPI_ names seen, …
  std::string output;             ///< the end of what the student's program printed
  std::vector<TimelineEntry> timeline, reference_timeline; ///< of the first failed run on ranks
  std::string rerun;    ///< the command that runs just this again
  std::optional<std::uint64_t> chaos_seed; ///< of the delays at MPI calls, where there were any
  std::string debugger; ///< of a crash: the command that stops there in a debugger
  std::uint64_t seed = 0;
  std::string sandbox;         ///< the level that was in force, in words
  std::int64_t bytes_sent = 0; ///< by all ranks in all runs, for leaderboards
  double seconds = 0;          ///< from the save (or the command) to this verdict
};

struct Report {
  int version = 1; ///< of the JSON schema
  std::string course_version;
  std::string when; ///< ISO 8601, UTC
  std::string sandbox;
  bool hidden_tests = false; ///< 'all public checks passed' is never 'all passed'
  std::vector<ExerciseResult> exercises;
  double points() const; ///< with those of bonus exercises
  double of() const;     ///< without them
  /// The verdict on an exercise; nullptr where there is none.
  const ExerciseResult *find(std::string_view id) const;
};

} // namespace brigade::grader
