#include "capture.hpp"

#include "brigade/supervisor/child.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <sstream>

namespace brigade::doctor {
namespace {

/// Reads both to their ends at once: a pipe that nobody empties would stop the command.
void read_both(const Child &child, std::string &out, std::string &err) {
  std::array<pollfd, 2> ends = {pollfd{child.out, POLLIN, 0}, pollfd{child.err, POLLIN, 0}};
  const std::array<std::string *, 2> texts = {&out, &err};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    poll(ends.data(), ends.size(), -1);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0)
        continue;
      std::array<char, 4096> buffer;
      const ssize_t got = read(ends[i].fd, buffer.data(), buffer.size());
      if (got > 0) {
        texts[i]->append(buffer.data(), static_cast<std::size_t>(got));
      } else {
        close(ends[i].fd);
        ends[i].fd = -1;
      }
    }
  }
}

} // namespace

Captured capture(const std::vector<std::string> &command) {
  const auto start = std::chrono::steady_clock::now();
  Captured captured{};
  const Child child = start_child(command);
  read_both(child, captured.out, captured.err);
  int status = 0;
  waitpid(child.process, &status, 0);
  captured.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  captured.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return captured;
}

std::vector<std::string> command_line(const std::string &command,
                                      const std::vector<std::string> &more) {
  std::vector<std::string> words;
  std::istringstream stream(command);
  for (std::string word; std::getline(stream, word, '|');)
    words.push_back(word);
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string first_line(const std::string &text) { return text.substr(0, text.find('\n')); }

} // namespace brigade::doctor
