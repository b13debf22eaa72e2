#include "words_of.hpp"

#include "brigade/core/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace brigade {

namespace {

// The names behind the dashes, which all have: of the program and of the commands that are called.
std::vector<std::string> option_names(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      names.push_back(name);
  for (const CLI::App *command : app.get_subcommands())
    for (std::string &name : option_names(*command))
      names.push_back(std::move(name));
  return names;
}

} // namespace

std::string words_of(const CLI::ParseError &wrong, const CLI::App &app) {
  const std::vector<std::string> unexpected = app.remaining(true);
  const auto option = std::ranges::find_if(
      unexpected, [](const std::string &word) { return word.size() > 1 && word.starts_with('-'); });
  if (dynamic_cast<const CLI::ExtrasError *>(&wrong) == nullptr || option == unexpected.end())
    return wrong.what();
  const std::string given = option->substr(0, option->find('='));
  const std::size_t dashes = std::min(given.find_first_not_of('-'), given.size());
  return fmt::format("there is no option {}{}", given,
                     did_you_mean(given.substr(dashes), option_names(app), "--"));
}

} // namespace brigade
