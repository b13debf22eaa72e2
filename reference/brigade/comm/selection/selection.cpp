#include "brigade/comm/selection/selection.hpp"

#include "brigade/comm/mpi_error.hpp"
#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"
#include "brigade/tracer/wait.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <sstream>

namespace brigade {
namespace {

constexpr std::string_view kBuiltIn = R"(
# Inside a node the window is faster than messages at every size, and than the MPI library's own.
all_reduce      any  any  any    window
all_reduce      any  any  0-64K  recursive_doubling
all_reduce      any  any  any    ring
reduce_scatter  any  any  any    window
reduce_scatter  any  any  0-64K  plain
reduce_scatter  any  any  any    ring
all_gather      any  any  any    window
all_gather      any  any  0-64K  plain
all_gather      any  any  any    ring
all_to_all      any  any  any    window
all_to_all      any  any  any    pairwise
broadcast       any  any  any    window
broadcast       any  any  any    tree
barrier         any  any  any    window
barrier         any  any  any    recursive_doubling
)";

constexpr std::array kCollectives{Collective::all_reduce, Collective::reduce_scatter,
                                  Collective::all_gather, Collective::all_to_all,
                                  Collective::broadcast,  Collective::barrier};
constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

std::vector<std::string> words_of(std::string_view line) {
  std::istringstream stream{std::string(line.substr(0, line.find('#')))};
  return {std::istream_iterator<std::string>(stream), {}};
}

/// Reads one line of the table; its errors say where it stands.
class RowReader {
public:
  RowReader(const std::string &source, int line) : source_(source), line_(line) {}

  SelectionRow read(const std::vector<std::string> &words) const {
    if (words.size() != 5)
      fail(fmt::format("a row has 5 words (collective, cores, ranks, bytes, algorithm), not {}",
                       words.size()));
    SelectionRow row{collective(words[0]), cores(words[1]), range("ranks", words[2]),
                     range("bytes", words[3]), Algorithm::plain};
    row.algorithm = algorithm(row.collective, words[4]);
    if (row.collective == Collective::all_to_all && row.bytes != SelectionRange{})
      fail(
          "the bytes of all_to_all must be `any`: no member knows what the others give each other");
    return row;
  }

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw InputError(fmt::format("{}:{}: {}", source_, line_, what));
  }

  Collective collective(const std::string &word) const {
    for (Collective known : kCollectives)
      if (to_string(known) == word)
        return known;
    std::vector<std::string_view> names;
    for (Collective known : kCollectives)
      names.push_back(to_string(known));
    fail(fmt::format("`{}` is not a collective; there are {}", word, fmt::join(names, ", ")));
  }

  std::optional<bool> cores(const std::string &word) const {
    if (word == "any")
      return std::nullopt;
    if (word == "crowded" || word == "enough")
      return word == "crowded";
    fail(fmt::format("cores are `any`, `enough` or `crowded`, not `{}`", word));
  }

  SelectionRange range(std::string_view name, const std::string &word) const {
    if (word == "any")
      return {};
    const std::size_t dash = word.find('-');
    const auto first = number(word.substr(0, dash));
    const auto last = dash == std::string::npos ? first
                      : dash + 1 == word.size() ? kUnbounded
                                                : number(word.substr(dash + 1));
    if (!first || !last || *first > *last)
      fail(fmt::format("{} are `any`, a number, `a-b` with a <= b, or `a-`, not `{}`", name, word));
    return {*first, *last};
  }

  static std::optional<std::size_t> number(const std::string &word) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{})
      return std::nullopt;
    const std::string_view unit(end, static_cast<std::size_t>(word.data() + word.size() - end));
    const int shift = unit == "K" ? 10 : unit == "M" ? 20 : 0;
    if ((shift == 0 && !unit.empty()) || value > kUnbounded >> shift)
      return std::nullopt;
    return value << shift;
  }

  Algorithm algorithm(Collective of, const std::string &word) const {
    std::vector<std::string_view> names;
    for (Algorithm known : algorithms_of(of)) {
      if (to_string(known) == word)
        return known;
      names.push_back(to_string(known));
    }
    fail(fmt::format("{} has no algorithm `{}`; it has {}", to_string(of), word,
                     fmt::join(names, ", ")));
  }

  const std::string &source_;
  int line_;
};

bool is_always_possible(const SelectionRow &row) {
  return !row.crowded && row.ranks == SelectionRange{} && row.bytes == SelectionRange{} &&
         row.algorithm != Algorithm::window && row.algorithm != Algorithm::library;
}

std::string text_of(SelectionRange range) {
  const auto number = [](std::size_t value) {
    if (value > 0 && value % (1 << 20) == 0)
      return fmt::format("{}M", value >> 20);
    if (value > 0 && value % (1 << 10) == 0)
      return fmt::format("{}K", value >> 10);
    return fmt::format("{}", value);
  };
  if (range == SelectionRange{})
    return "any";
  if (range.first == range.last)
    return number(range.first);
  return number(range.first) + "-" + (range.last == kUnbounded ? "" : number(range.last));
}

/// Gives rank 0's bytes to all ranks.
void broadcast_bytes(MPI_Comm comm, void *data, std::size_t bytes) {
  MPI_Request request = MPI_REQUEST_NULL;
  check(PMPI_Ibcast(data, static_cast<int>(bytes), MPI_BYTE, 0, comm, &request), "MPI_Ibcast");
  check(wait(&request), "MPI_Ibcast");
}

/// Where the table comes from, and what it says.
struct Source {
  std::string name = "the built-in selection table";
  std::string text{kBuiltIn};
  bool readable = true;
};

Source read_source() {
  Source source;
  const char *name = std::getenv("BRIGADE_SELECTION");
  if (!name || !*name)
    return source;
  source.name = name;
  std::optional<std::string> text = read_file_if_any(source.name);
  source.readable = text.has_value();
  source.text = std::move(text).value_or("");
  return source;
}

} // namespace

Selection Selection::parse(std::string_view text, const std::string &source) {
  Selection selection;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number)
    if (const auto words = words_of(line); !words.empty())
      selection.rows_.push_back(RowReader(source, number).read(words));
  for (Collective collective : kCollectives)
    if (std::ranges::none_of(selection.rows_, [&](const SelectionRow &row) {
          return row.collective == collective && is_always_possible(row);
        }))
      throw InputError(
          fmt::format("{}: {} has no row that is always possible; end with `{} any any any plain`",
                      source, to_string(collective), to_string(collective)));
  return selection;
}

Selection Selection::built_in() { return parse(kBuiltIn, Source{}.name); }

Selection Selection::share(MPI_Comm comm, bool crowded) {
  int rank = 0;
  check(PMPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  Source source;
  if (rank == 0)
    source = read_source();
  struct {
    std::size_t name, text;
    bool readable, crowded;
  } header{source.name.size(), source.text.size(), source.readable, crowded};
  broadcast_bytes(comm, &header, sizeof header);
  source.name.resize(header.name);
  source.text.resize(header.text);
  broadcast_bytes(comm, source.name.data(), header.name);
  broadcast_bytes(comm, source.text.data(), header.text);
  if (!header.readable)
    throw InputError(fmt::format(
        "cannot read the selection table `{}` that BRIGADE_SELECTION names; give a file "
        "that rank 0 can read, or unset it",
        source.name));
  Selection selection = parse(source.text, source.name);
  selection.crowded_ = header.crowded;
  return selection;
}

Algorithm Selection::choose(const SelectionQuestion &question) const {
  for (const SelectionRow &row : rows_) {
    const bool possible = row.algorithm == Algorithm::window    ? question.window_possible
                          : row.algorithm == Algorithm::library ? question.library_possible
                                                                : true;
    if (possible && row.collective == question.collective &&
        row.crowded.value_or(crowded_) == crowded_ && row.ranks.holds(question.ranks) &&
        row.bytes.holds(question.bytes))
      return row.algorithm;
  }
  return Algorithm::plain; // only of an empty table: parse() asks for a row that always fits
}

std::string to_string(const Selection &selection) {
  std::string text;
  for (const SelectionRow &row : selection.rows())
    text += fmt::format("{:<14}  {:<7}  {:<7}  {:<12}  {}\n", to_string(row.collective),
                        !row.crowded   ? "any"
                        : *row.crowded ? "crowded"
                                       : "enough",
                        text_of(row.ranks), text_of(row.bytes), to_string(row.algorithm));
  return text;
}

} // namespace brigade
