#pragma once

#include <string>

namespace brigade::grader {

/// For CLI11's check(): what is wrong with `text` as a seed; empty for a whole number from 0 to
/// 2^64 - 1. CLI11 itself takes -1 for the largest of them.
std::string wrong_with_seed(const std::string &text);

} // namespace brigade::grader
