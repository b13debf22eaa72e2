#include "trial/environment.hpp"

#include "trial/crash_handler.hpp"
#include "trial/sanitizers.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace brigade::harness {
namespace {

/// Takes a variable out of the environment, and its text out of the memory that
/// /proc/self/environ shows.
std::string take(const char *name) {
  char *value = std::getenv(name);
  if (!value)
    return {};
  std::string text = value;
  std::memset(value, 'x', text.size());
  ::unsetenv(name);
  return text;
}

std::string launched_rank() {
  for (const char *name : {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"})
    if (const char *rank = std::getenv(name))
      return rank;
  return "0";
}

/// Far from the small descriptors that a program closes by mistake.
constexpr int kLeastDescriptor = 200;

int open_records(const std::string &folder) {
  const std::string path = folder + "/" + launched_rank() + ".records";
  const int opened = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
  const int moved = opened < 0 ? -1 : ::fcntl(opened, F_DUPFD_CLOEXEC, kLeastDescriptor);
  if (opened >= 0 && moved >= 0)
    ::close(opened);
  const int descriptor = moved >= 0 ? moved : opened;
  if (descriptor < 0) {
    std::perror("brigade: error: the record file cannot be opened");
    ::_exit(3);
  }
  return descriptor;
}

Environment *read_environment() {
  auto *read = new Environment;
  const std::string records = take("BRIGADE_TRIAL_RECORDS");
  read->token = take("BRIGADE_TRIAL_TOKEN");
  if (const std::string seed = take("BRIGADE_TRIAL_SEED"); !seed.empty())
    read->seed = std::strtoull(seed.c_str(), nullptr, 10);
  read->tests = take("BRIGADE_TRIAL_TESTS");
  read->sizes = numbers_of(take("BRIGADE_TRIAL_SIZES"));
  read->folder = take("BRIGADE_TRIAL_FOLDER");
  if (const std::string pages = take("BRIGADE_TRIAL_SANITIZERS"); !pages.empty())
    write_sanitizer_pages(pages);
  read->is_graded = !records.empty();
  if (read->is_graded) {
    read->record_file = open_records(records);
    open_end_page(records + "/" + launched_rank() + ".end");
  }
  return read;
}

// The lowest priority that programs may use: before the static objects of any other file.
[[gnu::constructor(101)]] void read_before_main() { environment(); }

} // namespace

std::vector<int> numbers_of(const std::string &text) {
  std::vector<int> numbers;
  const char *rest = text.c_str();
  while (*rest) {
    char *end = nullptr;
    const long number = std::strtol(rest, &end, 10);
    if (end == rest)
      break;
    numbers.push_back(static_cast<int>(number));
    rest = *end ? end + 1 : end;
  }
  return numbers;
}

Environment &environment() {
  static Environment &environment = *read_environment();
  return environment;
}

} // namespace brigade::harness
