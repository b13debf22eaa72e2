#include "grader/launch/stack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace brigade::grader {
namespace {

using records::EndPage;
using records::OutsideCall;
using records::OutsideKind;

std::string name_of(const OutsideCall &call) {
  const auto end = std::find(call.name.begin(), call.name.end(), '\0');
  std::string name(call.name.begin(), end);
  // It is the student's text: nothing in it may steer a terminal.
  std::replace_if(
      name.begin(), name.end(), [](unsigned char letter) { return letter < 32 || letter == 127; },
      '?');
  return name;
}

std::string of_file(const OutsideCall &call, const std::string &place) {
  const std::string name = name_of(call);
  const bool writes = call.detail != 0;
  if (call.number != 0)
    return fmt::format("It tried to {} {} {} ({}).", writes ? "write to" : "read", name, place,
                       std::strerror(call.number));
  return fmt::format("It {} {} {}, a file that is none of the exercise's.",
                     writes ? "wrote to" : "read", name, place);
}

std::string of_signal(const OutsideCall &call, const std::string &place) {
  const std::string whom = call.detail == OutsideCall::kToParent ? "the process that had started it"
                           : call.detail == 0                    ? "its own process group"
                           : call.detail == -1                   ? "every process that it can reach"
                           : call.detail < -1 ? fmt::format("process group {}", -call.detail)
                                              : fmt::format("process {}", call.detail);
  return fmt::format("It sent signal {} to {} {} (kill).", call.number, whom, place);
}

std::string sentence_of(const OutsideCall &call, const std::string &place) {
  switch (call.kind) {
  case OutsideKind::file:
    return of_file(call, place);
  case OutsideKind::signal:
    return of_signal(call, place);
  case OutsideKind::process:
    return fmt::format("It started a process of its own {} ({}); whatever outlives the run is "
                       "ended.",
                       place, name_of(call));
  case OutsideKind::network:
    return fmt::format("It asked for the network {} (socket); in a sandbox there is none.", place);
  }
  return "";
}

/// A copy: what is in the page may still change.
std::vector<OutsideCall> kept_calls(const EndPage &page) {
  const auto kept = std::min(page.outside_count.load(), EndPage::kMaxOutside);
  return {page.outside.begin(), page.outside.begin() + kept};
}

} // namespace

bool EndPages::sent_to_parent(int signal) const {
  return std::ranges::any_of(pages_, [signal](const EndPage *page) {
    return std::ranges::any_of(kept_calls(*page), [signal](const OutsideCall &call) {
      return call.kind == OutsideKind::signal && call.detail == OutsideCall::kToParent &&
             call.number == signal;
    });
  });
}

std::vector<std::string> EndPages::outside_calls(SourceLines &lines,
                                                 const std::filesystem::path &own) const {
  std::vector<std::string> sentences;
  for (const EndPage *page : pages_) {
    for (const OutsideCall &call : kept_calls(*page)) {
      if (call.kind == OutsideKind::file && name_of(call).starts_with(own.string()))
        continue;
      const auto line = student_of(call, *page, lines);
      if (!line)
        continue;
      std::string sentence = sentence_of(call, fmt::format("at {}:{}", line->file, line->line));
      if (!sentence.empty() &&
          std::find(sentences.begin(), sentences.end(), sentence) == sentences.end())
        sentences.push_back(std::move(sentence));
    }
  }
  return sentences;
}

std::optional<SourceLine> EndPages::student_of(const OutsideCall &call, const EndPage &page,
                                               SourceLines &lines) const {
  // Below the student's frame lie the note, the call, and the C++ library's frames. What stands far
  // above is not the caller.
  constexpr std::size_t kDeepest = 7;
  const std::size_t count = std::min<std::size_t>(call.count, kDeepest);
  std::vector<std::uint64_t> addresses;
  for (std::size_t at = 0; at < count; ++at)
    addresses.push_back(call.addresses.at(at) - page.load_base - 1);
  for (const auto &frame : lines.find(addresses))
    if (!frame.empty())
      return frame.front();
  return std::nullopt;
}

} // namespace brigade::grader
