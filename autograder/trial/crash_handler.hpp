#pragma once

#include "records/end_page.hpp"

#include <string>

/// Notes for the grader how this process ends (records::EndPage), where it ends before its time.
namespace brigade::harness {

/// Maps the page in `file`, and handles the signals of a crash from now on. Where there is no such
/// file, nothing is noted.
void open_end_page(const std::string &file);

/// Notes that main() has been reached: nobody's static object is being made any more.
void note_main();

/// Handles the signals (again). To be called after MPI_Init, since UCX installs handlers of its
/// own. Under AddressSanitizer its handlers stay, because they say more.
void install_crash_handler();

/// From now on it is no early end when this process exits.
void expect_end();

/// Writes down that the process ends like this here; the caller's own `skip` innermost frames are
/// left out.
void note_end(records::EndKind kind, int number, int skip);

/// This rank's page; null where there is none.
records::EndPage *end_page();

/// Makes ready to note what the program calls outside of its process (outside.cpp).
void watch_outside();

/// Makes sure that exit(), _exit() and MPI_Abort() of this program are those that note it.
void watch_exits();

} // namespace brigade::harness
