#pragma once

#include "brigade/supervisor/capture.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace brigade {

/// A folder of its own for each test, in which brigade-plan finds its files.
class PlanCommand : public ::testing::Test {
protected:
  PlanCommand()
      : folder_((std::filesystem::temp_directory_path() / "brigade-plan-test-XXXXXX").string()) {
    folder_ = ::mkdtemp(folder_.data());
    std::filesystem::create_directory(folder_ + "/tmp");
  }
  ~PlanCommand() override { std::filesystem::remove_all(folder_); }

  /// The path of a file with this text.
  std::string file(const std::string &name, const std::string &text) {
    std::ofstream(folder_ + "/" + name) << text;
    return folder_ + "/" + name;
  }

  /// brigade-plan with the program in a file, and the options behind it.
  Captured plan(const std::string &program, const std::vector<std::string> &options,
                const std::string &temporary = "") {
    std::vector<std::string> command{"env",
                                     "TMPDIR=" + (temporary.empty() ? folder_ + "/tmp" : temporary),
                                     BRIGADE_PLAN, file("program.txt", program)};
    command.insert(command.end(), options.begin(), options.end());
    return capture(command);
  }

  std::string temporary_folder() const { return folder_ + "/tmp"; }
  bool temporary_folder_is_empty() const { return std::filesystem::is_empty(folder_ + "/tmp"); }

private:
  std::string folder_;
};

} // namespace brigade
