#include "brigade/supervisor/launcher_words.hpp"

#include <charconv>
#include <vector>

namespace brigade {
namespace {

struct LinePattern {
  std::string begin;
  std::string inside; ///< somewhere in the rest
  bool blank = false; ///< an empty line

  bool matches(std::string_view line) const {
    return blank ? line.empty()
                 : line.starts_with(begin) && line.find(inside, begin.size()) != line.npos;
  }
  bool may_match(std::string_view unfinished) const {
    const auto length = std::min(unfinished.size(), begin.size());
    return unfinished.substr(0, length) == std::string_view(begin).substr(0, length) &&
           (!blank || unfinished.empty());
  }
};
using Banner = std::vector<LinePattern>;

/// As hydra (the launcher of MPICH), MPI_Abort and hwloc (below MPICH) print them.
const std::vector<Banner> &banners() {
  static const std::vector<Banner> all = [] {
    const std::string rule(83, '=');
    const Banner killed = {
        {rule, ""},
        {"=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES", ""},
        {"=   PID ", ""},
        {"=   EXIT CODE: ", ""},
        {"=   CLEANING UP REMAINING PROCESSES", ""},
        {"=   YOU CAN IGNORE THE BELOW CLEANUP MESSAGES", ""},
        {rule, ""},
        {"YOUR APPLICATION TERMINATED WITH THE EXIT STRING: ", ""},
        {"This typically refers to a problem with your application.", ""},
        {"Please see the FAQ page for debugging suggestions", ""},
    };
    Banner killed_after_blank = killed;
    killed_after_blank.insert(killed_after_blank.begin(), {"", "", true});
    return std::vector<Banner>{killed_after_blank,
                               killed,
                               {{"Abort(", ": application called MPI_Abort("}},
                               {{"[mpiexec@", ""}},
                               {{"[proxy:", ""}},
                               // A process that cannot be started writes its line in three
                               // pieces, and several at once mix theirs.
                               {{"HYDU_create_process (", "execvp error"}},
                               {{"execvp error on file ", ""}},
                               {{"[hwloc/", ""}}}; // in a container without /sys
  }();
  return all;
}

enum class Match { none, partial, full };

Match match(std::string_view text, const Banner &banner) {
  for (const LinePattern &pattern : banner) {
    const auto end = text.find('\n');
    if (end == text.npos)
      return pattern.may_match(text) ? Match::partial : Match::none;
    if (!pattern.matches(text.substr(0, end)))
      return Match::none;
    text.remove_prefix(end + 1);
  }
  return text.empty() ? Match::full : Match::none;
}

Match match(std::string_view text) {
  Match best = Match::none;
  for (const Banner &banner : banners())
    best = std::max(best, match(text, banner));
  return best;
}

/// The rest of the line behind `mark`, or nothing.
std::string_view behind(std::string_view text, std::string_view mark) {
  const auto at = text.find(mark);
  if (at == text.npos)
    return {};
  text.remove_prefix(at + mark.size());
  return text.substr(0, text.find('\n'));
}

std::optional<int> number_behind(std::string_view text, std::string_view mark) {
  const std::string_view rest = behind(text, mark);
  int number = 0;
  if (std::from_chars(rest.data(), rest.data() + rest.size(), number).ec != std::errc{})
    return std::nullopt;
  return number;
}

void keep(std::string_view banner, LauncherWords &words) {
  if (banner.starts_with("Abort(")) {
    words.abort_code = number_behind(banner, "Abort(");
    words.abort_rank = number_behind(banner, "(rank ");
  } else if (banner.starts_with("[") || banner.starts_with("HYDU_") ||
             banner.starts_with("execvp error")) {
    words.other += banner;
  } else {
    words.signal = behind(banner, "EXIT STRING: ");
  }
}

} // namespace

std::string LauncherFilter::take(std::string_view bytes) {
  std::string shown;
  while (!bytes.empty()) {
    if (inside_line_) {
      const auto end = bytes.find('\n');
      inside_line_ = end == bytes.npos;
      const auto length = inside_line_ ? bytes.size() : end + 1;
      shown += bytes.substr(0, length);
      bytes.remove_prefix(length);
      continue;
    }
    held_ += bytes.front();
    bytes.remove_prefix(1);
    switch (match(held_)) {
    case Match::partial:
      break;
    case Match::full:
      keep(held_, words_);
      held_.clear();
      break;
    case Match::none:
      shown += release();
    }
  }
  return shown;
}

std::string LauncherFilter::release() {
  // What follows the first line may itself begin a banner.
  const auto end = held_.find('\n');
  const std::string first = held_.substr(0, end == held_.npos ? end : end + 1);
  const std::string rest = held_.substr(first.size());
  held_.clear();
  inside_line_ = first.back() != '\n';
  return first + take(rest);
}

std::string LauncherFilter::flush() {
  std::string shown;
  while (!held_.empty())
    shown += release();
  return shown;
}

} // namespace brigade
