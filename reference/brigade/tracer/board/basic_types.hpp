#pragma once

#include <mpi.h>

#include <cstdint>

/// What types and operations are, whatever their handles: handles of the same type differ between
/// ranks, and one kind of number has several names.
namespace brigade::board {

/// Fingerprint of the basic types that a type is made of and of their shares, so that ten of
/// MPI_INT and one vector of ten MPI_INT are alike. 0 for bytes and packed data, which fit all.
std::uint64_t basic_types(MPI_Datatype type);

/// Of `count` elements; 0 for nothing, whatever the type.
std::int64_t bytes_of(std::int64_t count, MPI_Datatype type);

/// Keeps which function of the program an operation calls.
void note_operation(MPI_Op op, const void *function);
/// The same on all ranks: MPI's own operations by their handle, a program's by its function.
std::uint64_t operation_id(MPI_Op op);

} // namespace brigade::board
