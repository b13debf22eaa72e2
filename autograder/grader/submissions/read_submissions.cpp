#include "grader/report/text_lines.hpp"
#include "grader/submissions/admission.hpp"
#include "grader/submissions/archive.hpp"
#include "grader/submissions/submission.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <map>
#include <ranges>
#include <set>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

void take_file(const fs::path &file, const std::string &name, const IntakeLimits &limits,
               Admission &admission) {
  if (!admission.may_come(name))
    return;
  std::error_code error;
  if (fs::file_size(file, error) > limits.file_bytes || error)
    admission.refuse_size(name);
  else
    admission.take(name, read_file_if_any(file).value_or(""));
}

/// Notes a thing that no file can be read from: a pipe, or a folder that is named as a file.
void note_no_file(const fs::directory_entry &entry, const std::string &name,
                  Submission &submission) {
  if (!entry.is_directory())
    submission.notes.push_back(fmt::format("left out {}: neither a file nor a folder", name));
  else if (entry.path().extension() == ".cpp")
    submission.notes.push_back(fmt::format("{} is a folder, not a file", name));
}

/// Of a link its own name, and not where it leads to.
std::string name_in(const fs::path &folder, const fs::path &path) {
  return path.lexically_relative(folder).generic_string();
}

/// A folder of a submission; an archive in it is read as well, and one in that one, since people
/// zip what they then zip.
void read_folder(const fs::path &folder, const IntakeLimits &limits, Submission &submission) {
  Admission admission(limits, submission, folder.filename().string());
  std::vector<fs::path> files;
  for (auto entry =
           fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied);
       entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry->is_symlink()) {
      submission.notes.push_back(
          fmt::format("left out {}: a link", name_in(folder, entry->path())));
      if (entry->is_directory())
        entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      files.push_back(entry->path());
      if (files.size() > limits.files)
        break;
    } else {
      note_no_file(*entry, name_in(folder, entry->path()), submission);
    }
  }
  std::ranges::sort(files);
  for (const fs::path &file : files) {
    if (admission.is_full())
      return;
    if (is_archive(file))
      read_archive(file, limits, submission);
    else
      take_file(file, name_in(folder, file), limits, admission);
  }
}

void read_entry(const fs::directory_entry &entry, const std::string &file_name,
                const IntakeLimits &limits, Submission &submission) {
  const std::size_t files = submission.files.size(), notes = submission.notes.size();
  if (entry.is_symlink()) {
    submission.notes.push_back(
        fmt::format("left out {}: a link", entry.path().filename().string()));
  } else if (entry.is_directory()) {
    read_folder(entry.path(), limits, submission);
  } else if (is_archive(entry.path())) {
    read_archive(entry.path(), limits, submission);
  } else if (entry.is_regular_file()) {
    Admission admission(limits, submission, entry.path().filename().string());
    take_file(entry.path(), file_name, limits, admission);
  } else {
    note_no_file(entry, entry.path().filename().string(), submission);
  }
  if (submission.files.size() == files && submission.notes.size() == notes)
    submission.notes.push_back(fmt::format("{} holds no file", entry.path().filename().string()));
  for (std::string &note : submission.notes | std::views::drop(notes))
    note = printable(note, true); // names may hold any bytes
}

/// Whose an entry is: two of one name are told apart by the learning platform's number.
struct Owner {
  std::string student, id;
  auto operator<=>(const Owner &) const = default;
};

/// Of several students of one name, each is shown with the number.
std::vector<Submission> with_names_apart(std::map<Owner, Submission> by_owner) {
  std::map<std::string, int> namesakes;
  for (const auto &[owner, submission] : by_owner)
    ++namesakes[owner.student];
  std::vector<Submission> submissions;
  for (auto &[owner, submission] : by_owner) {
    if (namesakes[owner.student] > 1 && !owner.id.empty()) {
      submission.student += fmt::format(" ({})", owner.id);
      submission.folder += "-" + owner.id;
    }
    submissions.push_back(std::move(submission));
  }
  return submissions;
}

/// Folders of different students whose names differ in nothing that a folder's name has ("eve o",
/// "eve-o") get a number; not the one that has it as a name.
void keep_apart(std::vector<Submission> &submissions) {
  std::set<std::string> taken;
  for (const Submission &submission : submissions)
    if (submission.folder == submission.student)
      taken.insert(submission.folder);
  for (Submission &submission : submissions)
    if (submission.folder != submission.student) {
      const std::string wanted = submission.folder;
      for (int number = 2; !taken.insert(submission.folder).second; ++number)
        submission.folder = fmt::format("{}-{}", wanted, number);
    }
}

} // namespace

Submission read_submission(const fs::path &entry, const IntakeLimits &limits) {
  if (!fs::exists(entry))
    throw InputError(
        fmt::format("{} is not there; give the folder or archive of a submission", entry.string()));
  const EntryName name = parse_entry_name(entry.filename().string());
  Submission submission;
  submission.student = name.student;
  submission.folder = name.folder;
  submission.sources = {entry};
  read_entry(fs::directory_entry(entry), name.file_name, limits, submission);
  return submission;
}

std::vector<Submission> read_submissions(const fs::path &folder, const IntakeLimits &limits) {
  if (!fs::is_directory(folder))
    throw InputError(fmt::format("{} is no folder; give the folder that holds the submissions, one "
                                 "folder or archive a student",
                                 folder.string()));
  std::vector<fs::directory_entry> entries;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder))
    if (const std::string name = entry.path().filename().string();
        !name.starts_with('.') && name != "submission_metadata.yml")
      entries.push_back(entry);
  if (entries.empty())
    throw InputError(fmt::format("{} is empty; it should hold one folder or archive a student",
                                 folder.string()));
  std::ranges::sort(entries, {}, [](const fs::directory_entry &entry) { return entry.path(); });

  std::map<Owner, Submission> by_owner;
  for (const fs::directory_entry &entry : entries) {
    const EntryName name = parse_entry_name(entry.path().filename().string());
    Submission &submission = by_owner[{name.student, name.id}];
    submission.student = name.student;
    submission.folder = name.folder;
    submission.is_late |= name.is_late;
    submission.sources.push_back(entry.path());
    read_entry(entry, name.file_name, limits, submission);
  }
  std::vector<Submission> submissions = with_names_apart(std::move(by_owner));
  keep_apart(submissions);
  return submissions;
}

} // namespace brigade::grader
