#include "brigade/gspmd/profile_file.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/nearest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace brigade {

namespace {

using Json = nlohmann::ordered_json;

struct NamedSteps {
  std::string_view name;
  CollectiveSteps steps;
};
constexpr std::array kSteps{NamedSteps{"ring", CollectiveSteps::ring},
                            NamedSteps{"recursive_doubling", CollectiveSteps::recursive_doubling},
                            NamedSteps{"one", CollectiveSteps::one}};

/// One { … } of the file.
class Table {
public:
  /// `where` names it in messages: the file, and the key that it stands behind.
  Table(const Json &json, std::string where, const std::vector<std::string> &known)
      : json_(json), where_(std::move(where)) {
    if (!json.is_object())
      fail("expected names with values, as in {\"latency_seconds\": 1e-6}");
    for (const auto &[name, value] : json.items())
      if (std::ranges::find(known, name) == known.end())
        fail(fmt::format("'{}' means nothing here{}; there are {}", name, did_you_mean(name, known),
                         fmt::join(known, ", ")));
  }

  bool has(const char *name) const { return json_.contains(name); }

  const Json &at(const char *name) const {
    if (!has(name))
      fail(fmt::format("{} is missing", name));
    return json_.at(name);
  }

  /// Positive, or at least 0.
  double number(const char *name, bool may_be_zero) const {
    const Json &value = at(name);
    const double number = value.is_number() ? value.get<double>() : -1;
    if (!std::isfinite(number) || number < 0 || (number == 0 && !may_be_zero))
      fail(fmt::format("{} is {}, and must be a {} number", name, value.dump(),
                       may_be_zero ? "non-negative" : "positive"));
    return number;
  }

  std::string text(const char *name) const {
    const Json &value = at(name);
    if (!value.is_string())
      fail(fmt::format("{} is {}, and must be a text in quotes", name, value.dump()));
    return value.get<std::string>();
  }

  bool truth(const char *name) const {
    const Json &value = at(name);
    if (!value.is_boolean())
      fail(fmt::format("{} is {}, and must be true or false", name, value.dump()));
    return value.get<bool>();
  }

  [[noreturn]] void fail(const std::string &what) const {
    throw InputError(fmt::format("{}: {}", where_, what));
  }

private:
  const Json &json_;
  std::string where_;
};

LinkProfile link(const Table &table, const char *name, const std::string &file) {
  const Table link(table.at(name), fmt::format("{}: {}", file, name),
                   {"latency_seconds", "seconds_per_byte", "steps", "overlaps"});
  LinkProfile profile{.latency = link.number("latency_seconds", true),
                      .seconds_per_byte = link.number("seconds_per_byte", true)};
  if (link.has("overlaps"))
    profile.overlaps = link.truth("overlaps");
  if (!link.has("steps"))
    return profile;
  const std::string wanted = link.text("steps");
  const auto steps = std::ranges::find(kSteps, wanted, &NamedSteps::name);
  if (steps == kSteps.end())
    link.fail(fmt::format("steps is \"{}\", and must be ring, recursive_doubling or one", wanted));
  profile.steps = steps->steps;
  return profile;
}

Json link_json(const LinkProfile &link) {
  return {{"latency_seconds", link.latency},
          {"seconds_per_byte", link.seconds_per_byte},
          {"steps", to_string(link.steps)},
          {"overlaps", link.overlaps}};
}

} // namespace

std::string_view to_string(CollectiveSteps steps) {
  return std::ranges::find(kSteps, steps, &NamedSteps::steps)->name;
}

MachineProfile parse_profile(const std::string &text, const std::string &file) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded())
    throw InputError(fmt::format("{} is no machine profile: it is no JSON", file));
  const Table table(json, file,
                    {"name", "flops_per_second", "memory_bytes_per_second", "devices_per_node",
                     "inside", "between"});
  const double devices = table.number("devices_per_node", true);
  if (devices != std::floor(devices) || devices > 1e15)
    table.fail(fmt::format("devices_per_node is {}, and must be a whole number", devices));
  MachineProfile profile{.name = table.text("name"),
                         .flops_per_second = table.number("flops_per_second", false),
                         .bytes_per_second = table.number("memory_bytes_per_second", false),
                         .inside = link(table, "inside", file),
                         .between = {},
                         .devices_per_node = static_cast<std::int64_t>(devices)};
  profile.between =
      devices == 0 && !table.has("between") ? profile.inside : link(table, "between", file);
  return profile;
}

MachineProfile read_profile(const std::string &file) {
  if (std::error_code ignored; std::filesystem::is_directory(file, ignored))
    throw InputError(fmt::format("{} is a folder; give the file of a machine profile", file));
  std::ifstream stream(file);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream)
    throw InputError(fmt::format("cannot read {}; give the file of a machine profile", file));
  return parse_profile(text, file);
}

std::string profile_text(const MachineProfile &profile) {
  const Json json{{"name", profile.name},
                  {"flops_per_second", profile.flops_per_second},
                  {"memory_bytes_per_second", profile.bytes_per_second},
                  {"devices_per_node", profile.devices_per_node},
                  {"inside", link_json(profile.inside)},
                  {"between", link_json(profile.between)}};
  // A name may hold any bytes; JSON holds UTF-8 only.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace brigade
