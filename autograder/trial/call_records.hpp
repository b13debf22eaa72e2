#pragma once

#include <cstddef>

namespace brigade::harness {

/// Writes the tracer's records of MPI calls into the record file, each as soon as its call is over,
/// with times since start(). One at a time in a process.
class CallRecords {
public:
  static void start();
  static void stop();
  /// Pairs of both may lie in pairs.
  static void pause();
  static void resume();
  /// Calls recorded since start().
  static std::size_t count();
  /// Further ones are passed over.
  static constexpr std::size_t kMaxCalls = 100'000;
};

} // namespace brigade::harness
