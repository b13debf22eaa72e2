#include "brigade/supervisor/launcher_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace brigade;

namespace {

const std::string kRule(83, '=');
const std::string kBanner =
    "\n" + kRule +
    "\n=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES\n=   PID 4711 RUNNING AT host\n"
    "=   EXIT CODE: 9\n=   CLEANING UP REMAINING PROCESSES\n"
    "=   YOU CAN IGNORE THE BELOW CLEANUP MESSAGES\n" +
    kRule +
    "\nYOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)\n"
    "This typically refers to a problem with your application.\n"
    "Please see the FAQ page for debugging suggestions\n";

/// In pieces of `size` bytes, as pipes deliver them.
std::string filtered(std::string_view text, std::size_t size, LauncherWords &words) {
  LauncherFilter filter(words);
  std::string shown;
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size())))
    shown += filter.take(text.substr(0, size));
  return shown + filter.flush();
}

TEST(LauncherFilter, TakesOutTheBannerHoweverItIsCut) {
  for (std::size_t size = 1; size < 600; ++size) {
    LauncherWords words;
    ASSERT_EQ(filtered("before\n" + kBanner + "after\n", size, words), "before\nafter\n") << size;
    ASSERT_EQ(words.signal, "Killed (signal 9)");
  }
}

TEST(LauncherFilter, TakesOutTheLineOfMpiAbortButNoMessageOfMpi) {
  LauncherWords words;
  const std::string fatal = "Abort(6) on node 0 (rank 0 in comm 0): Fatal error in MPI_Send: …\n";
  EXPECT_EQ(filtered("Abort(2) on node 3 (rank 3 in comm 0): application called "
                     "MPI_Abort(MPI_COMM_WORLD, 2) - process 3\n" +
                         fatal,
                     7, words),
            fatal);
  EXPECT_EQ(words.abort_code, 2);
  EXPECT_EQ(words.abort_rank, 3);
}

TEST(LauncherFilter, TakesOutTheMixedLinesOfTwoProxiesHoweverTheyAreMixed) {
  const std::vector<std::string> pieces = {"[proxy:0:0@vm] ",
                                           "HYDU_create_process (utils/launch/launch.c:73): ",
                                           "execvp error on file x (No such file or directory)\n"};
  std::vector<int> whose = {0, 0, 0, 1, 1, 1};
  do {
    std::string mixed;
    std::size_t next[] = {0, 0};
    for (const int process : whose)
      mixed += pieces[next[process]++];
    LauncherWords words;
    LauncherFilter filter(words);
    EXPECT_EQ(filter.take(mixed + "loss 1\n"), "loss 1\n") << mixed;
    EXPECT_EQ(words.other, mixed);
    EXPECT_EQ(words.signal, "");
  } while (std::ranges::next_permutation(whose).found);
}

TEST(LauncherFilter, ShowsAProgressBarAtOnce) {
  LauncherWords words;
  LauncherFilter filter(words);
  EXPECT_EQ(filter.take("loss 0.5\r"), "loss 0.5\r");
  EXPECT_EQ(filter.take("loss 0.4\r"), "loss 0.4\r");
}

TEST(LauncherFilter, KeepsWhatOnlyBeginsLikeABanner) {
  LauncherWords words;
  const std::string text = "\n\n" + kRule + "\nresults\n" + kRule + "\n\n=   PID\n\n";
  for (std::size_t size = 1; size < text.size(); ++size)
    ASSERT_EQ(filtered(text, size, words), text) << size;
}

} // namespace
