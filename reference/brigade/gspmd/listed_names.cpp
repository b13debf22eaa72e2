#include "brigade/gspmd/listed_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <span>

namespace brigade {

namespace {

constexpr std::size_t kMostNames = 8;
constexpr const char *kMore = " and ";

} // namespace

std::string listed(const std::vector<std::string> &names) {
  const std::span shown = std::span(names).first(std::min(names.size(), kMostNames));
  const std::string text = fmt::format("{}", fmt::join(shown, ", "));
  return shown.size() == names.size()
             ? text
             : fmt::format("{}{}{} more", text, kMore, names.size() - shown.size());
}

std::vector<std::string> told_names(const std::string &list) {
  const std::string told = list.substr(0, list.find(kMore));
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= told.size();) {
    const std::size_t end = std::min(told.find(", ", begin), told.size());
    names.push_back(told.substr(begin, end - begin));
    begin = end + 2;
  }
  return names;
}

std::string renamed(const std::string &list,
                    const std::function<std::string(const std::string &)> &name) {
  std::vector<std::string> names = told_names(list);
  for (std::string &each : names)
    each = name(each);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const std::size_t more = std::min(list.find(kMore), list.size());
  return fmt::format("{}{}", fmt::join(names, ", "), list.substr(more));
}

} // namespace brigade
