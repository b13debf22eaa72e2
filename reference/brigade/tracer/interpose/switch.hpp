#pragma once

namespace brigade::interpose {

/// A program that knows nothing of the tracer is traced where the variable BRIGADE_TRACE names a
/// file: the ledger is on from MPI_Init, and MPI_Finalize writes all ranks' records there
/// (tracer/trace_file.hpp).
void switch_on_if_asked();
/// All ranks call it, before MPI ends. A file that cannot be written is told in a line on standard
/// error.
void write_trace_if_asked();

} // namespace brigade::interpose
