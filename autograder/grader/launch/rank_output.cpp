#include "grader/launch/rank_output.hpp"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

namespace brigade::grader {
namespace {

/// "[3] text" is line "text" of rank 3; without a label (a pure exercise), of rank 0.
struct Line {
  int rank = 0;
  std::string_view text;
};
Line labelled(std::string_view line) {
  Line read{0, line};
  if (!line.starts_with('['))
    return read;
  const auto [rest, error] = std::from_chars(line.data() + 1, line.data() + line.size(), read.rank);
  const auto label = static_cast<std::size_t>(rest - line.data());
  if (error != std::errc{} || line.substr(label, 2) != "] ")
    return {0, line};
  read.text = line.substr(label + 2);
  return read;
}

bool begins_abort(std::string_view text) {
  return text.starts_with("Abort(") && text.find(") on node ") != text.npos;
}
/// A line of the stack of calls that MPI prints below: "internal_Send(78).: Invalid rank …".
bool is_of_error_stack(std::string_view text) {
  const auto close = text.find(')');
  const auto colon = close == text.npos ? close : text.find_first_not_of('.', close + 1);
  return colon != text.npos && text.find('(') < close && text.substr(colon).starts_with(": ");
}

int number_behind(std::string_view text, std::string_view word) {
  int number = -1;
  if (const auto at = text.find(word); at != text.npos)
    std::from_chars(text.data() + at + word.size(), text.data() + text.size(), number);
  return number;
}

} // namespace

void RankOutput::add(const std::string &text) {
  text_ += text;
  if (text_.size() > 2 * kKeptBytes) {
    text_.erase(0, text_.size() - kKeptBytes);
    is_cut_ = true;
  }
}

std::string RankOutput::tail() const {
  std::string tail;
  std::istringstream lines(text_);
  std::string line;
  if (is_cut_ && std::getline(lines, line)) // its beginning is gone
    tail = "…\n";
  bool inside_abort = false;
  while (std::getline(lines, line)) {
    const std::string_view text = labelled(line).text;
    if (begins_abort(text)) {
      inside_abort = true;
      continue;
    }
    inside_abort = inside_abort && is_of_error_stack(text);
    if (!inside_abort)
      tail += line + "\n";
  }
  return tail;
}

std::optional<AbortWords> RankOutput::abort() const {
  if (launcher_.abort_code)
    return AbortWords{launcher_.abort_rank.value_or(0), *launcher_.abort_code, ""};
  std::istringstream lines(text_);
  std::optional<AbortWords> words;
  bool reads_stack = false;
  for (std::string line; std::getline(lines, line);) {
    const auto [rank, text] = labelled(line);
    if (words) {
      reads_stack = reads_stack && rank == words->rank && is_of_error_stack(text);
      if (reads_stack)
        words->error += fmt::format("\n{}", text);
      continue;
    }
    if (!begins_abort(text))
      continue;
    words = AbortWords{rank, number_behind(text, "Abort("), ""};
    if (const auto fatal = text.find("Fatal error in "); fatal != text.npos) {
      words->error = text.substr(fatal);
      reads_stack = true;
    }
  }
  return words;
}

} // namespace brigade::grader
