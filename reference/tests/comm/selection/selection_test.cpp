#include "brigade/comm/selection/selection.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace brigade {
namespace {

constexpr std::string_view kRest = R"(
reduce_scatter any any any plain
all_gather any any any plain
all_to_all any any any plain
broadcast any any any plain
barrier any any any plain
)";

Selection table(const std::string &rows) {
  return Selection::parse(rows + "\nall_reduce any any any plain\n" + std::string(kRest), "table");
}

std::string error_of(const std::string &text) {
  try {
    Selection::parse(text, "my.table");
  } catch (const InputError &error) {
    return error.what();
  }
  return "no error";
}

SelectionQuestion all_reduce_of(std::size_t bytes, std::size_t ranks = 8) {
  return {Collective::all_reduce, ranks, bytes, true, true};
}

TEST(Selection, TakesTheFirstRowThatFits) {
  const Selection selection = table("all_reduce any 2-4 0-4K recursive_doubling  # small\n"
                                    "all_reduce any 3   any  ring\n"
                                    "all_reduce any any 1M-  library");
  EXPECT_EQ(selection.choose(all_reduce_of(4096, 2)), Algorithm::recursive_doubling);
  EXPECT_EQ(selection.choose(all_reduce_of(4097, 2)), Algorithm::plain);
  EXPECT_EQ(selection.choose(all_reduce_of(4097, 3)), Algorithm::ring);
  EXPECT_EQ(selection.choose(all_reduce_of(4096, 5)), Algorithm::plain);
  EXPECT_EQ(selection.choose(all_reduce_of((1 << 20) - 1)), Algorithm::plain);
  EXPECT_EQ(selection.choose(all_reduce_of(1 << 20)), Algorithm::library);
}

TEST(Selection, PassesOverWhatIsNotPossible) {
  const Selection selection =
      table("all_reduce any any any window\nall_reduce any any any library");
  SelectionQuestion question = all_reduce_of(4);
  EXPECT_EQ(selection.choose(question), Algorithm::window);
  question.window_possible = false;
  EXPECT_EQ(selection.choose(question), Algorithm::library);
  question.library_possible = false;
  EXPECT_EQ(selection.choose(question), Algorithm::plain);
}

TEST(Selection, TellsCrowdedNodesFromThoseWithEnoughCores) {
  Selection selection = table("all_reduce crowded any any ring\nall_reduce enough any any window");
  EXPECT_EQ(selection.choose(all_reduce_of(4)), Algorithm::window);
  selection.set_crowded(true);
  EXPECT_EQ(selection.choose(all_reduce_of(4)), Algorithm::ring);
}

TEST(Selection, IsReadAsItIsPrinted) {
  const Selection built_in = Selection::built_in();
  EXPECT_EQ(Selection::parse(to_string(built_in), "printed").rows(), built_in.rows());
  const Selection own = table("all_reduce crowded 2-8 1025-64K ring\nbroadcast enough 3 2M- tree");
  EXPECT_EQ(Selection::parse(to_string(own), "printed").rows(), own.rows());
  EXPECT_THAT(to_string(own),
              testing::HasSubstr("all_reduce      crowded  2-8      1025-64K      ring\n"));
}

TEST(Selection, NamesFileAndLineOfWhatItCannotRead) {
  using testing::AllOf, testing::HasSubstr;
  EXPECT_THAT(error_of("# a comment\n\nall_reduce any any ring"),
              AllOf(HasSubstr("my.table:3: "), HasSubstr("not 4")));
  EXPECT_THAT(error_of("allreduce any any any ring"),
              AllOf(HasSubstr("my.table:1: `allreduce`"), HasSubstr("all_reduce, reduce_scatter")));
  EXPECT_THAT(error_of("all_reduce few any any ring"),
              HasSubstr("`enough` or `crowded`, not `few`"));
  EXPECT_THAT(error_of("all_reduce any any any tree"),
              HasSubstr("all_reduce has no algorithm `tree`; it has plain"));
  for (const char *range :
       {"4-2", "-4", "x", "4G", "4-8x", "99999999999999999999", "17592186044416M"})
    EXPECT_THAT(error_of(fmt::format("all_reduce any any {} ring", range)),
                AllOf(HasSubstr("my.table:1: bytes"), HasSubstr(fmt::format("`{}`", range))));
  EXPECT_THAT(error_of("all_reduce any 0x2 any ring"), HasSubstr("my.table:1: ranks"));
  EXPECT_THAT(error_of("all_to_all any any 4K pairwise"),
              HasSubstr("my.table:1: the bytes of all_to_all"));
}

TEST(Selection, AsksForARowThatIsAlwaysPossible) {
  for (const char *row : {"", "all_reduce any any any window", "all_reduce any any any library",
                          "all_reduce crowded any any ring", "all_reduce any 2- any ring",
                          "all_reduce any any 1- ring"})
    EXPECT_THAT(error_of(std::string(row).append(kRest)),
                testing::HasSubstr("my.table: all_reduce has no row that is always possible"));
}

/// Sets BRIGADE_SELECTION on rank 0 only, as long as it lives.
class Named {
public:
  Named(const std::filesystem::path &file, int rank) {
    if (rank == 0)
      ::setenv("BRIGADE_SELECTION", file.c_str(), 1);
  }
  ~Named() { ::unsetenv("BRIGADE_SELECTION"); }
};

int rank_in_world() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

TEST(Selection, OfRankZeroHoldsOnAllRanks) {
  const int rank = rank_in_world();
  const auto file =
      std::filesystem::temp_directory_path() / ("brigade-selection-" + std::to_string(::getpid()));
  if (rank == 0)
    std::ofstream(file) << "all_reduce crowded any any ring\nall_reduce any any any plain" << kRest;
  const Named named(file, rank);
  const Selection selection =
      Selection::share(MPI_COMM_WORLD, rank == 0); // the others say the contrary
  EXPECT_EQ(selection.rows().size(), 7u);
  EXPECT_TRUE(selection.crowded());
  EXPECT_EQ(selection.choose(all_reduce_of(4)), Algorithm::ring);
  if (rank == 0)
    std::filesystem::remove(file);
}

TEST(Selection, ThatCannotBeReadIsAnErrorOnAllRanks) {
  const Named named("/nowhere/selection.table", rank_in_world());
  try {
    Selection::share(MPI_COMM_WORLD, false);
    FAIL() << "read a file that is not there";
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("`/nowhere/selection.table`"));
  }
}

TEST(Selection, WithoutAFileIsTheBuiltInOne) {
  EXPECT_EQ(Selection::share(MPI_COMM_WORLD, false).rows(), Selection::built_in().rows());
}

} // namespace
} // namespace brigade
