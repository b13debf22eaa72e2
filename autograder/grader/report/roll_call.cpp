#include "grader/report/roll_call.hpp"

#include "grader/launch/rank_names.hpp"

#include <fmt/format.h>

namespace brigade::grader {
namespace {

std::string doing(const RankState &rank) {
  switch (rank.kind) {
  case RankState::Kind::in_call:
    return rank.call.empty() ? "in MPI" : rank.call;
  case RankState::Kind::polling:
    return rank.call.empty() ? "polling" : "polling " + rank.call;
  case RankState::Kind::computing:
    return "computing";
  case RankState::Kind::asleep:
    return "asleep";
  case RankState::Kind::stopped:
    return "stopped";
  case RankState::Kind::gone:
    return "gone";
  }
  return "";
}

} // namespace

std::string name_line(const SourceLine &line) {
  return line.function.empty() ? fmt::format("{}:{}", line.file, line.line)
                               : fmt::format("{}:{} in {}", line.file, line.line, line.function);
}

std::vector<std::vector<std::string>> roll_call_rows(const HangReport &hang) {
  std::vector<std::vector<std::string>> rows{{"rank", "does", "on", "waits for", "at"}};
  for (const RankState &rank : hang.ranks)
    rows.push_back({fmt::format("{}{}", rank.is_outside ? "world " : "", rank.rank), doing(rank),
                    rank.communicator, rank.waits_for,
                    rank.lines.empty() ? "" : name_line(rank.lines.front())});
  return rows;
}

void add_roll_call(TerminalPage &page, const HangReport &hang) {
  if (hang.ranks.empty())
    return;
  page.blank();
  const std::vector<std::vector<std::string>> rows = roll_call_rows(hang);
  if (page.table(rows, {Ink::faint}, 2))
    return;
  std::vector<std::vector<std::string>> without_functions = rows;
  for (std::size_t at = 0; at < hang.ranks.size(); ++at)
    if (const std::vector<SourceLine> &lines = hang.ranks[at].lines; !lines.empty())
      without_functions[at + 1].back() = fmt::format("{}:{}", lines[0].file, lines[0].line);
  if (page.table(without_functions, {Ink::faint}, 2))
    return;
  for (std::size_t at = 1; at < rows.size(); ++at) {
    const std::vector<std::string> &row = rows[at];
    const RankState &rank = hang.ranks[at - 1];
    std::string text = fmt::format("{}: {}", name_of_rank(rank.rank, rank.is_outside), row[1]);
    for (std::size_t column = 2; column < row.size(); ++column)
      if (!row[column].empty())
        text += fmt::format("{} {} {}", column == 2 ? "" : ",", rows[0][column], row[column]);
    page.paragraph(text, 2);
  }
}

} // namespace brigade::grader
