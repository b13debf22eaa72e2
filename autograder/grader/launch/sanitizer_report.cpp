#include "grader/launch/sanitizer_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>

namespace brigade::grader {
namespace {

/// A line of the output: the rank that its label names, -1 where it has none.
struct LabelledLine {
  int rank = -1;
  std::string_view text, whole;
};

std::vector<LabelledLine> lines_in(std::string_view output) {
  std::vector<LabelledLine> lines;
  while (!output.empty()) {
    LabelledLine line;
    line.whole = line.text = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(output.size(), line.whole.size() + 1));
    const auto end = line.text.find("] ");
    int rank = 0;
    if (line.text.starts_with('[') && end != line.text.npos &&
        std::from_chars(line.text.data() + 1, line.text.data() + end, rank).ptr ==
            line.text.data() + end) {
      line.rank = rank;
      line.text.remove_prefix(end + 2);
    }
    lines.push_back(line);
  }
  return lines;
}

struct Kind {
  std::string_view name; ///< as the report begins
  std::string_view words, cause;
};
constexpr std::string_view kTooFar = "Look for an index, a count or a displacement that is too "
                                     "large: MPI writes as many elements as it is told.";
constexpr std::string_view kLivesLonger =
    "A buffer must live until its MPI_Wait; a reference into a vector dies when it grows.";
constexpr std::array kKinds = {
    Kind{"heap-buffer-overflow", "uses memory beside an array", kTooFar},
    Kind{"stack-buffer-overflow", "uses memory beside a local array", kTooFar},
    Kind{"stack-buffer-underflow", "uses memory before a local array", kTooFar},
    Kind{"dynamic-stack-buffer-overflow", "uses memory beside a local array", kTooFar},
    Kind{"global-buffer-overflow", "uses memory beside a global array", kTooFar},
    Kind{"container-overflow", "uses memory behind the elements of a container",
         "reserve() makes room and no elements: use resize()."},
    Kind{"heap-use-after-free", "uses memory that was freed", kLivesLonger},
    Kind{"stack-use-after-scope", "uses a local variable after its block", kLivesLonger},
    Kind{"stack-use-after-return", "uses a local variable after its function", kLivesLonger},
    Kind{"attempting double-free", "frees memory twice", "Let a std::vector own it."},
    // The harness counts what is freed, and so asks for its size first.
    Kind{"attempting to call malloc_usable_size()", "frees memory that is not allocated",
         "It was freed already, or the pointer is not what new gave: let a std::vector own it."},
    Kind{"attempting free on address", "frees what was never allocated",
         "delete and free take only what new and malloc gave: let a std::vector own it."},
    Kind{"alloc-dealloc-mismatch", "frees memory in another way than it was allocated",
         "new[] needs delete[]; let a std::vector own it."},
    Kind{"stack-overflow", "has filled the stack",
         "A function calls itself without an end, or a local array is too large."},
    Kind{"memcpy-param-overlap", "copies between buffers that overlap",
         "Use another buffer, or MPI_IN_PLACE."},
    Kind{"negative-size-param", "copies a negative number of bytes",
         "Look for a count that became negative."},
    Kind{"allocation-size-too-big", "asks for more memory than there can be",
         "Look for a size that became negative."},
    Kind{"requested allocation size", "asks for more memory than there can be",
         "Look for a size that became negative."},
    Kind{"SEGV", "uses an address that belongs to nothing (segmentation fault)",
         "A null pointer, or an index that is far too large."},
    Kind{"FPE", "divides a whole number by 0", "Look at / and %."},
};

/// The same for what UndefinedBehaviorSanitizer says, by words that stand in it.
struct UndefinedCause {
  std::string_view words, cause;
};
constexpr std::array kUndefinedCauses = {
    UndefinedCause{"out of bounds", "The array has no such element: look at the index, and at the "
                                    "condition of the loop around it."},
    UndefinedCause{"division by zero", "Look at / and %."},
    UndefinedCause{"integer overflow",
                   "The result does not fit into its type: compute with std::int64_t."},
    UndefinedCause{"cannot be represented",
                   "The result does not fit into its type: compute with std::int64_t."},
    UndefinedCause{"representable values",
                   "The result does not fit into its type: compute with std::int64_t."},
    UndefinedCause{"null pointer",
                   "Something was not allocated, or an empty container's data() was read."},
    UndefinedCause{"without returning a value", "A way through the function ends without return."},
    UndefinedCause{"shift exponent", "A shift is by less than the bits of its type, and not by "
                                     "less than 0."},
};

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

/// The student's lines of the frames that come next of this rank; the first is where it stood, the
/// others are return addresses.
std::vector<SourceLine> stack_after(const std::vector<LabelledLine> &output, std::size_t at,
                                    std::string_view program, SourceLines &lines) {
  const int rank = output[at].rank;
  std::vector<std::uint64_t> addresses;
  bool began = false;
  for (++at; at < output.size(); ++at) {
    if (output[at].rank != rank)
      continue;
    if (!is_frame(output[at].text)) {
      if (began)
        break;
      continue;
    }
    if (const auto address = address_of(output[at].text, program))
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

/// "roll_call.cpp:10:48: runtime error: …", and nothing that a student prints by chance.
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

/// One report of AddressSanitizer: the lines of one rank among all that was printed.
class AddressReport {
public:
  AddressReport(const std::vector<LabelledLine> &output, std::size_t at, std::string_view program,
                SourceLines &lines, const RankNames &names)
      : output_(output), at_(at), program_(program), lines_(lines), names_(names),
        name_(output[at].text.substr(output[at].text.find(kAddress) + kAddress.size())),
        kind_(std::find_if(kKinds.begin(), kKinds.end(),
                           [this](const Kind &one) { return name_.starts_with(one.name); })) {}

  CrashReport crash() const {
    CrashReport report;
    report.rank = names_.number(std::max(0, output_[at_].rank));
    report.stack = stack_after(output_, at_, program_, lines_);
    const std::string place = place_of(report.stack);
    report.sentence = fmt::format(
        "{} {}{}{} (AddressSanitizer: {}).", who(output_[at_].rank, names_), deed(),
        place.empty() ? "" : ", at " + place, history(),
        is_known() && kind_->name.starts_with("attempting") ? "bad or double free"
                                                            : name_.substr(0, name_.find(' ')));
    report.cause = is_known() ? std::string(kind_->cause) : "";
    return report;
  }

private:
  bool is_known() const { return kind_ != kKinds.end(); }

  /// The next line of this report with these words; empty where there is none.
  std::optional<std::size_t> line_with(std::string_view words) const {
    for (std::size_t at = at_ + 1; at < output_.size(); ++at)
      if (output_[at].rank == output_[at_].rank) {
        if (output_[at].text.starts_with("SUMMARY: "))
          break;
        if (output_[at].text.find(words) != std::string_view::npos)
          return at;
      }
    return std::nullopt;
  }
  std::string_view text_with(std::string_view words) const {
    const auto at = line_with(words);
    return at ? output_[*at].text : std::string_view();
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
        if (const std::string place = place_of(stack_after(output_, *at, program_, lines_));
            !place.empty())
          history +=
              fmt::format("{}{} at {}", history.empty() ? "; it was " : " and ", what, place);
    return history;
  }

  const std::vector<LabelledLine> &output_;
  std::size_t at_;
  std::string_view program_;
  SourceLines &lines_;
  const RankNames &names_;
  std::string_view name_;
  decltype(kKinds)::const_iterator kind_;
};

/// "load of misaligned address 0x7ffd for type" without the number, which tells nobody anything.
std::string without_addresses(std::string_view words) {
  std::string text(words);
  for (std::size_t at = 0; (at = text.find(" 0x", at)) != text.npos;)
    text.erase(at, std::min(text.find_first_not_of("0123456789abcdef", at + 3), text.size()) - at);
  return text;
}

CrashReport undefined_report(const LabelledLine &line, std::vector<SourceLine> stack,
                             const RankNames &names) {
  CrashReport report;
  report.rank = names.number(std::max(0, line.rank));
  const auto words = line.text.substr(line.text.find(kUndefined) + kUndefined.size());
  const std::string place = place_of(stack);
  report.sentence = fmt::format("{}: {}{} (UndefinedBehaviorSanitizer).", who(line.rank, names),
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

// A rank may be ended by another's abort in the middle of its page.
bool has_summary(const std::vector<LabelledLine> &all, std::size_t at) {
  return std::any_of(all.begin() + static_cast<std::ptrdiff_t>(at), all.end(),
                     [&](const LabelledLine &line) {
                       return line.rank == all[at].rank &&
                              line.text.starts_with("SUMMARY: AddressSanitizer: ");
                     });
}

} // namespace

SanitizerReports sanitizer_reports(std::string_view output, const std::filesystem::path &program,
                                   SourceLines &lines, const RankNames &names) {
  SanitizerReports reports;
  const std::string file = program.string();
  const std::vector<LabelledLine> all = lines_in(output);
  bool crash_is_whole = false;
  for (std::size_t at = 0; at < all.size(); ++at) {
    const std::string_view text = all[at].text;
    if (text.find(kAddress) != text.npos) {
      const bool is_whole = has_summary(all, at);
      if (!reports.crash || (is_whole && !crash_is_whole)) {
        reports.crash = AddressReport(all, at, file, lines, names).crash();
        crash_is_whole = is_whole;
      }
    } else if (!reports.crash && is_undefined(text)) {
      reports.crash = undefined_report(all[at], stack_after(all, at, file, lines), names);
      crash_is_whole = true;
    } else if (text.starts_with(kLeak)) {
      const std::string place = place_of(stack_after(all, at, file, lines));
      if (place.empty())
        continue; // a library's
      // Without the number of bytes, which differs by rank and by size: one note for a place.
      std::string note = fmt::format("Memory that is allocated at {} is never freed "
                                     "(LeakSanitizer); this costs no points. Let a std::vector "
                                     "own it.",
                                     place);
      if (std::find(reports.leaks.begin(), reports.leaks.end(), note) == reports.leaks.end())
        reports.leaks.push_back(std::move(note));
    }
  }
  return reports;
}

std::string without_sanitizer_reports(std::string_view output) {
  std::vector<LabelledLine> kept;
  std::vector<int> inside; // ranks whose report goes on
  for (const LabelledLine &line : lines_in(output)) {
    if (std::find(inside.begin(), inside.end(), line.rank) != inside.end())
      continue;
    const bool begins =
        line.text.starts_with("=================================================") ||
        (line.text.starts_with("==") && line.text.find("ERROR: ") != line.text.npos) ||
        is_undefined(line.text);
    if (!begins) {
      kept.push_back(line);
      continue;
    }
    // After its last line of an error the process ends, so all that a rank prints then belongs to
    // it, and so does an empty line before.
    inside.push_back(line.rank);
    const auto last = std::find_if(kept.rbegin(), kept.rend(), [&line](const LabelledLine &one) {
      return one.rank == line.rank;
    });
    if (last != kept.rend() && last->text.empty())
      kept.erase(std::next(last).base());
  }
  std::string text;
  for (const LabelledLine &line : kept)
    text += std::string(line.whole) + "\n";
  return text;
}

} // namespace brigade::grader
