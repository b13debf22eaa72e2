#pragma once

#include "brigade/core/error.hpp"

namespace brigade {

/// A call of MPI failed. The message is the call's name and MPI's own text.
class MpiError : public Error {
public:
  MpiError(const char *call, int code);
};

/// Throws MpiError where `code` is not MPI_SUCCESS: check(PMPI_Isend(…), "MPI_Isend").
inline void check(int code, const char *call) {
  if (code != 0)
    throw MpiError(call, code);
}

} // namespace brigade
