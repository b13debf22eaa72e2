#pragma once

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

/// Ends with what errno says of `what`.
[[noreturn]] inline void fail(const char *what) {
  std::fprintf(stderr, "brigade-confine: %s: %s\n", what, std::strerror(errno));
  std::exit(125);
}
