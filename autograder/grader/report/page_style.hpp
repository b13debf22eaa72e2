#pragma once

#include <string_view>

namespace brigade::grader {

/// The style sheet of every page that the grader writes: light and dark, from a phone's width on.
std::string_view page_style();

} // namespace brigade::grader
