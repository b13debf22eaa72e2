#include "golden.hpp"
#include "made_up_report.hpp"

#include "brigade/core/utf8.hpp"
#include "grader/report/shard_grid.hpp"
#include "grader/report/text_lines.hpp"

#include <gmock/gmock.h>

namespace brigade::grader {
namespace {

using ::testing::ElementsAre;
using testing::every_verdict;
using ::testing::HasSubstr;
using ::testing::Not;

Terminal terminal_of(int columns, bool colours, bool utf8) {
  Terminal terminal;
  terminal.columns = columns;
  terminal.colours = colours;
  terminal.utf8 = utf8;
  return terminal;
}

std::string all_verdicts(const Terminal &terminal) {
  std::string text;
  for (const ExerciseResult &result : every_verdict().exercises)
    text += terminal_verdict(result, terminal) + std::string(20, '=') + "\n";
  return text;
}

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines(1);
  for (const char c : text)
    c == '\n' ? lines.emplace_back() : lines.back() += c;
  return lines;
}

std::string without_escapes(const std::string &text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\x1b')
      at = text.find('m', at);
    else
      plain += text[at];
  }
  return plain;
}

TEST(TerminalVerdict, EveryVerdictAsItStandsInTheGoldenFiles) {
  testing::expect_golden("terminal-80.txt", all_verdicts(terminal_of(80, false, true)));
  testing::expect_golden("terminal-40-ascii.txt", all_verdicts(terminal_of(40, false, false)));
}

TEST(TerminalVerdict, IsNeverWiderThanTheTerminal) {
  for (const int columns : {40, 53, 80, 100})
    for (const bool utf8 : {false, true})
      for (const std::string &line : lines_of(all_verdicts(terminal_of(columns, false, utf8))))
        EXPECT_LE(count_characters(line), static_cast<std::size_t>(columns)) << line;
}

TEST(TerminalVerdict, ColoursAreAllThatDiffers) {
  const std::string coloured = all_verdicts(terminal_of(80, true, true));
  EXPECT_THAT(coloured, HasSubstr("\x1b[31mwrong\x1b[0m"));
  EXPECT_EQ(without_escapes(coloured), all_verdicts(terminal_of(80, false, true)));
}

TEST(TerminalVerdict, ASCIIAloneWithoutUtf8) {
  for (const char c : all_verdicts(terminal_of(80, false, false)))
    ASSERT_TRUE((c >= 0x20 && c < 0x7F) || c == '\n');
}

TEST(TerminalVerdict, WhatAProgramPrintsCannotSpeakToTheTerminal) {
  const std::string text = all_verdicts(terminal_of(80, false, true));
  EXPECT_THAT(text, HasSubstr("bell \\x07 escape \\x1b[31m red"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(TerminalVerdict, TheSentenceComesFirstAndThenWhereCauseAndTheCommand) {
  const std::string text =
      terminal_verdict(every_verdict().exercises[1], terminal_of(80, false, true));
  const std::vector<std::size_t> places{text.find("wrong, 0 of 10 points"),
                                        text.find("`w` has wrong values"),
                                        text.find("where"),
                                        text.find("cause"),
                                        text.find("./kitchen grade"),
                                        text.find("┌"),
                                        text.find("farthest off")};
  EXPECT_TRUE(std::ranges::is_sorted(places));
  EXPECT_NE(places.back(), std::string::npos);
}

TEST(TerminalVerdict, WithoutExpectedValuesThePictureShowsWhatIsThere) {
  const std::string text = terminal_verdict(every_verdict().exercises[1],
                                            terminal_of(80, false, true), Detail::actual_only);
  EXPECT_THAT(text, HasSubstr("1 -1 0"));
  EXPECT_THAT(text, Not(HasSubstr("expected")));
}

TEST(TerminalVerdict, ARunThatWasNotMadeIsNoFailure) {
  ExerciseResult result = every_verdict().exercises[1];
  std::vector<TestRun> &runs = result.tests.front().runs;
  runs.push_back({"EveryRank", 4, VerdictKind::skipped});
  runs.push_back({"EveryRank", 8, VerdictKind::skipped});
  const std::string text = terminal_verdict(result, terminal_of(80, false, true));
  EXPECT_THAT(text, HasSubstr("EveryRank, n = 3 (fails at 2 too; not run at 4, 8)"));
  EXPECT_THAT(text, HasSubstr("n = 1 [2] [3]\n"));
}

TEST(TerminalVerdict, ACommandThatIsWrappedCanBeCopied) {
  ExerciseResult result = every_verdict().exercises[1];
  result.rerun = "./kitchen grade opening-night.wrong --tests ATestOfALongName AnotherTest --ranks "
                 "3 --chaos 7 --seed 5";
  EXPECT_THAT(
      terminal_verdict(result, terminal_of(80, false, true)),
      HasSubstr("\n  again   ./kitchen grade opening-night.wrong --tests ATestOfALongName \\\n"
                "          AnotherTest --ranks 3 --chaos 7 --seed 5\n"));
}

TEST(TerminalVerdict, NamesTheSandboxLast) {
  EXPECT_THAT(terminal_verdict(every_verdict().exercises[0], terminal_of(80, false, true)),
              ::testing::EndsWith("\n\n  sandbox bubblewrap with another user\n"));
}

TEST(TerminalVerdict, WhatIsOfNoTestHasNoPlace) {
  ExerciseResult result = every_verdict().exercises[1];
  Finding &other = result.findings.at(1);
  other.test.clear();
  other.size = 0;
  EXPECT_THAT(terminal_verdict(result, terminal_of(80, false, true)),
              HasSubstr("\n  " + other.sentence + "\n"));
}

TEST(TerminalVerdict, WhatIsMandatoryIsSaidAlsoWhereTheTableIsTooWide) {
  ExerciseResult result = every_verdict().exercises[1];
  result.tests.front().mandatory = true;
  for (const int columns : {40, 80})
    EXPECT_THAT(terminal_verdict(result, terminal_of(columns, false, true)), HasSubstr("mandatory"))
        << columns;
}

TEST(TerminalVerdict, AnExplanationIsWrappedAndNotCut) {
  ExerciseResult result = every_verdict().exercises[1];
  const std::string sentence =
      "right with 1 rank, wrong with 2, 3, 4 and 8: what the ranks exchange is at fault, not what "
      "each computes";
  result.findings.front().details = "rank 1: 2 of 6 elements differ\n" + sentence + ".";
  for (const int columns : {40, 80}) {
    std::string words;
    for (const std::string &line :
         lines_of(terminal_verdict(result, terminal_of(columns, false, true))))
      words += line.substr(std::min(line.find_first_not_of(' '), line.size())) + " ";
    EXPECT_THAT(words, HasSubstr("2 of 6 elements differ " + sentence + ".")) << columns;
  }
}

TEST(TerminalVerdict, AnExplanationWithoutEndIsCutOffSomewhere) {
  ExerciseResult result = every_verdict().exercises[1];
  const std::size_t before =
      lines_of(terminal_verdict(result, terminal_of(80, false, true))).size();
  result.findings.front().details = std::string(1'000'000, 'x') + "\n" + std::string(5000, 'y');
  EXPECT_LE(lines_of(terminal_verdict(result, terminal_of(80, false, true))).size(), before + 30);
}

TEST(TerminalVerdict, AnAnswerHasNoNumberOfRanksAndSaysItsNameOnce) {
  ExerciseResult result;
  result.kind = VerdictKind::wrong;
  for (const std::string name : {"first", "second"}) {
    result.tests.push_back({name, 0, 1, false, {{name, 0, VerdictKind::wrong}}});
    Finding finding;
    finding.kind = VerdictKind::wrong;
    finding.test = name;
    finding.sentence = name + ": not this.";
    result.findings.push_back(finding);
  }
  const std::string text = terminal_verdict(result, terminal_of(80, false, true));
  EXPECT_THAT(text, HasSubstr("\n  second: not this.\n"));
  EXPECT_THAT(text, Not(HasSubstr("n = ")));
}

TEST(ShardGrid, CellsHoldTheRanksThatHoldThem) {
  ShardPicture picture = testing::two_shards();
  const auto grid = grid_of(picture);
  ASSERT_TRUE(grid);
  EXPECT_THAT(grid->rows, ElementsAre(0, 2, 4));
  EXPECT_THAT(grid->columns, ElementsAre(0, 3, 6));
  EXPECT_EQ(grid->cells[2].blocks.at(0)->rank, 2);
  EXPECT_EQ(state_of(grid->cells[2]), PictureBlock::State::missing);
  picture.blocks[0].start.clear();
  EXPECT_FALSE(grid_of(picture));
}

TEST(TextLines, BreaksAtBlanksAndCutsLongWords) {
  EXPECT_THAT(wrap("one two three", 9, 0), ElementsAre("one two", "three"));
  EXPECT_THAT(wrap("abcdefghijkl", 8, 0), ElementsAre("abcdefgh", "ijkl"));
  EXPECT_THAT(wrap("a\n\n  b", 20, 2), ElementsAre("  a", "", "    b"));
  EXPECT_THAT(wrap("äöü äöü", 8, 0), ElementsAre("äöü äöü"));
}

TEST(TextLines, WhatIsNotTextIsShownAsBytes) {
  EXPECT_EQ(printable("a\x01\xff\xc0\xafé\r\n", true), "a\\x01\\xff\\xc0\\xafé\n");
  EXPECT_EQ(printable("é … ×", false), "? ... x");
  EXPECT_EQ(well_formed("\x01\xed\xa0\x80z"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz");
}

TEST(TextLines, ShorteningTwiceIsShorteningOnce) {
  const std::string once = shortened(std::string(10'000, 'x'), 1000);
  EXPECT_LE(once.size(), 1000U);
  EXPECT_THAT(once, HasSubstr("bytes left out"));
  EXPECT_EQ(shortened(once, 1000), once);
}

} // namespace
} // namespace brigade::grader
