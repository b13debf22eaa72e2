#pragma once

namespace brigade::harness {

/// Where this rank is the one that `grade --debug` wants to look at: writes the number of this
/// process into the file that it named, and waits until a debugger has hold of it. Else does
/// nothing.
void wait_for_debugger(int rank);

} // namespace brigade::harness
