#include "print_wanted.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/write_out.hpp"

#include <cstdio>
#include <sstream>

namespace brigade {

int print_wanted(const CLI::App &app, const CLI::Success &wanted) {
  std::ostringstream text;
  const int status = app.exit(wanted, text, text);
  try {
    write_out(text.str());
  } catch (const Error &error) {
    std::fprintf(stderr, "brigade: error: %s\n", error.what());
    return error.exit_status();
  }
  return status;
}

} // namespace brigade
