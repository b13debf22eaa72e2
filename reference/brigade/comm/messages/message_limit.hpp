#pragma once

#include <cstddef>

namespace brigade {

/// Most elements that one message of MPI carries (MPI counts with an int); longer blocks go as
/// several messages. 2^30 unless set. All ranks must have the same. Throws InputError for 0 and for
/// more than an int holds.
std::size_t message_limit();
void set_message_limit(std::size_t elements);

} // namespace brigade
