#pragma once

#include <string>

namespace brigade {

/// Is there a program of this name in one of the folders of PATH?
bool is_installed(const std::string &program);

} // namespace brigade
