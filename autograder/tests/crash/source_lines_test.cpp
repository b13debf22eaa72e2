#include "grader/launch/source_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <link.h>

#include <array>
#include <source_location>

namespace brigade::grader {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Where this program is loaded.
std::uint64_t load_base() {
  std::uint64_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *found) {
        *static_cast<std::uint64_t *>(found) = info->dlpi_addr;
        return 1; // the first is the program
      },
      &base);
  return base;
}

/// The address behind the call, and the line of the call.
struct Called {
  std::uint64_t address;
  int line;
};
[[gnu::noinline]] std::uint64_t return_address() {
  return reinterpret_cast<std::uint64_t>(__builtin_return_address(0)) - load_base();
}
[[gnu::noinline]] Called called_from_here(std::vector<int> /*as a student's function has*/) {
  const std::uint64_t address = return_address(); // this line
  return {address, std::source_location::current().line() - 1};
}
[[gnu::always_inline]] inline Called inlined() {
  const std::uint64_t address = return_address(); // this line
  return {address, std::source_location::current().line() - 1};
}
[[gnu::noinline]] Called with_inlined() { return inlined(); }

SourceLines lines_of_this_file() {
  return {std::filesystem::read_symlink("/proc/self/exe"), {SOURCE_FILE}};
}

TEST(SourceLines, NamesFileLineAndFunctionWithoutItsParameters) {
  const Called called = called_from_here({});
  const std::array addresses = {called.address - 1};
  const auto found = lines_of_this_file().find(addresses);
  ASSERT_THAT(found, ElementsAre(SizeIs(1)));
  EXPECT_EQ(found[0][0].file, "source_lines_test.cpp");
  EXPECT_EQ(found[0][0].line, called.line);
  EXPECT_EQ(found[0][0].function, "brigade::grader::(anonymous namespace)::called_from_here");
}

TEST(SourceLines, NamesTheInlinedFunctionFirst) {
  const Called called = with_inlined();
  const std::array addresses = {called.address - 1};
  const auto found = lines_of_this_file().find(addresses);
  ASSERT_THAT(found, ElementsAre(SizeIs(2)));
  EXPECT_EQ(found[0][0].line, called.line);
  EXPECT_THAT(found[0][0].function, ::testing::HasSubstr("inlined"));
  EXPECT_THAT(found[0][1].function, ::testing::HasSubstr("with_inlined"));
}

TEST(SourceLines, LeavesOutOtherFiles) {
  const std::array addresses = {called_from_here({}).address - 1};
  SourceLines lines(std::filesystem::read_symlink("/proc/self/exe"),
                    {"/somewhere/else/source_lines_test.cpp"});
  EXPECT_THAT(lines.find(addresses), ElementsAre(IsEmpty()));
}

TEST(SourceLines, AnswersEachAddressOfABatchInItsPlace) {
  const Called called = called_from_here({});
  const std::array addresses = {std::uint64_t{1}, called.address - 1, called.address - 1};
  SourceLines lines = lines_of_this_file();
  EXPECT_THAT(lines.find(addresses), ElementsAre(IsEmpty(), SizeIs(1), SizeIs(1)));
  EXPECT_THAT(lines.find(addresses), ElementsAre(IsEmpty(), SizeIs(1), SizeIs(1))) << "kept";
}

TEST(SourceLines, FindsNothingInAFileThatIsNoProgram) {
  const std::array addresses = {std::uint64_t{4096}};
  EXPECT_THAT(SourceLines("/etc/hostname", {SOURCE_FILE}).find(addresses), ElementsAre(IsEmpty()));
}

} // namespace
} // namespace brigade::grader
