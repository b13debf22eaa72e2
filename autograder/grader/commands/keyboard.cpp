#include "grader/commands/keyboard.hpp"

#include <poll.h>
#include <unistd.h>

#include <thread>

namespace brigade::grader {

Keyboard::Keyboard() {
  termios settings;
  if (isatty(STDIN_FILENO) == 0 || tcgetattr(STDIN_FILENO, &settings) != 0)
    return;
  before_ = settings;
  settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO); // Ctrl-C stays a signal
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
}

Keyboard::~Keyboard() {
  if (before_)
    tcsetattr(STDIN_FILENO, TCSANOW, &*before_);
}

std::optional<char> Keyboard::wait(std::chrono::milliseconds time) const {
  if (!is_there()) {
    std::this_thread::sleep_for(time);
    return std::nullopt;
  }
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (poll(&input, 1, static_cast<int>(time.count())) <= 0)
    return std::nullopt;
  char key = 0;
  return read(STDIN_FILENO, &key, 1) == 1 ? key : 'q';
}

} // namespace brigade::grader
