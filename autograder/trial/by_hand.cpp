#include "trial/by_hand.hpp"

#include "trial/environment.hpp"
#include "trial/program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

namespace brigade::harness {
namespace {

constexpr std::string_view kDebuggedRank = "--debugged-rank=", kDebuggedFile = "--debugged-file=";

class FailuresOnly : public ::testing::EmptyTestEventListener {
public:
  void OnTestPartResult(const ::testing::TestPartResult &result) override {
    if (!result.failed())
      return;
    const TrialProgram &program = TrialProgram::instance();
    const std::string text =
        fmt::format("rank {} | {}: {}:{}: {}\n", program.rank(), program.test(),
                    result.file_name() ? result.file_name() : "unknown file", result.line_number(),
                    result.message());
    [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, text.data(), text.size());
  }
};

} // namespace

void take_arguments(int &argc, char **argv) {
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--debug")
      environment().is_read_out = true;
    else if (argument.starts_with("--seed="))
      environment().seed = std::strtoull(argv[i] + std::string_view("--seed=").size(), nullptr, 10);
    else if (argument.starts_with("--sizes="))
      environment().sizes = numbers_of(argv[i] + std::string_view("--sizes=").size());
    else if (argument.starts_with(kDebuggedRank))
      environment().debugged_rank = std::atoi(argv[i] + kDebuggedRank.size());
    else if (argument.starts_with(kDebuggedFile))
      environment().debugged_file = argument.substr(kDebuggedFile.size());
    else
      argv[kept++] = argv[i];
  }
  argc = kept;
  argv[argc] = nullptr;
}

void print_on_rank_0() {
  if (TrialProgram::instance().rank() == 0)
    return;
  auto &listeners = ::testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  delete listeners.Release(listeners.default_xml_generator());
  listeners.Append(new FailuresOnly);
}

} // namespace brigade::harness
