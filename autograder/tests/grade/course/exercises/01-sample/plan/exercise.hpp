#pragma once

#include "trial/not_implemented.hpp"

#include <string>

namespace kitchen {

/// How many all-reduces the plan of a program in its text form has.
int all_reduces(const std::string &program);

} // namespace kitchen
