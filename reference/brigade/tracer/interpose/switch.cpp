#include "brigade/tracer/interpose/switch.hpp"

#include "brigade/tracer/ledger.hpp"
#include "brigade/tracer/trace_file.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace brigade::interpose {
namespace {

/// Null where no trace is asked for. mpiexec gives all ranks the same environment.
const char *asked_path() {
  const char *path = std::getenv("BRIGADE_TRACE");
  return path && *path ? path : nullptr;
}

} // namespace

void switch_on_if_asked() {
  if (asked_path())
    Ledger::instance().set_on(true);
}

void write_trace_if_asked() {
  const char *path = asked_path();
  if (!path)
    return;
  try {
    write_chrome_trace(path, Ledger::instance(), "");
  } catch (const std::exception &error) { // the caller may be a C program
    std::fprintf(stderr, "brigade: error: no trace was written: %s\n", error.what());
  }
}

} // namespace brigade::interpose
