#include "running.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE *)>;

std::string contents(std::FILE *file) {
  std::rewind(file);
  std::string text;
  for (int letter; (letter = std::fgetc(file)) != EOF;)
    text += static_cast<char>(letter);
  return text;
}

/// Zero bytes become line ends. Empty where the process is gone.
std::string read(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  for (std::string part; std::getline(file, part, '\0');)
    text += part + '\n';
  return text;
}

} // namespace

Ended run(const std::vector<std::string> &command) {
  const File out(std::tmpfile(), std::fclose);
  const File err(std::tmpfile(), std::fclose);
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  const auto start = std::chrono::steady_clock::now();
  const pid_t process = fork();
  if (process == 0) {
    dup2(fileno(out.get()), STDOUT_FILENO);
    dup2(fileno(err.get()), STDERR_FILENO);
    execvp(arguments.front(), arguments.data());
    _exit(127);
  }
  int status = 0;
  waitpid(process, &status, 0);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(out.get()),
          contents(err.get()), took.count()};
}

Ended launch(const std::vector<std::string> &options, const std::vector<std::string> &command) {
  std::vector<std::string> all = {BRIGADE_LAUNCH, "--time-limit", "30"};
  all.insert(all.end(), options.begin(), options.end());
  all.push_back("--");
  all.insert(all.end(), command.begin(), command.end());
  return run(all);
}

std::vector<std::string> stories(int ranks, const std::string &filter) {
  std::istringstream mpiexec(BRIGADE_MPIEXEC);
  std::vector<std::string> command;
  for (std::string word; std::getline(mpiexec, word, '|');)
    command.push_back(word);
  command.insert(command.end(),
                 {"-n", std::to_string(ranks), RANK_STORIES, "--gtest_filter=" + filter});
  return command;
}

int processes_with(const std::string &text) {
  int found = 0;
  std::error_code gone;
  for (const auto &entry : std::filesystem::directory_iterator("/proc", gone))
    if (read(entry.path() / "cmdline").find(text) != std::string::npos ||
        read(entry.path() / "environ").find(text) != std::string::npos)
      ++found;
  return found;
}
