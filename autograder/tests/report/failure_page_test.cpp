#include "golden.hpp"
#include "made_up_report.hpp"

#include "grader/report/shards_svg.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace brigade::grader {
namespace {

using testing::every_verdict;
using ::testing::HasSubstr;
using ::testing::Not;

/// The first tag that closes another than was opened last; empty where all fit.
std::string unbalanced_tag(const std::string &html) {
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    const std::size_t end = html.find('>', at);
    if (end == std::string::npos)
      return "a tag without end";
    const std::string tag = html.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find_first_of(" \n/", 1));
    if (tag.starts_with("!") || tag.ends_with("/") || name == "meta" || name == "br")
      continue;
    if (!tag.starts_with("/")) {
      open.push_back(name);
    } else if (open.empty() || open.back() != tag.substr(1)) {
      return tag;
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : open.back();
}

TEST(FailurePage, IsOneWellFormedFileWithoutAnyOther) {
  for (const ExerciseResult &result : every_verdict().exercises) {
    const std::string html = failure_page(result);
    EXPECT_EQ(unbalanced_tag(html), "") << result.id;
    for (const char *outside : {"src=", "href=", "url(", "@import", "<script", "<link"})
      EXPECT_THAT(html, Not(HasSubstr(outside))) << result.id;
    for (const char c : html)
      ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
  }
}

TEST(FailurePage, ShowsExpectedBesideGotAndTheRanksTimelines) {
  const std::string html = failure_page(every_verdict().exercises[1]);
  testing::expect_golden("failure.html", html);
  EXPECT_THAT(html, HasSubstr(">expected</text>"));
  EXPECT_THAT(html, HasSubstr(">got</text>"));
  EXPECT_THAT(html, HasSubstr("block missing"));
  EXPECT_THAT(html, HasSubstr(">yours</text>"));
  EXPECT_THAT(html, HasSubstr(">the solution's</text>"));
}

TEST(FailurePage, ShowsTheRollCall) {
  const std::string html = failure_page(every_verdict().exercises[3]);
  EXPECT_THAT(html, HasSubstr("<td>rank 0, tag 7</td><td>ring.cpp:40 in ring_all_reduce</td>"));
}

TEST(FailurePage, FollowsDarkModeAndAPhonesWidth) {
  const std::string html = failure_page(every_verdict().exercises[1]);
  EXPECT_THAT(html, HasSubstr("prefers-color-scheme: dark"));
  EXPECT_THAT(html, HasSubstr("width=device-width"));
}

TEST(FailurePage, WhatWasPrintedIsNoMarkup) {
  EXPECT_THAT(failure_page(every_verdict().exercises[4]), HasSubstr("]]&gt; &lt;b&gt;&amp;amp;"));
}

TEST(Timeline, ForgedTimesDrawNothing) {
  EXPECT_EQ(timeline_svg({}, "yours"), "");
  EXPECT_EQ(timeline_svg({{0, "MPI_Send", std::nan(""), 1}, {-3, "MPI_Send", 0, 1}}, "yours"), "");
  EXPECT_THAT(timeline_svg({{0, "MPI_Send", 0, 1}, {1, "MPI_Recv", 0, HUGE_VAL}}, "yours"),
              HasSubstr("rank 0: MPI_Send, 1 s"));
}

} // namespace
} // namespace brigade::grader
