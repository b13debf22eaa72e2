#pragma once

#include "grader/report/terminal_page.hpp"

namespace brigade::grader {

/// Draws the shards as boxes, wrong ones marked, and lists what each rank should hold beside what
/// it holds. Where expected values are not told, what it holds alone.
void add_picture(TerminalPage &page, const ShardPicture &picture);

/// "x", "none", "extra", "" of a right one.
std::string_view mark_of(PictureBlock::State state);
/// "w [4, 6] on mesh {data: 2, model: 2}"
std::string title_of(const ShardPicture &picture);

} // namespace brigade::grader
