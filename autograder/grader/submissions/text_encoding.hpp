#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace brigade::grader {

/// A text in UTF-8, and what it was in before.
struct Utf8Text {
  std::string text;
  std::string_view was; ///< "UTF-16", "Latin-1 (Windows-1252)"; empty: UTF-8 already
};

/// UTF-8 as it is; UTF-16 by its byte order mark; else, where no byte is a control character that
/// texts do not have, Windows-1252, which is Latin-1 with marks such as “ and – besides. Nothing
/// for what is no text.
std::optional<Utf8Text> as_utf8(const std::string &bytes);

} // namespace brigade::grader
