#include "exercise.hpp"

namespace kitchen {

int triple(int number) { return 3 * number; }

} // namespace kitchen
