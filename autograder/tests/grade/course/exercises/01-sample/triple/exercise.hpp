#pragma once

#include "trial/not_implemented.hpp"

namespace kitchen {

/// 3 · number.
int triple(int number);

} // namespace kitchen
