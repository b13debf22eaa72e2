#include "trial/crash_handler.hpp"

#include <dlfcn.h>
#include <mpi.h>

#include <cstdlib>

// The ways out of a process other than the end of main. This program's own definitions come before
// those of the libraries: they note who called them, and go on to the real ones.
namespace brigade::harness {
namespace {

using records::EndKind;

using Exit = void (*)(int);
struct RealExits {
  Exit exit, quick_exit, immediate, immediate_of_c;
  int (*abort)(MPI_Comm, int);
};

template <class Function> Function real(const char *name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

const RealExits &real_exits() {
  static const RealExits exits = {real<Exit>("exit"), real<Exit>("quick_exit"), real<Exit>("_exit"),
                                  real<Exit>("_Exit"), real<int (*)(MPI_Comm, int)>("PMPI_Abort")};
  return exits;
}

[[noreturn]] void leave(EndKind kind, Exit exit, int status) {
  note_end(kind, status, 2);
  exit(status);
  __builtin_unreachable();
}

} // namespace

void watch_exits() { real_exits(); }

} // namespace brigade::harness

using brigade::harness::leave;
using brigade::harness::real_exits;
using brigade::records::EndKind;

extern "C" {

[[noreturn]] void exit(int status) noexcept { leave(EndKind::exit, real_exits().exit, status); }
[[noreturn]] void quick_exit(int status) noexcept {
  leave(EndKind::exit, real_exits().quick_exit, status);
}
[[noreturn]] void _exit(int status) {
  leave(EndKind::immediate_exit, real_exits().immediate, status);
}
[[noreturn]] void _Exit(int status) noexcept {
  leave(EndKind::immediate_exit, real_exits().immediate_of_c, status);
}

// MPI_Abort of the tracer comes here; MPI's own end after an error does not.
int PMPI_Abort(MPI_Comm communicator, int code) {
  brigade::harness::note_end(EndKind::abort, code, 1);
  return real_exits().abort(communicator, code);
}

} // extern "C"
