#include "brigade/tracer/board/settings.hpp"

#include <cstdlib>

namespace brigade::board {
namespace {

std::string take(const char *name) {
  const char *value = std::getenv(name);
  std::string text = value ? value : "";
  unsetenv(name);
  return text;
}

Settings read() {
  Settings settings;
  settings.file = take("BRIGADE_BOARD");
  settings.synchronous = take("BRIGADE_TRIAL_SYNCHRONOUS") == "1";
  if (const std::string seed = take("BRIGADE_TRIAL_CHAOS"); !seed.empty())
    settings.chaos = std::strtoull(seed.c_str(), nullptr, 10);
  return settings;
}

/// Before the constructors of the program's own static objects.
__attribute__((constructor(101))) void read_early() { sends_wait = settings().synchronous; }

} // namespace

const Settings &settings() {
  static const Settings &settings = *new Settings(read());
  return settings;
}

} // namespace brigade::board
