#pragma once

#include "brigade/ir/program.hpp"

#include <vector>

namespace brigade {

/// A value of a program, in the same block of its two plans.
struct SameValue {
  ValueId here, there;
};

/// The values that both plans of a block have, in their order. By their places in the program: a
/// plan may compute an argmax in another way (share_argmax.hpp), or gather something first
/// (choose.hpp), and has other values between those before and those behind it. Where a plan has no
/// use for some of a block's values (needed_blocks.hpp), those between the first and the last of
/// these are not found.
std::vector<SameValue> same_values(const Block &here, const Block &there);

} // namespace brigade
