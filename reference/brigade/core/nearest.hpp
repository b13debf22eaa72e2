#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// Letters to insert, delete or replace to make `b` of `a` (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Those of `known` that somebody who typed `word` may have meant, the nearest first, at most
/// `most`: those that contain it, and those that differ in few letters.
std::vector<std::string> nearest(std::string_view word, std::span<const std::string> known,
                                 std::size_t most = 3);

/// " (did you mean 'ranks'?)", or nothing where none is near. `before` stands before each name that
/// it says, such as the dashes of an option.
std::string did_you_mean(std::string_view word, std::span<const std::string> known,
                         std::string_view before = "");

} // namespace brigade
