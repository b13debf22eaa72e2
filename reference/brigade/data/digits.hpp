#pragma once

#include "brigade/data/dataset.hpp"

namespace brigade {

/// Optical Recognition of Handwritten Digits (E. Alpaydin and C. Kaynak, 1998, UCI Machine Learning
/// Repository, CC BY 4.0): 1,797 images of 8 by 8 pixels, classes 0..9, embedded in this library
/// and inflated at each call. Pixels 0..16 are divided by 16, so features lie in 0..1. The rows
/// come sorted by writer, so they are permuted first (seed 2026, always the same): the first 1,437
/// are the train split, the other 360 the test split.
Dataset load_digits();

} // namespace brigade
