#pragma once

#include <string>

/// The sanitizers of the preset `asan`. In a program without them, both do nothing.
namespace brigade::harness {

/// What they report goes into the file "PATH.PROCESS" from now on, which is there when they have
/// something to report. ASAN_OPTIONS and UBSAN_OPTIONS name the same path (log_path).
void write_sanitizer_pages(const std::string &path);

/// Reports what this process has allocated and lost until now; it goes on all the same. To be
/// called when the trial is over: at the exit itself, a leak would end this rank with a status for
/// which the launcher kills the others in the middle of their reports.
void look_for_leaks();

} // namespace brigade::harness
