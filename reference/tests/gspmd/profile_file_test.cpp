#include "brigade/gspmd/profile_file.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/profile_presets.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace brigade {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

const std::string kText =
    R"({"name": "a", "flops_per_second": 1e11, "memory_bytes_per_second": 1e10, "devices_per_node": 8,
        "inside": {"latency_seconds": 1e-6, "seconds_per_byte": 1e-10, "steps": "one",
                   "overlaps": false},
        "between": {"latency_seconds": 2e-5, "seconds_per_byte": 8e-10}})";

std::string replaced(std::string text, const std::string &what, const std::string &with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

TEST(ProfileFile, SaysWhatAMachineIs) {
  const MachineProfile expected{.name = "a",
                                .flops_per_second = 1e11,
                                .bytes_per_second = 1e10,
                                .inside = {1e-6, 1e-10, CollectiveSteps::one, false},
                                .between = {2e-5, 8e-10, CollectiveSteps::ring, true},
                                .devices_per_node = 8};
  EXPECT_EQ(parse_profile(kText, "m"), expected);
}

TEST(ProfileFile, ReadsWhatItWrites) {
  for (MachineProfile profile : profile_presets()) {
    profile.inside.steps = CollectiveSteps::recursive_doubling;
    EXPECT_EQ(parse_profile(profile_text(profile), "m"), profile) << profile.name;
  }
}

TEST(ProfileFile, NeedsNoLinkBetweenNodesWhereThereIsOne) {
  const std::string text = replaced(kText, "\"devices_per_node\": 8", "\"devices_per_node\": 0");
  const MachineProfile one_node =
      parse_profile(text.substr(0, text.rfind(',', text.find("\"between\""))) + "}", "m");
  EXPECT_EQ(one_node.between, one_node.inside);
}

TEST(ProfileFile, IsRefusedWithWhatIsWrong) {
  struct Row {
    const char *what, *with, *message;
  };
  for (const Row &row : std::initializer_list<Row>{
           {"{\"name\"", "\"name\"", "m is no machine profile: it is no JSON"},
           {"\"name\": \"a\"", "\"nam\": \"a\"",
            "m: 'nam' means nothing here (did you mean 'name'?); there are name, flops_per_second"},
           {"\"name\": \"a\"", "\"name\": 3", "m: name is 3, and must be a text in quotes"},
           {"\"flops_per_second\": 1e11", "\"flops_per_second\": 0",
            "m: flops_per_second is 0, and must be a positive number"},
           {"\"flops_per_second\": 1e11", "\"flops_per_second\": \"fast\"",
            "m: flops_per_second is \"fast\", and must be a positive number"},
           {"\"flops_per_second\": 1e11, ", "", "m: flops_per_second is missing"},
           {"\"devices_per_node\": 8", "\"devices_per_node\": 1.5",
            "m: devices_per_node is 1.5, and must be a whole number"},
           {"\"latency_seconds\": 1e-6", "\"latency_seconds\": -1",
            "m: inside: latency_seconds is -1, and must be a non-negative number"},
           {"\"latency_seconds\": 1e-6", "\"latency_us\": 1",
            "m: inside: 'latency_us' means nothing here"},
           {"\"steps\": \"one\"", "\"steps\": \"tree\"",
            "m: inside: steps is \"tree\", and must be ring, recursive_doubling or one"},
           {"\"overlaps\": false", "\"overlaps\": 0",
            "m: inside: overlaps is 0, and must be true or false"},
           {"\"between\": {\"latency_seconds\": 2e-5, \"seconds_per_byte\": 8e-10}",
            "\"between\": 3", "m: between: expected names with values"},
       }) {
    const std::string text = replaced(kText, row.what, row.with);
    EXPECT_THAT([&] { (void)parse_profile(text, "m"); },
                ThrowsMessage<InputError>(StartsWith(row.message)));
  }
}

TEST(ProfileNamed, FindsPresetsAndFiles) {
  EXPECT_EQ(profile_named("uniform"), uniform_profile());
  EXPECT_EQ(profile_named("tpu_v4"), tpu_v4_profile());
  const std::string file = testing::TempDir() + "brigade-profile-test.json";
  std::ofstream(file) << kText;
  EXPECT_EQ(profile_named(file).name, "a");
  std::filesystem::remove(file);
  EXPECT_THAT([&] { (void)profile_named(file); },
              ThrowsMessage<InputError>(AllOf(HasSubstr(file), HasSubstr("there are uniform, "))));
  EXPECT_THAT([] { (void)profile_named("etherne"); },
              ThrowsMessage<InputError>(HasSubstr("(did you mean 'ethernet'?)")));
  EXPECT_THAT([] { (void)profile_named("/"); },
              ThrowsMessage<InputError>(HasSubstr("/ is a folder")));
}

TEST(ProfilePresets, AreWhatTheirPageSays) {
  std::ifstream stream(MACHINE_PROFILES_PAGE);
  const std::string page(std::istreambuf_iterator<char>(stream), {});
  for (const MachineProfile &profile : profile_presets()) {
    const std::string devices =
        profile.devices_per_node == 0 ? "all" : std::to_string(profile.devices_per_node);
    EXPECT_THAT(page, HasSubstr(fmt::format(
                          "\n| `{}` | {:g} | {:g} | {} | {:g} | {:g} | {:g} | {:g} |\n",
                          profile.name, profile.flops_per_second, profile.bytes_per_second, devices,
                          profile.inside.latency, profile.inside.seconds_per_byte,
                          profile.between.latency, profile.between.seconds_per_byte)));
  }
  const std::string fence = "\n```\n{";
  const std::size_t begin = page.find(fence) + fence.size() - 1, end = page.find("```\n", begin);
  const std::string example = page.substr(begin, end - begin);
  EXPECT_EQ(profile_text(parse_profile(example, "page")), example);
}

// Inside a node is never slower than between, and links are slower than memory.
TEST(ProfilePresets, AreMachines) {
  for (const MachineProfile &profile : profile_presets()) {
    EXPECT_LE(profile.inside.latency, profile.between.latency) << profile.name;
    EXPECT_LE(profile.inside.seconds_per_byte, profile.between.seconds_per_byte) << profile.name;
    EXPECT_GE(profile.inside.seconds_per_byte * profile.bytes_per_second, 1) << profile.name;
  }
}

} // namespace
} // namespace brigade
