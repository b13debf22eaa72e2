#pragma once

#include <string>
#include <vector>

namespace brigade::doctor {

/// `command` (words separated by '|', as CMake lists them) and then `more`.
std::vector<std::string> command_line(const std::string &command,
                                      const std::vector<std::string> &more);

std::string first_line(const std::string &text);

} // namespace brigade::doctor
