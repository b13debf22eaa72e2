#include "brigade/comm/mpi_error.hpp"

#include <mpi.h>

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace brigade {
namespace {

/// What MPI says first, and what its stack of calls says last where that is more. The lines between
/// hold addresses, which differ between ranks that have the same error.
std::string text_of(int code) {
  char buffer[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (PMPI_Error_string(code, buffer, &length) != MPI_SUCCESS)
    return fmt::format("error code {}", code);
  const std::string text(buffer, static_cast<std::size_t>(length));
  const std::string first = text.substr(0, std::min(text.find(", error stack"), text.find('\n')));
  std::string last = text.substr(text.rfind('\n') + 1); // npos + 1 is 0
  if (const auto call_end = last.find("): "); call_end != std::string::npos)
    last = last.substr(call_end + 3);
  return last == first || last == text ? first : fmt::format("{} ({})", first, last);
}

} // namespace

MpiError::MpiError(const char *call, int code)
    : Error(fmt::format("{}: {}", call, text_of(code))) {}

} // namespace brigade
