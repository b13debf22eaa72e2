#pragma once

#include "brigade/comm/runtime.hpp"
#include "brigade/ir/program.hpp"

#include <string_view>

namespace brigade {

/// Rank 0's program, on every rank; it travels as text. What the others give is not looked at.
Program broadcast_program(const Runtime &runtime, const Program &program);

/// All ranks throw the same InputError where one of them has another program than rank 0; it names
/// the first line in which their texts differ. What is compared is a 64-bit hash of the text, so
/// two that differ pass unseen with a chance of about 2^-64. `advice` ends the message.
void require_same_program(
    const Runtime &runtime, const Program &program,
    std::string_view advice = "let rank 0 plan, and broadcast_program give it to the others");

} // namespace brigade
