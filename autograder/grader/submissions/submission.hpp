#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {

/// A file of a submission, read into memory: nothing of a submission is ever written by a name of
/// its own.
struct SubmittedFile {
  std::string path; ///< inside the submission, with '/'
  std::string bytes;
  std::string source = {}; ///< the name of the entry or archive that it came in
};

/// What one student handed in.
struct Submission {
  std::string
      student; ///< as people read it: "Jane Doe"; of two of that name "Jane Doe (102)"; UTF-8
  std::string folder;  ///< of the results, no two the same: letters, digits, - . _ only
  std::vector<std::filesystem::path>
      sources; ///< the entries of the folder of submissions that it came in
  std::vector<SubmittedFile> files;
  std::vector<std::string>
      notes;            ///< what was left out or mended, for the instructor and the student; UTF-8
  bool is_late = false; ///< the learning platform says so
};

/// What may be read of one submission.
struct IntakeLimits {
  std::size_t files = 2'000;
  std::size_t file_bytes = 1 << 20;
  std::size_t total_bytes = 64u << 20;
  int depth = 20; ///< of folders
};

/// Reads every submission in `folder`: folders, .zip, .tar, .tar.gz, .tgz, and single files, by
/// names as Canvas, Moodle and Gradescope export them; entries of one student (the same name, and
/// the same number where the platform gives one) are put together, in the order of their names.
/// Links, devices, names that climb out (..) or are absolute, files that are too large, and
/// archives that unpack to more than the limits are left out, each with a note. Only what such an
/// archive says is read; nothing is unpacked on the disk. Throws InputError if `folder` is none, or
/// empty.
std::vector<Submission> read_submissions(const std::filesystem::path &folder,
                                         const IntakeLimits &limits = {});

/// The files of one submission: a folder, an archive, or a single file.
Submission read_submission(const std::filesystem::path &entry, const IntakeLimits &limits = {});

/// The student's name, and the number that tells two of one name apart, from an entry's name:
/// Canvas "doejane_LATE_12345_67890_work.zip" → doejane, 12345; Moodle "Jane
/// Doe_12345_assignsubmission_file_" → Jane Doe, 12345; Gradescope "submission_123456789" →
/// submission_123456789; anything else: its stem.
struct EntryName {
  std::string student;
  std::string folder; ///< the same, as it may name a folder: "Jane-Doe"
  std::string id;     ///< the platform's number of the student, or empty
  bool is_late = false;
  std::string file_name; ///< behind what the platform put in front, with Canvas's "-1" of a later
                         ///< version taken off
};
EntryName parse_entry_name(const std::string &name);

} // namespace brigade::grader
