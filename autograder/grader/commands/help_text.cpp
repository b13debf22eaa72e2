#include "grader/commands/help_text.hpp"

#include "brigade/core/utf8.hpp"
#include "grader/report/text_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace brigade::grader {
namespace {

constexpr std::size_t kWidth = 80, kDescription = 27; // columns: of the text; before a description

/// "  --seed N               Other random inputs", wrapped in its column.
std::string entry(const std::string &name, const std::string &description) {
  const std::string left = "  " + name;
  std::string text = fmt::format("{}\n", fmt::join(wrap(description, kWidth, kDescription), "\n"));
  if (count_characters(left) + 2 > kDescription)
    return left + '\n' + text;
  return text.replace(0, count_characters(left), left);
}

/// "N" of "UINT:INT in [1 - 4096]"; "FILE" of itself.
std::string value_name(const std::string &type) {
  const std::string name = type.substr(0, type.find(':'));
  return name == "INT" || name == "UINT" || name == "FLOAT" ? "N" : name;
}

} // namespace

std::string HelpText::make_group(std::string group, bool is_positional,
                                 std::vector<const CLI::Option *> options) const {
  std::erase_if(options, [](const CLI::Option *option) { return option->check_lname("help"); });
  return options.empty() ? "" : CLI::Formatter::make_group(group, is_positional, options);
}

std::string HelpText::make_subcommand(const CLI::App *command) const {
  return entry(command->get_name(), command->get_description());
}

std::string HelpText::make_description(const CLI::App *app) const {
  return fmt::format("{}\n", fmt::join(wrap(app->get_description(), kWidth), "\n"));
}

std::string HelpText::make_usage(const CLI::App *, std::string) const { return ""; }

std::string HelpText::make_option(const CLI::Option *option, bool is_positional) const {
  return entry(make_option_name(option, is_positional) +
                   (is_positional ? "" : make_option_opts(option)),
               option->get_description());
}

std::string HelpText::make_option_name(const CLI::Option *option, bool is_positional) const {
  return CLI::detail::find_and_replace(CLI::Formatter::make_option_name(option, is_positional),
                                       "{false}", "");
}

std::string HelpText::make_option_opts(const CLI::Option *option) const {
  const std::string name = value_name(option->get_type_name());
  if (name.empty()) // a flag
    return "";
  if (option->get_expected_min() == 0)
    return " [" + name + "]";
  return " " + name + (option->get_delimiter() == '\0' ? "" : "," + name + ",...");
}

} // namespace brigade::grader
