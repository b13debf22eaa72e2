#pragma once

namespace brigade {

/// Bytes of this machine's memory that no program needs now; all of it where the system does not
/// say.
double available_memory_bytes();

} // namespace brigade
