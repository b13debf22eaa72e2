#pragma once

#include <string_view>

namespace brigade {

// Likely causes that several trials name, for Trial::record and Trial::likely_cause.

/// Of what thrown_by() says.
inline constexpr std::string_view kOtherRefusal =
    "The contract in exercise.hpp says what is refused and with which exception, and nothing else "
    "is: look at each argument before anything is computed from it.";

/// Where two calls with the same arguments differ.
inline constexpr std::string_view kKeptBetweenCalls =
    "Something is kept from call to call: a static variable or a global one, or a sum that begins "
    "with what the call before left.";

/// Where an input is another after the call.
inline constexpr std::string_view kInputChanged =
    "What the function is given belongs to the caller: compute in an array of its own.";

} // namespace brigade
