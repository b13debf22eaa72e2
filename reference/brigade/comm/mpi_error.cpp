#include "brigade/comm/mpi_error.hpp"

#include <mpi.h>

#include <fmt/format.h>
#include <string>

namespace brigade {
namespace {

/// MPI's text for a code, on one line.
std::string text_of(int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (PMPI_Error_string(code, text, &length) != MPI_SUCCESS)
    return fmt::format("error code {}", code);
  std::string line(text, static_cast<std::size_t>(length));
  for (std::size_t at; (at = line.find('\n')) != std::string::npos;)
    line.replace(at, 1, "; ");
  return line;
}

} // namespace

MpiError::MpiError(const char *call, int code) : Error(fmt::format("{}: {}", call, text_of(code))) {}

} // namespace brigade
