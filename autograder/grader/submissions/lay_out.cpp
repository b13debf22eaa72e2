#include "grader/submissions/lay_out.hpp"

#include "grader/report/text_lines.hpp"
#include "grader/submissions/text_encoding.hpp"
#include "grader/submissions/unused_files.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> parts_of(const std::string &path) {
  std::vector<std::string> parts;
  for (const auto part : std::views::split(path, '/'))
    parts.emplace_back(part.begin(), part.end());
  return parts;
}

/// How many last parts of `path` are those of `wanted`; a chapter's folder ("02-mesh") stands for
/// its topic.
std::size_t common_tail(const std::string &path, const std::string &wanted,
                        const Exercise &exercise) {
  const std::vector<std::string> have = parts_of(path), want = parts_of(wanted);
  std::size_t count = 0;
  while (count < have.size() && count < want.size()) {
    const std::string &here = have[have.size() - 1 - count], &there = want[want.size() - 1 - count];
    if (here != there && !(there == exercise.topic && here == exercise.chapter))
      break;
    ++count;
  }
  return count;
}

/// The text in UTF-8, with line ends and a byte order mark mended; what was mended goes into the
/// notes. Nothing for what is no text.
std::optional<std::string> mended(const std::string &bytes, const std::string &path,
                                  std::vector<std::string> &notes) {
  std::optional<Utf8Text> read = as_utf8(bytes);
  if (!read)
    return std::nullopt;
  if (!read->was.empty())
    notes.push_back(fmt::format("{}: changed from {} to UTF-8", path, read->was));
  std::string text = std::move(read->text);
  if (text.starts_with("\xEF\xBB\xBF")) {
    text.erase(0, 3);
    notes.push_back(path + ": byte order mark taken off");
  }
  if (text.find('\r') != std::string::npos) {
    std::string unix_text;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] != '\r')
        unix_text += text[i];
      else if (i + 1 == text.size() || text[i + 1] != '\n')
        unix_text += '\n';
    text = std::move(unix_text);
    notes.push_back(path + ": line ends of Windows changed");
  }
  return text;
}

/// A file by its path and the entry that it came in, as two entries may hold the same path.
std::string with_source(const SubmittedFile &file) {
  return file.source.empty() ? file.path : fmt::format("{} of {}", file.path, file.source);
}

/// The best file for `wanted`, or none: by the longest common tail; among equals the last one,
/// since sources come in the order of their versions.
const SubmittedFile *choose(const Submission &submission, const Exercise &exercise,
                            const std::string &wanted, std::size_t shortest_tail,
                            std::vector<std::string> &notes) {
  const SubmittedFile *best = nullptr;
  std::size_t longest = 0;
  std::vector<std::string> rivals;
  for (const SubmittedFile &file : submission.files) {
    const std::size_t tail = common_tail(file.path, wanted, exercise);
    if (tail < shortest_tail)
      continue;
    rivals.push_back(with_source(file));
    if (tail >= longest) {
      longest = tail;
      best = &file;
    }
  }
  if (rivals.size() > 1)
    notes.push_back(fmt::format("{} copies of {} ({}): {} was taken", rivals.size(), wanted,
                                fmt::join(rivals, ", "), with_source(*best)));
  return best;
}

void note_other_contract(const Submission &submission, const Exercise &exercise,
                         std::vector<std::string> &notes) {
  const std::string wanted = place_of(exercise, "exercise.hpp");
  for (const SubmittedFile &file : submission.files)
    if (common_tail(file.path, wanted, exercise) >= 2) {
      std::vector<std::string> ignored;
      if (mended(file.bytes, file.path, ignored) != read_file(exercise.folder / "exercise.hpp"))
        notes.push_back(fmt::format(
            "{} differs from the course's exercise.hpp, which was used instead", file.path));
    }
}

} // namespace

std::string place_of(const Exercise &exercise, const std::string &file) {
  return fmt::format("{}/{}/{}", exercise.topic, exercise.name, file);
}

LaidOut lay_out(const Submission &submission, const std::vector<const Exercise *> &exercises,
                const Course &course, const fs::path &work) {
  LaidOut laid;
  std::vector<const SubmittedFile *> used;
  std::map<std::string, int> exercises_with;
  for (const Exercise *exercise : exercises)
    for (const std::string &name : exercise->files)
      ++exercises_with[name];
  for (const Exercise *exercise : exercises) {
    const fs::path folder = work / exercise->topic / exercise->name;
    fs::create_directories(folder);
    note_other_contract(submission, *exercise, laid.notes);
    for (const std::string &name : exercise->files) {
      const std::string wanted = place_of(*exercise, name);
      const std::size_t shortest_tail = exercises_with[name] == 1 ? 1 : 2;
      const SubmittedFile *file = choose(submission, *exercise, wanted, shortest_tail, laid.notes);
      if (file)
        used.push_back(file);
      std::optional<std::string> text;
      if (file && !(text = mended(file->bytes, file->path, laid.notes)))
        laid.notes.push_back(fmt::format("{} is no text and was left out", file->path));
      if (text) {
        laid.taken.push_back(fmt::format("{} from {}", wanted, file->path));
        write_file((folder / name).string(), *text);
      } else {
        laid.missing.push_back(wanted);
        write_file((folder / name).string(), read_file(exercise->folder / name));
      }
    }
  }
  for (std::string &note : notes_on_unused(submission, used, laid.missing, exercises, course))
    laid.notes.push_back(std::move(note));
  for (std::vector<std::string> *texts : {&laid.taken, &laid.notes})
    for (std::string &text : *texts)
      text = printable(text, true); // names may hold any bytes
  return laid;
}

} // namespace brigade::grader
