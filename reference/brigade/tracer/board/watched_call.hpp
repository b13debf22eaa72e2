#pragma once

#include "brigade/tracer/board/board.hpp"
#include "brigade/tracer/interpose/record.hpp"

#include <string_view>

namespace brigade::board {

/// A wrapped MPI call, as the board sees it.
struct WatchedCall {
  std::string_view name; ///< "MPI_Send", "MPI_Send_c"
  const void *caller;
  Shape shape;
  interpose::Bytes bytes;
};

/// Before and after the MPI function, only while attached. `arguments` are the call's own, with
/// what the call has written through them by then.
void enter(const WatchedCall &call, const interpose::Arguments &arguments);
void leave(const WatchedCall &call, const interpose::Arguments &arguments, int code);

} // namespace brigade::board
