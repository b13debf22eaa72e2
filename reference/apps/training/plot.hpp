#pragma once

#include "report.hpp"

#include <string>

namespace brigade::training {

/// Loss and accuracy by epoch, side by side, as an SVG document that reads on light and on dark
/// pages.
std::string plot(const TrainReport &report);

} // namespace brigade::training
