#include "grader/batch/batch.hpp"

#include "grader/batch/fingerprint.hpp"
#include "grader/batch/keep_results.hpp"
#include "grader/batch/verdict_text.hpp"
#include "grader/batch/workers.hpp"
#include "grader/launch/file_lock.hpp"
#include "grader/report/report.hpp"
#include "grader/submissions/lay_out.hpp"
#include "grader/submissions/not_handed_in.hpp"
#include "grader/submissions/submission.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

/// The report in a file, or nothing where there is none that can be read.
std::optional<Report> report_in(const fs::path &file) {
  const nlohmann::json json =
      nlohmann::json::parse(read_file_if_any(file).value_or(""), nullptr, false);
  if (json.is_discarded())
    return std::nullopt;
  try {
    return report_from(json);
  } catch (const Error &) {
    return std::nullopt;
  }
}

class Batch {
public:
  Batch(const Course &course, const BatchOptions &options)
      : course_(course), options_(options), exercises_(course.select(options.word)) {
    add_path("/proc/self/exe", course_part_);
    for (const Exercise *exercise : exercises_) {
      ids_.push_back(exercise->id);
      add_path(exercise->folder, course_part_);
    }
    if (!options.hidden.empty())
      add_path(options.hidden, course_part_);
    course_part_.add(fmt::format("{} {}", options.seed, options.sandbox));
  }

  BatchOutcome run() {
    require_place_outside();
    const FileLock lock(options_.out / "batch.lock");
    if (!lock.is_open())
      throw InputError(
          fmt::format("--out {}: nothing can be written there; give a folder where you "
                      "may write",
                      options_.out.string()));
    if (lock.is_held_by_another())
      throw InputError(
          fmt::format("--out {}: another batch writes there; wait for its end, or give "
                      "another folder",
                      options_.out.string()));
    for (const Submission &submission : read_submissions(options_.submissions))
      take_in(submission);
    clear_similarity();
    grade_what_is_due();
    for (std::size_t i = 0; i < students_.size(); ++i)
      finish(i);
    write_summaries();
    return std::move(outcome_);
  }

private:
  struct Student {
    StudentResult result;
    std::string fingerprint;
    std::optional<StudentResult> before;
    bool is_done = false; ///< what stands in its folder was made from what is handed in
  };

  /// Else the results would be the next call's submissions.
  void require_place_outside() const {
    const fs::path in = fs::weakly_canonical(fs::absolute(options_.submissions)),
                   out = fs::weakly_canonical(fs::absolute(options_.out)),
                   inside = out.lexically_relative(in);
    if (!inside.empty() && *inside.begin() != "..")
      throw InputError(fmt::format("--out {} lies in the submissions; give a folder beside them",
                                   options_.out.string()));
  }

  fs::path folder_of(const Student &student) const {
    return options_.out / "students" / student.result.folder;
  }

  /// What is being graded now, beside the stored report.
  fs::path new_report_of(const Student &student) const {
    return folder_of(student) / "report.new.json";
  }

  /// An empty folder for what is handed in, beside what is kept of this student, and of no other:
  /// which of two names that are alike has a number depends on who else has handed in.
  static void make_room(const fs::path &folder, const std::string &student) {
    if (read_file_if_any(folder / "student") != student)
      fs::remove_all(folder);
    fs::remove_all(folder / "work");
    fs::create_directories(folder);
    write_file((folder / "student").string(), student);
  }

  void take_in(const Submission &submission) {
    Student student;
    student.result.student = submission.student;
    student.result.folder = submission.folder;
    student.result.is_late = submission.is_late;
    const fs::path folder = folder_of(student), work = folder / "work";
    make_room(folder, submission.student);
    const LaidOut laid = lay_out(submission, exercises_, course_, work);
    student.result.taken = laid.taken;
    student.result.missing = laid.missing;
    student.result.notes = submission.notes;
    student.result.notes.insert(student.result.notes.end(), laid.notes.begin(), laid.notes.end());
    for (const Exercise *exercise : exercises_)
      lay_for_similarity(*exercise, student, work);
    Fingerprint fingerprint = course_part_;
    add_path(work, fingerprint);
    for (const std::string &file : laid.missing)
      fingerprint.add(file); // of an unchanged file something else is told
    student.fingerprint = fingerprint.text();
    if (auto report = report_in(folder / "report.json"))
      student.before.emplace().report = std::move(*report);
    students_.push_back(std::move(student));
  }

  /// What the student has written: files as they were given out are alike in any case.
  void lay_for_similarity(const Exercise &exercise, const Student &student,
                          const fs::path &work) const {
    const fs::path all = options_.out / "similarity" / exercise.id,
                   target = all / student.result.folder;
    fs::create_directories(all);
    fs::remove_all(target);
    for (const std::string &name : exercise.files) {
      const fs::path file = work / exercise.topic / exercise.name / name;
      if (read_file(file) == read_file(exercise.folder / name))
        continue;
      fs::create_directories(target);
      fs::copy_file(file, target / name);
    }
  }

  /// Whose folder has another name now, since somebody of the same name has handed in, is not there
  /// twice. What somebody else has put there for the checker stays.
  void clear_similarity() const {
    std::set<fs::path> now;
    for (const Student &student : students_)
      now.insert(student.result.folder);
    const auto has_namesake = [&](const std::string &name) {
      return std::ranges::any_of(students_, [&](const Student &student) {
        return student.result.student.starts_with(name + " (");
      });
    };
    for (const Exercise *exercise : exercises_) {
      std::vector<fs::path> old;
      for (const auto &entry : fs::directory_iterator(options_.out / "similarity" / exercise->id))
        if (const fs::path name = entry.path().filename(); !now.contains(name))
          if (const auto student = read_file_if_any(options_.out / "students" / name / "student");
              student && has_namesake(*student))
            old.push_back(entry.path());
      for (const fs::path &folder : old)
        fs::remove_all(folder);
    }
  }

  bool is_up_to_date(const Student &student) const {
    return student.before &&
           read_file_if_any(folder_of(student) / "fingerprint") == student.fingerprint;
  }

  std::vector<std::string> command_for(const Student &student) const {
    const fs::path folder = folder_of(student);
    std::vector<std::string> command = {"/proc/self/exe",
                                        "--course",
                                        course_.root.string(),
                                        "--work",
                                        (folder / "work").string(),
                                        "run",
                                        "--json",
                                        new_report_of(student).string(),
                                        "--seed",
                                        std::to_string(options_.seed),
                                        options_.sandbox ? "--sandbox" : "--no-sandbox"};
    if (!options_.hidden.empty())
      command.insert(command.end(), {"--hidden", fs::absolute(options_.hidden).string()});
    if (!options_.word.empty())
      command.push_back(options_.word);
    return command;
  }

  void grade_what_is_due() {
    std::vector<std::vector<std::string>> commands;
    std::vector<std::size_t> due;
    for (std::size_t i = 0; i < students_.size(); ++i)
      if (is_up_to_date(students_[i])) {
        students_[i].is_done = true;
        ++outcome_.kept;
      } else {
        fs::remove(folder_of(students_[i]) / "fingerprint");
        fs::remove(new_report_of(students_[i])); // of a run that was killed
        due.push_back(i);
        commands.push_back(command_for(students_[i]));
      }
    outcome_.due = static_cast<int>(due.size());
    outcome_.interrupted_by = run_side_by_side(commands, options_.jobs, [&](const WorkerEnd &end) {
      Student &student = students_[due[end.index]];
      if (end.was_stopped)
        return;
      note_end(student, end);
      ++outcome_.graded;
      if (options_.progress)
        options_.progress(
            fmt::format("{} of {}: {}", outcome_.graded, due.size(), student.result.student));
    });
  }

  void note_end(Student &student, const WorkerEnd &end) {
    const fs::path folder = folder_of(student);
    student.is_done = true;
    std::vector<std::string> &notes = student.result.notes;
    const Report before = student.before ? student.before->report : Report{};
    Report report = before;
    report.exercises.clear();
    if (auto now = report_in(new_report_of(student)))
      report = std::move(*now);
    const auto count = std::ranges::count_if(ids_, [&](auto &id) { return report.find(id); });
    // 0: all passed; 1: not all, or an error after a part of them.
    const bool is_whole = end.exit_status <= 1 && std::cmp_equal(count, ids_.size());
    fs::remove(folder / "grader.txt");
    if (!is_whole) {
      write_file((folder / "grader.txt").string(), end.output);
      notes.push_back(fmt::format("the grader ended with status {} after {} of {} exercises: "
                                  "students/{}/grader.txt",
                                  end.exit_status, count, ids_.size(), student.result.folder));
    }
    const bool is_final = is_whole && is_graded(report, ids_);
    if (!is_whole ||
        std::ranges::count(report.exercises, VerdictKind::grader_fault, &ExerciseResult::kind) > 0)
      ++outcome_.unfinished;
    note_skipped(report);
    for (std::string &note : keep_results(before, ids_, report))
      notes.push_back(std::move(note));
    for (ExerciseResult &result : report.exercises)
      tell_what_was_not_handed_in(course_.find(result.id), student.result.missing, result);
    if (!report.exercises.empty())
      write_file((folder / "report.json").string(), own_json(report).dump(2) + "\n");
    fs::remove(new_report_of(student));
    fs::remove_all(folder / "programs"); // megabytes, which a next grading makes anew
    if (is_final)
      write_file((folder / "fingerprint").string(), student.fingerprint);
  }

  void note_skipped(const Report &report) {
    for (const ExerciseResult &exercise : report.exercises)
      if (exercise.kind == VerdictKind::skipped)
        outcome_.skipped[exercise.id] =
            exercise.findings.empty() ? "" : exercise.findings.front().sentence;
  }

  void finish(std::size_t index) {
    Student &student = students_[index];
    if (auto report = report_in(folder_of(student) / "report.json"))
      student.result.report = std::move(*report);
    if (student.is_done)
      write_file((folder_of(student) / "verdict.txt").string(), verdict_text(student.result, ids_));
    if (student.before)
      for (Change &change : changes_between(*student.before, student.result))
        outcome_.changes.push_back(std::move(change));
    outcome_.results.push_back(student.result);
  }

  void write_summaries() const {
    const auto write = [this](const char *name, const std::string &text) {
      write_file((options_.out / name).string(), text);
    };
    write("results.csv", results_csv(outcome_.results));
    write("changes.csv", changes_csv(outcome_.changes));
    write("index.html", summary_page(outcome_.results, outcome_.changes));
  }

  const Course &course_;
  const BatchOptions &options_;
  const std::vector<const Exercise *> exercises_;
  std::vector<std::string> ids_; ///< of these
  Fingerprint course_part_;
  std::vector<Student> students_;
  BatchOutcome outcome_;
};

} // namespace

BatchOutcome grade_batch(const Course &course, const BatchOptions &options) {
  std::error_code error;
  fs::create_directories(options.out, error);
  if (!fs::is_directory(options.out))
    throw InputError(fmt::format("--out {}: no folder can be made there ({}); give one where you "
                                 "may write",
                                 options.out.string(), error.message()));
  return Batch(course, options).run();
}

} // namespace brigade::grader
