#pragma once

#include "grader/verdict/verdict.hpp"

#include <string>

namespace brigade::grader {

/// The shards as boxes, what should be there on the left and what is there on the right; empty
/// where the picture has no grid. Colours come from the page's style.
std::string shards_svg(const ShardPicture &picture);

/// Each rank's calls on a line of time, from the first one's start to the last one's end. Empty
/// where there are none.
std::string timeline_svg(const std::vector<TimelineEntry> &timeline, const std::string &title);

} // namespace brigade::grader
