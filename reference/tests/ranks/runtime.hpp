#pragma once

#include "brigade/comm/runtime.hpp"

namespace brigade::testing {

/// The job that the tests of this binary are run by.
Runtime &runtime();

} // namespace brigade::testing
