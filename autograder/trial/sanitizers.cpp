// How the sanitizers behave in a trial's program of the preset `asan`. They ask the program itself,
// so no file has to reach into a sandbox.
#include "trial/sanitizers.hpp"

#if defined(__SANITIZE_ADDRESS__)

#include <dlfcn.h>
#include <link.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>

#include <cstring>

extern "C" {

// Lines are found by the grader, once: each rank would take a second for it. What was freed is kept
// from use a while, but not the 256 MB of each rank that it would be, since memory is limited.
const char *__asan_default_options() {
  return "symbolize=0:detect_stack_use_after_return=0:quarantine_size_mb=16:print_legend=0:"
         "leak_check_at_exit=0";
}
const char *__ubsan_default_options() { return "symbolize=0:print_stacktrace=1"; }
const char *__lsan_default_options() { return "print_suppressions=0"; }

// What MPICH and the libraries below it keep until the process ends; as cmake/leaks.supp has it.
const char *__lsan_default_suppressions() {
  return "leak:libmpi.so\nleak:libmpich.so\nleak:libucp.so\nleak:libucs.so\nleak:libuct.so\n"
         "leak:libfabric.so\nleak:libhwloc.so\nleak:libpciaccess.so\n";
}

} // extern "C"

namespace brigade::harness {
namespace {

/// GCC's libubsan has a page of its own, and a function of its own to choose it. But libasan has
/// one of the same name that is found first, even by libubsan, so UBSAN_OPTIONS alone does nothing.
int tell_undefined_behaviour_sanitizer(dl_phdr_info *library, std::size_t, void *path) {
  if (std::strstr(library->dlpi_name, "libubsan") == nullptr)
    return 0;
  if (void *loaded = dlopen(library->dlpi_name, RTLD_NOW | RTLD_NOLOAD)) {
    if (void *choose = dlsym(loaded, "__sanitizer_set_report_path"))
      reinterpret_cast<void (*)(const char *)>(choose)(static_cast<const char *>(path));
    dlclose(loaded);
  }
  return 1;
}

} // namespace

void write_sanitizer_pages(const std::string &path) {
  std::string text = path;
  __sanitizer_set_report_path(text.c_str());
  dl_iterate_phdr(tell_undefined_behaviour_sanitizer, text.data());
}

void look_for_leaks() { __lsan_do_recoverable_leak_check(); }

} // namespace brigade::harness

#else

void brigade::harness::write_sanitizer_pages(const std::string &) {}
void brigade::harness::look_for_leaks() {}

#endif
