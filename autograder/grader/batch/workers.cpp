#include "grader/batch/workers.hpp"

#include "brigade/supervisor/child.hpp"
#include "brigade/supervisor/signals.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

namespace brigade::grader {
namespace {

constexpr std::size_t kOutputKept = 64 << 10;

struct Worker {
  Child child;
  WorkerEnd end;
  bool reads_out = true, reads_err = true;
};

/// Appends what is there to read. @return false at the end of the stream.
bool read_some(int descriptor, std::string &output) {
  std::array<char, 1 << 14> piece;
  const ssize_t got = read(descriptor, piece.data(), piece.size());
  if (got <= 0)
    return false;
  output.append(piece.data(), static_cast<std::size_t>(got));
  if (output.size() > 2 * kOutputKept)
    output.erase(0, output.size() - kOutputKept);
  return true;
}

/// Waits until a worker has written or ended, or a signal came.
void wait_for_news(const SignalQueue &signals, std::vector<Worker> &workers) {
  std::vector<pollfd> polled{{signals.descriptor(), POLLIN, 0}};
  for (const Worker &worker : workers) {
    polled.push_back({worker.reads_out ? worker.child.out : -1, POLLIN, 0});
    polled.push_back({worker.reads_err ? worker.child.err : -1, POLLIN, 0});
  }
  poll(polled.data(), polled.size(), 200);
  for (std::size_t i = 0; i < workers.size(); ++i) {
    if (polled[1 + 2 * i].revents != 0)
      workers[i].reads_out = read_some(workers[i].child.out, workers[i].end.output);
    if (polled[2 + 2 * i].revents != 0)
      workers[i].reads_err = read_some(workers[i].child.err, workers[i].end.output);
  }
}

/// Has it ended? Then what it wrote is read to the end, or to where a process that it left behind
/// may still write.
bool is_over(Worker &worker) {
  int status = 0;
  if (waitpid(worker.child.process, &status, WNOHANG) == 0)
    return false;
  worker.end.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  for (const auto &[descriptor, reads] :
       {std::pair{worker.child.out, worker.reads_out}, {worker.child.err, worker.reads_err}}) {
    pollfd polled{descriptor, POLLIN, 0};
    while (reads && poll(&polled, 1, 0) > 0 && read_some(descriptor, worker.end.output)) {
    }
    close(descriptor);
  }
  return true;
}

} // namespace

int run_side_by_side(const std::vector<std::vector<std::string>> &commands, int at_once,
                     const std::function<void(const WorkerEnd &)> &on_end) {
  SignalQueue signals;
  std::vector<Worker> workers;
  std::size_t next = 0;
  int stopped_by = 0;
  while (!workers.empty() || (next < commands.size() && stopped_by == 0)) {
    while (stopped_by == 0 && next < commands.size() &&
           workers.size() < static_cast<std::size_t>(std::max(1, at_once))) {
      workers.push_back(
          {start_child(commands[next]), {.index = next, .exit_status = 0, .output = {}}});
      ++next;
    }
    wait_for_news(signals, workers);
    if (const int signal = signals.take(); signal != 0 && stopped_by == 0) {
      stopped_by = signal;
      for (const Worker &worker : workers)
        kill(worker.child.process, SIGTERM);
    }
    for (auto worker = workers.begin(); worker != workers.end();)
      if (is_over(*worker)) {
        WorkerEnd end = std::move(worker->end);
        end.was_stopped = stopped_by != 0 && end.exit_status == 128 + SIGTERM;
        worker = workers.erase(worker);
        on_end(end);
      } else {
        ++worker;
      }
  }
  return stopped_by;
}

} // namespace brigade::grader
