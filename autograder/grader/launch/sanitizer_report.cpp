#include "grader/launch/sanitizer_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

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
  std::string_view name, words, cause;
};
constexpr std::array kKinds = {
    Kind{"heap-buffer-overflow", "an access past the end (or before the beginning) of an array",
         "Look for an index, a count or a displacement that is too large: MPI writes as many "
         "elements as it is told."},
    Kind{"stack-buffer-overflow", "an access past the end of a local array",
         "Look for an index, a count or a displacement that is too large."},
    Kind{"global-buffer-overflow", "an access past the end of a global array",
         "Look for an index or a count that is too large."},
    Kind{"container-overflow", "an access behind the elements of a container",
         "reserve() makes room and no elements: use resize()."},
    Kind{"heap-use-after-free", "memory was used after it was freed",
         "A buffer must live until its MPI_Wait; a reference into a vector dies when it grows."},
    Kind{"stack-use-after-scope", "a local variable was used after its block",
         "A buffer must live until its MPI_Wait."},
    Kind{"stack-use-after-return", "a local variable was used after its function",
         "A buffer must live until its MPI_Wait."},
    Kind{"attempting double-free", "memory was freed twice", "Let a std::vector own it."},
    Kind{"alloc-dealloc-mismatch", "memory was freed in another way than it was allocated",
         "new[] needs delete[]; let a std::vector own it."},
    Kind{"stack-overflow", "the stack is full",
         "A function calls itself without an end, or a local array is too large."},
    Kind{"memcpy-param-overlap", "source and destination of a copy overlap",
         "Use another buffer, or MPI_IN_PLACE."},
    Kind{"allocation-size-too-big", "more memory was asked for than there can be",
         "Look for a size that became negative."},
    Kind{"requested allocation size", "more memory was asked for than there can be",
         "Look for a size that became negative."},
    Kind{"SEGV", "segmentation fault", "A null pointer, or an index that is far too large."},
    Kind{"FPE", "a whole number was divided by 0", "Look at / and %."},
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

std::string where(const std::vector<SourceLine> &stack) {
  return stack.empty() ? "" : fmt::format(" at {}:{}", stack.front().file, stack.front().line);
}

constexpr std::string_view kAddress = "ERROR: AddressSanitizer: ";
constexpr std::string_view kUndefined = "runtime error: ";
constexpr std::string_view kLeak = "irect leak of "; // direct, indirect

CrashReport address_report(const LabelledLine &line, std::vector<SourceLine> stack,
                           const RankNames &names) {
  const auto text = line.text.substr(line.text.find(kAddress) + kAddress.size());
  const auto *const kind = std::find_if(
      kKinds.begin(), kKinds.end(), [text](const Kind &one) { return text.starts_with(one.name); });
  CrashReport report;
  report.rank = names.number(std::max(0, line.rank));
  report.sentence = fmt::format("{}: {}{} (AddressSanitizer).", who(line.rank, names),
                                kind == kKinds.end() ? text.substr(0, text.find(' ')) : kind->words,
                                where(stack));
  report.cause = kind == kKinds.end() ? "" : std::string(kind->cause);
  report.stack = std::move(stack);
  return report;
}

CrashReport undefined_report(const LabelledLine &line, std::vector<SourceLine> stack,
                             const RankNames &names) {
  CrashReport report;
  report.rank = names.number(std::max(0, line.rank));
  const auto words = line.text.substr(line.text.find(kUndefined) + kUndefined.size());
  report.sentence = fmt::format("{}: {}{} (UndefinedBehaviorSanitizer).", who(line.rank, names),
                                words, where(stack));
  report.cause = "The language gives this operation no meaning; the compiler may do anything.";
  report.stack = std::move(stack);
  return report;
}

} // namespace

SanitizerReports sanitizer_reports(std::string_view output, const std::filesystem::path &program,
                                   SourceLines &lines, const RankNames &names) {
  SanitizerReports reports;
  const std::vector<LabelledLine> all = lines_in(output);
  for (std::size_t at = 0; at < all.size(); ++at) {
    const std::string_view text = all[at].text;
    if (!reports.crash && text.find(kAddress) != text.npos) {
      reports.crash = address_report(all[at], stack_after(all, at, program.string(), lines), names);
    } else if (!reports.crash && text.find(kUndefined) != text.npos) {
      reports.crash =
          undefined_report(all[at], stack_after(all, at, program.string(), lines), names);
    } else if (text.find(kLeak) != text.npos && text.starts_with("Direct")) {
      const auto stack = stack_after(all, at, program.string(), lines);
      if (stack.empty())
        continue; // a library's
      std::string note =
          fmt::format("{} byte(s) allocated{} were never freed.",
                      std::atoll(text.data() + text.find(kLeak) + kLeak.size()), where(stack));
      if (std::find(reports.leaks.begin(), reports.leaks.end(), note) == reports.leaks.end())
        reports.leaks.push_back(std::move(note));
    }
  }
  return reports;
}

std::string without_sanitizer_reports(std::string_view output) {
  std::string kept;
  std::vector<int> inside; // ranks whose report goes on
  for (const LabelledLine &line : lines_in(output)) {
    const bool begins =
        line.text.starts_with("=================================================") ||
        (line.text.starts_with("==") && line.text.find("ERROR: ") != line.text.npos) ||
        line.text.find(kUndefined) != line.text.npos;
    const bool is_inside = std::find(inside.begin(), inside.end(), line.rank) != inside.end();
    if (begins && !is_inside)
      inside.push_back(line.rank);
    if (!begins && !is_inside)
      kept += std::string(line.whole) + "\n";
    // After its last line of an error the process ends, so all that a rank prints then belongs to
    // it.
  }
  return kept;
}

} // namespace brigade::grader
