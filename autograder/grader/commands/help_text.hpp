#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace brigade::grader {

/// What `--help` prints: at most 80 columns wide; of each option its name, what it takes ("N",
/// "FILE") and what it does. What CLI11 says beside that (ranges, numbers of enumerators, what
/// excludes what, the line on --help itself) is left out: it is told where it matters, in the
/// message about a wrong option.
class HelpText : public CLI::Formatter {
public:
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option *> options) const override;
  std::string make_subcommand(const CLI::App *command) const override;
  std::string make_description(const CLI::App *app) const override;
  /// Nothing: ./kitchen says it, and `grade` in its description.
  std::string make_usage(const CLI::App *app, std::string name) const override;
  std::string make_option(const CLI::Option *option, bool is_positional) const override;
  std::string make_option_name(const CLI::Option *option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option *option) const override;
};

} // namespace brigade::grader
