#pragma once

#include "grader/launch/launch.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace brigade::grader {

/// What a trial program is told, in the environment of this process for as long as the object
/// lives: start the program meanwhile.
class LaunchEnvironment {
public:
  LaunchEnvironment(const LaunchRequest &request, const std::filesystem::path &records,
                    const std::string &token, const std::filesystem::path &shared,
                    const std::filesystem::path &board, const std::filesystem::path &sanitizers);
  ~LaunchEnvironment();
  LaunchEnvironment(const LaunchEnvironment &) = delete;
  LaunchEnvironment &operator=(const LaunchEnvironment &) = delete;

private:
  void set(const char *name, const std::string &value);
  /// Behind what the variable says already.
  void add_option(const char *name, const std::string &option);

  struct Before {
    const char *name;
    std::optional<std::string> value;
  };
  std::vector<Before> before_;
};

} // namespace brigade::grader
