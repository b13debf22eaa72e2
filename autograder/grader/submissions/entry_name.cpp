#include "grader/report/text_lines.hpp"
#include "grader/submissions/submission.hpp"

#include <algorithm>
#include <cctype>
#include <regex>

namespace brigade::grader {
namespace {

constexpr std::size_t kLongestFolder = 100; // bytes

bool is_control(char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; }

/// Letters, digits and - . _; other characters (and runs of them) become one dash. Letters of other
/// scripts stay, in UTF-8.
std::string safe_name(std::string name) {
  std::ranges::replace_if(name, is_control, ' ');
  std::string safe;
  for (const char c : printable(name, true)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) || c == '_' || (c == '.' && !safe.empty()))
      safe += c;
    else if (!safe.empty() && safe.back() != '-')
      safe += '-';
  }
  safe.resize(whole_characters(safe, kLongestFolder));
  while (!safe.empty() && (safe.back() == '-' || safe.back() == '.'))
    safe.pop_back();
  return safe.empty() ? "unnamed" : safe;
}

/// The name without what no report can show; "\xfc" for a byte that is not UTF-8, so that two such
/// names stay two.
std::string readable_name(std::string name) {
  std::erase_if(name, is_control);
  return name.empty() ? "unnamed" : printable(name, true);
}

std::string without_archive_ending(const std::string &name) {
  static const std::regex ending(R"(\.(zip|tar|tgz|tar\.gz|rar|7z)$)", std::regex::icase);
  return std::regex_replace(name, ending, "");
}

/// Canvas names the second upload of ring.cpp "ring-1.cpp"; browsers name it "ring (1).cpp".
std::string without_version(const std::string &name) {
  static const std::regex version(R"(^(.+?)(?:-\d{1,2}| ?\(\d{1,2}\))(\.[A-Za-z+]+)$)");
  return std::regex_replace(name, version, "$1$2");
}

} // namespace

EntryName parse_entry_name(const std::string &name) {
  static const std::regex canvas(R"(^([^_]+)_(?:(LATE)_)?(\d+)_\d+_(.+)$)");
  static const std::regex moodle(R"(^(.+)_(\d+)_assignsubmission_(?:file|onlinetext)_?(.*)$)");
  static const std::regex gradescope(R"(^(submission_\d+)$)");
  std::smatch match;
  const auto named = [](const std::string &student, const std::string &id, bool is_late,
                        const std::string &file) {
    return EntryName{readable_name(student), safe_name(student), id, is_late, file};
  };
  if (std::regex_match(name, match, canvas))
    return named(match[1], match[3], match[2].matched, without_version(match[4]));
  if (std::regex_match(name, match, moodle))
    return named(match[1], match[2], false, without_version(match[3]));
  if (std::regex_match(name, match, gradescope))
    return named(match[1], "", false, "");
  return named(without_archive_ending(name), "", false, without_version(name));
}

} // namespace brigade::grader
