#include "brigade/core/write_out.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace brigade {

void write_out(std::string_view text) {
  const bool is_taken = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!is_taken || std::fflush(stdout) != 0)
    throw Error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

} // namespace brigade
