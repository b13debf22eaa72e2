#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace brigade::grader {

enum class ExerciseKind {
  ranks,  ///< under mpiexec, at several numbers of ranks
  pure,   ///< one process, mesh sizes as the parameter
  repair, ///< a program that runs and disappoints, or hangs; on ranks where `ranks` is given, else
          ///< pure
  answers ///< a file of predictions or choices (exercise.answers in the folder), no program unless
          ///< it also measures
};

/// A phase of a TEST that is run at a number of ranks of its own (save at 4, load at 3).
struct Phase {
  std::string test; ///< "Checkpoint.Save"
  int ranks = 1;
};

struct TestPoints {
  std::string test; ///< the name behind the dot
  double points = 0;
  bool mandatory = false; ///< without it the exercise earns nothing
};

struct Limits {
  double seconds = 20;         ///< of one launch, once all ranks are past MPI_Init
  double start_seconds = 15;   ///< up to there; more is a grader fault
  int memory_megabytes = 1024; ///< of all ranks of a launch together
  int output_kilobytes = 256;
  int file_megabytes = 256;
  int processes = 64;
};

/// One exercise.toml, read by manifest/manifest_file.hpp.
struct Exercise {
  std::string id;     ///< "by-hand.ring-reduce-scatter"; stable
  std::string number; ///< "07.1"; may change
  std::string title;
  std::string topic;            ///< "by-hand"
  std::string chapter;          ///< "07-by-hand", the folder below exercises/ and chapters/
  std::string name;             ///< "ring-reduce-scatter", the folder below the chapter's
  std::filesystem::path folder; ///< absolute
  ExerciseKind kind = ExerciseKind::ranks;
  int minutes = 0;
  std::vector<int> ranks;             ///< of launches; empty for pure ones
  std::vector<int> sizes;             ///< of the mesh; empty for those on ranks
  std::vector<std::string> files;     ///< the student's
  std::vector<std::string> uses;      ///< layers that it may include and link
  std::vector<std::string> forbidden; ///< names of functions, * at the end stands for any letters
  bool needs_sends_checked = false;   ///< a second pass with synchronous sends
  bool bonus = false;
  std::string starts_as;          ///< how an unchanged repair exercise fails: "hung", "wrong", …
  std::vector<TestPoints> points; ///< in the file's order
  std::vector<Phase> phases;
  std::vector<std::string> hints; ///< gentle to plain
  Limits limits;

  double max_points() const;
  bool runs_on_ranks() const { return !ranks.empty(); }
};

/// All exercises by number.
struct Course {
  std::filesystem::path root;
  std::vector<Exercise> exercises;
  /// By id, number, or name. Throws InputError with the nearest ids.
  const Exercise &find(const std::string &word) const;
  /// What the command line means by an id, a number, a chapter ("02", "mesh", "02-mesh"), several
  /// of them with commas between ("02.1,03"), or nothing for all; each once, by number. Throws as
  /// find does.
  std::vector<const Exercise *> select(const std::string &words) const;
};

/// Reads every exercises/*/*/exercise.toml below `root`. Throws InputError naming file, line and
/// what is wrong: an unknown key, a missing one, two exercises of one id, a name in [points] twice,
/// points that are not positive.
Course load_course(const std::filesystem::path &root);

} // namespace brigade::grader
