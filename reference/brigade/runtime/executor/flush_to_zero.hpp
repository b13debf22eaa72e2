#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace brigade {

/// While it lives, numbers of this thread that are too small to be normal (f32: under 1.2e-38) are
/// 0, as operands and as results. Arithmetic with them is slow, and training has many: an
/// optimizer's mean of a gradient that stays 0 decays to one. Where the processor is no x86,
/// nothing changes.
class FlushToZero {
public:
#if defined(__SSE2__)
  FlushToZero() : before_(_mm_getcsr()) { _mm_setcsr(before_ | kResults | kOperands); }
  ~FlushToZero() { _mm_setcsr(before_); }
#else
  FlushToZero() {}
#endif
  FlushToZero(const FlushToZero &) = delete;
  FlushToZero &operator=(const FlushToZero &) = delete;

private:
#if defined(__SSE2__)
  static constexpr unsigned kResults = 0x8000, kOperands = 0x0040;
  unsigned before_;
#endif
};

} // namespace brigade
