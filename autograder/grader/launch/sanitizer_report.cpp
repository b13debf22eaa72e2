#include "grader/launch/sanitizer_report.hpp"

#include "grader/launch/sanitizer_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

namespace brigade::grader {
namespace {

using Lines = std::vector<std::string_view>;

Lines lines_in(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.size(), lines.back().size() + 1));
  }
  return lines;
}

/// Address of "    #1 0x55e0c8 (/path/program+0x1234) (BuildId: …)" in the program's file.
std::optional<std::uint64_t> address_of(std::string_view frame, std::string_view program) {
  const auto name = frame.find("(" + std::string(program) + "+0x");
  if (name == frame.npos)
    return std::nullopt;
  const auto digits = frame.substr(name + program.size() + 4);
  std::uint64_t address = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), address, 16);
  return address;
}

bool is_frame(std::string_view text) {
  const auto mark = text.find_first_not_of(' ');
  return mark != text.npos && text[mark] == '#';
}

/// The student's lines of the frames that come next; the first is where it stood, the others are
/// return addresses.
std::vector<SourceLine> stack_after(const Lines &page, std::size_t at, std::string_view program,
                                    SourceLines &lines) {
  std::vector<std::uint64_t> addresses;
  bool began = false;
  for (++at; at < page.size(); ++at) {
    if (!is_frame(page[at])) {
      if (began)
        break;
      continue;
    }
    if (const auto address = address_of(page[at], program))
      addresses.push_back(*address - (began ? 1 : 0));
    began = true;
  }
  std::vector<SourceLine> stack;
  for (const auto &frame : lines.find(addresses))
    stack.insert(stack.end(), frame.begin(), frame.end());
  return stack;
}

std::string who(int rank, const RankNames &names) {
  return rank < 0 ? "The program" : names.beginning(rank);
}

std::string place_of(const std::vector<SourceLine> &stack) {
  return stack.empty() ? "" : fmt::format("{}:{}", stack.front().file, stack.front().line);
}

constexpr std::string_view kAddress = "ERROR: AddressSanitizer: ";
constexpr std::string_view kUndefined = ": runtime error: ";
constexpr std::string_view kLeak = "Direct leak of ";

/// "roll_call.cpp:10:48: runtime error: …"
bool is_undefined(std::string_view text) {
  const auto at = text.find(kUndefined);
  return at != text.npos && at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9' &&
         text.substr(0, at).find(':') != text.npos;
}

/// The number that stands right before `words` ("8-byte region"), or behind them; -1: none.
long number_before(std::string_view text, std::string_view words) {
  const auto at = text.find(words);
  if (at == text.npos)
    return -1;
  auto begin = at;
  while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9')
    --begin;
  long number = -1;
  std::from_chars(text.data() + begin, text.data() + at, number);
  return number;
}
long number_behind(std::string_view text, std::string_view words) {
  const auto at = text.find(words);
  long number = -1;
  if (at != text.npos)
    std::from_chars(text.data() + at + words.size(), text.data() + text.size(), number);
  return number;
}

std::string bytes(long count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); }

/// One report of AddressSanitizer, which begins at a line of a rank's page.
class AddressReport {
public:
  AddressReport(const Lines &page, std::size_t at, int rank, std::string_view program,
                SourceLines &lines, const RankNames &names)
      : page_(page), at_(at), rank_(rank), program_(program), lines_(lines), names_(names),
        name_(page[at].substr(page[at].find(kAddress) + kAddress.size())),
        kind_(
            std::find_if(kAddressKinds.begin(), kAddressKinds.end(),
                         [this](const AddressKind &one) { return name_.starts_with(one.name); })) {}

  CrashReport crash() const {
    CrashReport report;
    report.rank = names_.number(std::max(0, rank_));
    report.stack = stack_after(page_, at_, program_, lines_);
    const std::string place = place_of(report.stack);
    report.sentence = fmt::format("{} {}{}{} (AddressSanitizer: {}).", who(rank_, names_), deed(),
                                  place.empty() ? "" : ", at " + place, history(),
                                  is_known() && kind_->name.starts_with("attempting")
                                      ? "bad or double free"
                                      : name_.substr(0, name_.find(' ')));
    report.cause = is_known() ? std::string(kind_->cause) : "";
    return report;
  }

  /// A rank may be ended by another's abort in the middle of its page.
  bool is_whole() const {
    return std::any_of(
        page_.begin() + static_cast<std::ptrdiff_t>(at_), page_.end(),
        [](std::string_view line) { return line.starts_with("SUMMARY: AddressSanitizer: "); });
  }

private:
  bool is_known() const { return kind_ != kAddressKinds.end(); }

  /// The next line of this report with these words; empty where there is none.
  std::optional<std::size_t> line_with(std::string_view words) const {
    for (std::size_t at = at_ + 1; at < page_.size() && !page_[at].starts_with("SUMMARY: "); ++at)
      if (page_[at].find(words) != std::string_view::npos)
        return at;
    return std::nullopt;
  }
  std::string_view text_with(std::string_view words) const {
    const auto at = line_with(words);
    return at ? page_[*at] : std::string_view();
  }

  /// "reads 4 bytes right behind an array of 8 bytes"
  std::string deed() const {
    if (is_known() && kind_->name.starts_with("attempting") && line_with("freed by thread"))
      return "frees memory a second time";
    const bool writes = line_with("WRITE of size ").has_value();
    const long count = number_behind(text_with(writes ? "WRITE of size " : "READ of size "),
                                     writes ? "WRITE of size " : "READ of size ");
    const std::string place = beside();
    if (count <= 0 || place.empty())
      return is_known() ? std::string(kind_->words)
                        : fmt::format("misuses memory ({})", name_.substr(0, name_.find(" on ")));
    return fmt::format("{} {} {}", writes ? "writes" : "reads", bytes(count), place);
  }

  std::string beside() const {
    const std::string_view region = text_with("-byte region ");
    const long size = number_before(region, "-byte region ");
    if (size < 0)
      return beside_local();
    if (name_.starts_with("heap-use-after-free"))
      return fmt::format("of an array of {} that was freed", bytes(size));
    const long distance = number_behind(region, "is located ");
    const bool before =
        region.find(" before ") != region.npos || region.find("to the left of") != region.npos;
    const bool behind =
        region.find(" after ") != region.npos || region.find("to the right of") != region.npos;
    if (!before && !behind)
      return "";
    return fmt::format("{} an array of {}",
                       distance == 0
                           ? std::string(before ? "right before" : "right behind")
                           : fmt::format("{} {}", bytes(distance), before ? "before" : "behind"),
                       bytes(size));
  }

  /// Of "[32, 64) 'badges' (line 9) <== Memory access at offset 64 overflows this variable".
  std::string beside_local() const {
    const std::string_view text = text_with("<== Memory access at offset");
    const auto open = text.find('\''), close = text.find('\'', open + 1);
    if (open == text.npos || close == text.npos)
      return "";
    const std::string_view how = text.find("underflows") != text.npos  ? "before"
                                 : text.find("is inside") != text.npos ? "of, after its block,"
                                                                       : "behind";
    return fmt::format("{} the local variable {}", how, text.substr(open + 1, close - open - 1));
  }

  /// "; it was freed at a.cpp:7 and allocated at a.cpp:5"
  std::string history() const {
    std::string history;
    for (const auto &[words, what] :
         {std::pair{"freed by thread", "freed"}, std::pair{"allocated by thread", "allocated"}})
      if (const auto at = line_with(words))
        if (const std::string place = place_of(stack_after(page_, *at, program_, lines_));
            !place.empty())
          history +=
              fmt::format("{}{} at {}", history.empty() ? "; it was " : " and ", what, place);
    return history;
  }

  const Lines &page_;
  std::size_t at_;
  int rank_;
  std::string_view program_;
  SourceLines &lines_;
  const RankNames &names_;
  std::string_view name_;
  decltype(kAddressKinds)::const_iterator kind_;
};

/// "load of misaligned address 0x7ffd for type" without the number, which tells nobody anything.
std::string without_addresses(std::string_view words) {
  std::string text(words);
  for (std::size_t at = 0; (at = text.find(" 0x", at)) != text.npos;)
    text.erase(at, std::min(text.find_first_not_of("0123456789abcdef", at + 3), text.size()) - at);
  return text;
}

CrashReport undefined_report(std::string_view line, int rank, std::vector<SourceLine> stack,
                             const RankNames &names) {
  CrashReport report;
  report.rank = names.number(std::max(0, rank));
  const auto words = line.substr(line.find(kUndefined) + kUndefined.size());
  const std::string place = place_of(stack);
  report.sentence = fmt::format("{}: {}{} (UndefinedBehaviorSanitizer).", who(rank, names),
                                without_addresses(words), place.empty() ? "" : ", at " + place);
  report.cause = "The language gives this operation no meaning; the compiler may do anything.";
  for (const UndefinedCause &one : kUndefinedCauses)
    if (words.find(one.words) != words.npos) {
      report.cause = one.cause;
      break;
    }
  report.stack = std::move(stack);
  return report;
}

/// Its stack ends with an empty line.
bool has_whole_stack(const Lines &page, std::size_t at) {
  const auto frame =
      std::find_if(page.begin() + static_cast<std::ptrdiff_t>(at), page.end(), is_frame);
  return std::any_of(frame, page.end(), [](std::string_view line) { return line.empty(); });
}

std::string leak_note(const std::string &place) {
  // Without the number of bytes, which differs by rank and by size: one note for a place.
  return fmt::format("Memory that is allocated at {} is never freed (LeakSanitizer); this costs no "
                     "points. Let a std::vector own it.",
                     place);
}

} // namespace

SanitizerReports sanitizer_reports(const std::vector<SanitizerPage> &pages,
                                   const std::filesystem::path &program, SourceLines &lines,
                                   const RankNames &names) {
  SanitizerReports reports;
  const std::string file = program.string();
  bool crash_is_whole = false;
  const auto take_crash = [&](CrashReport crash, bool is_whole) {
    if (!reports.crash || (is_whole && !crash_is_whole)) {
      reports.crash = std::move(crash);
      crash_is_whole = is_whole;
    }
  };
  for (const SanitizerPage &whole : pages) {
    const Lines page = lines_in(whole.text);
    for (std::size_t at = 0; at < page.size(); ++at) {
      if (page[at].find(kAddress) != std::string_view::npos) {
        const AddressReport report(page, at, whole.rank, file, lines, names);
        take_crash(report.crash(), report.is_whole());
      } else if (is_undefined(page[at])) {
        take_crash(
            undefined_report(page[at], whole.rank, stack_after(page, at, file, lines), names),
            has_whole_stack(page, at));
      } else if (page[at].starts_with(kLeak)) {
        const std::string place = place_of(stack_after(page, at, file, lines));
        if (place.empty())
          continue; // a library's
        if (std::string note = leak_note(place);
            std::find(reports.leaks.begin(), reports.leaks.end(), note) == reports.leaks.end())
          reports.leaks.push_back(std::move(note));
      }
    }
  }
  return reports;
}

} // namespace brigade::grader
