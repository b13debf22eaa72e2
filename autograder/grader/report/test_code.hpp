#pragma once

#include <filesystem>
#include <string>

namespace brigade::grader {

/// The source of a TEST of that name (behind the dot) in a trial.cpp, from TEST( to the brace that
/// closes it; empty where the file or the TEST is not there.
std::string test_code(const std::filesystem::path &trial, const std::string &test);

} // namespace brigade::grader
