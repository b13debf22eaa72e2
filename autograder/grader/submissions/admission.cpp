#include "grader/submissions/admission.hpp"

#include "grader/submissions/archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <regex>

namespace brigade::grader {
namespace {

constexpr int kRefusalsOfABomb = 3;
// In bytes; file systems take no more.
constexpr std::size_t kLongestName = 255, kLongestPath = 4096;

std::vector<std::string> parts_of(const std::string &name) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : name + '/')
    if (c == '/' || c == '\\') {
      if (!part.empty() && part != ".")
        parts.push_back(part);
      part.clear();
    } else {
      part += c;
    }
  return parts;
}

bool is_left_by_a_system(const std::vector<std::string> &parts) {
  return std::ranges::any_of(parts, [](const std::string &part) {
    return part == "__MACOSX" || part == ".DS_Store" || part == "Thumbs.db" || part == ".git" ||
           part.starts_with("._");
  });
}

std::string joined(const std::vector<std::string> &parts) {
  std::string path;
  for (const std::string &part : parts)
    path += (path.empty() ? "" : "/") + part;
  return path;
}

std::size_t bytes_of(const Submission &submission) {
  return std::accumulate(
      submission.files.begin(), submission.files.end(), std::size_t{0},
      [](std::size_t sum, const SubmittedFile &file) { return sum + file.bytes.size(); });
}

} // namespace

Admission::Admission(const IntakeLimits &limits, Submission &submission, std::string source)
    : limits_(limits), submission_(submission), source_(std::move(source)),
      unpacked_(std::make_shared<Unpacked>()) {}

Admission::Admission(const Admission &outer, std::string source) : Admission(outer) {
  source_ = std::move(source);
  admitted_ = 0;
  refused_ = 0;
  ++unpacked_->archives;
}

bool Admission::may_come(const std::string &name) {
  const std::vector<std::string> parts = parts_of(name);
  static const std::regex absolute(R"(^([/\\]|[A-Za-z]:).*)");
  if (parts.empty() || is_left_by_a_system(parts))
    return false;
  const auto is_too_long = [](const std::string &part) { return part.size() > kLongestName; };
  if (name.size() > kLongestPath || std::ranges::any_of(parts, is_too_long)) {
    submission_.notes.push_back(
        fmt::format("left out a file in {}: its name is too long for a file", source_));
    return false;
  }
  if (std::regex_match(name, absolute) || std::ranges::count(parts, "..") > 0) {
    submission_.notes.push_back(
        fmt::format("left out {} in {}: its name leads out of the archive", name, source_));
    return false;
  }
  if (parts.size() > static_cast<std::size_t>(limits_.depth)) {
    submission_.notes.push_back(
        fmt::format("left out {} in {}: more than {} folders deep", name, source_, limits_.depth));
    return false;
  }
  if (is_unread_archive(parts.back())) {
    submission_.notes.push_back(
        fmt::format("left out {}{}: archives of this kind are not read; hand in a .zip or .tar.gz",
                    name, name == source_ ? "" : " in " + source_));
    return false;
  }
  return true;
}

void Admission::take(const std::string &name, std::string bytes) {
  submission_.files.push_back({joined(parts_of(name)), std::move(bytes), source_});
  ++admitted_;
}

bool Admission::refuse_size(const std::string &name) {
  submission_.notes.push_back(
      fmt::format("left out {} in {}: it is larger than {} KB, or cannot be unpacked", name,
                  source_, limits_.file_bytes >> 10));
  return refuse_bomb();
}

bool Admission::refuse_bomb() {
  count_unpacked(limits_.file_bytes); // as much was read of it
  if (++refused_ < kRefusalsOfABomb)
    return true;
  submission_.notes.push_back(fmt::format(
      "{} unpacks to far more than a submission holds; the rest of it was not read", source_));
  return false;
}

bool Admission::is_full() {
  // A note is of a file too.
  const bool too_many = std::max({submission_.files.size(), submission_.notes.size(),
                                  unpacked_->archives}) >= limits_.files;
  if (!too_many && std::max(bytes_of(submission_), unpacked_->bytes) < limits_.total_bytes)
    return false;
  submission_.notes.push_back(
      too_many ? fmt::format("{} holds more than {} files; the rest of it was not read", source_,
                             limits_.files)
               : fmt::format("{} unpacks to more than {} MB; the rest of it was not read", source_,
                             limits_.total_bytes >> 20));
  return true;
}

} // namespace brigade::grader
