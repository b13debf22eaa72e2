#include "records/record_json.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace brigade::records {
namespace {

using nlohmann::json;

constexpr std::array kTypes{DType::f32, DType::f64, DType::i32, DType::i64, DType::boolean};

DType type_of(const std::string &name) {
  for (const DType type : kTypes)
    if (brigade::to_string(type) == name)
      return type;
  throw Error(fmt::format("there is no type {}", name));
}

/// In the order of TrafficRule.
constexpr std::array<std::string_view, 8> kRules{
    "same_multiset", "same_sequence", "bytes_at_most", "bytes_exactly",
    "calls_at_most", "chain_at_most", "peak_at_most",  "virtual_time_at_most"};

json json_of_allowance(const Allowance &allowance) {
  json value{{"terms", allowance.terms}};
  if (allowance.magnitude)
    value["magnitude"] = json_of(*allowance.magnitude);
  if (allowance.relative)
    value["relative"] = json_of(*allowance.relative);
  return value;
}

Allowance allowance_of(const json &value) {
  Allowance allowance;
  allowance.terms = value.at("terms").get<std::int64_t>();
  if (value.contains("magnitude"))
    allowance.magnitude = double_of(value["magnitude"]);
  if (value.contains("relative"))
    allowance.relative = double_of(value["relative"]);
  return allowance;
}

} // namespace

json json_of(double number) {
  if (std::isfinite(number))
    return number;
  return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
}

double double_of(const json &value) {
  if (value.is_number())
    return value.get<double>();
  const auto &text = value.get_ref<const std::string &>();
  if (text == "nan")
    return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf" || text == "-inf")
    return (text == "inf" ? 1 : -1) * std::numeric_limits<double>::infinity();
  throw Error(fmt::format("{} is no number", text));
}

void to_json(json &head, const ArrayRecord &array) {
  head = {{"name", array.name},
          {"type", brigade::to_string(array.type)},
          {"shape", array.shape},
          {"allowance", json_of_allowance(array.allowance)},
          {"input", array.is_input}};
  if (array.placement)
    head["placement"] = {{"global_shape", array.placement->global_shape},
                         {"start", array.placement->start}};
}

void from_json(const json &head, ArrayRecord &array) {
  array.name = head.at("name");
  array.type = type_of(head.at("type"));
  array.shape = head.at("shape").get<Shape>();
  array.allowance = allowance_of(head.at("allowance"));
  array.is_input = head.at("input");
  if (head.contains("placement")) {
    const json &placement = head["placement"];
    array.placement = Placement{placement.at("global_shape").get<Shape>(),
                                placement.at("start").get<std::vector<std::int64_t>>()};
  }
}

void to_json(json &head, const ScalarRecord &scalar) {
  head = {{"name", scalar.name},
          {"type", brigade::to_string(scalar.type)},
          {"allowance", json_of_allowance(scalar.allowance)}};
  if (const auto *number = std::get_if<double>(&scalar.value))
    head["value"] = json_of(*number);
  else if (const auto *integer = std::get_if<std::int64_t>(&scalar.value))
    head["value"] = *integer;
  else
    head["value"] = std::get<bool>(scalar.value);
}

void from_json(const json &head, ScalarRecord &scalar) {
  scalar.name = head.at("name");
  scalar.type = type_of(head.at("type"));
  scalar.allowance = allowance_of(head.at("allowance"));
  const json &value = head.at("value");
  if (scalar.type == DType::boolean)
    scalar.value = value.get<bool>();
  else if (scalar.type == DType::i64)
    scalar.value = value.get<std::int64_t>();
  else
    scalar.value = double_of(value);
}

void to_json(json &head, const CallRecord &call) {
  head = {{"kind", call.kind},    {"comm", call.communicator},
          {"op", call.operation}, {"type", call.type},
          {"count", call.count},  {"sent", call.bytes},
          {"root", call.root},    {"peer", call.peer},
          {"tag", call.tag},      {"start", call.start},
          {"end", call.end}};
}

void from_json(const json &head, CallRecord &call) {
  call.kind = head.at("kind");
  call.communicator = head.at("comm");
  call.operation = head.at("op");
  call.type = head.at("type");
  call.count = head.at("count");
  call.bytes = head.at("sent");
  call.root = head.at("root");
  call.peer = head.at("peer");
  call.tag = head.at("tag");
  call.start = head.at("start");
  call.end = head.at("end");
}

void to_json(json &head, const WorkRecord &work) {
  head = {{"before_call", work.before_call}, {"operations", json_of(work.operations)}};
}

void from_json(const json &head, WorkRecord &work) {
  work.before_call = head.at("before_call");
  work.operations = double_of(head.at("operations"));
}

void to_json(json &head, const TrafficRuleRecord &rule) {
  head = {{"rule", kRules[static_cast<std::size_t>(rule.rule)]},
          {"kind", rule.kind},
          {"limit", json_of(rule.limit)}};
}

void from_json(const json &head, TrafficRuleRecord &rule) {
  const auto &name = head.at("rule").get_ref<const std::string &>();
  const auto *const found = std::find(kRules.begin(), kRules.end(), name);
  if (found == kRules.end())
    throw Error(fmt::format("there is no rule {}", name));
  rule.rule = static_cast<TrafficRule>(found - kRules.begin());
  rule.kind = head.at("kind");
  rule.limit = double_of(head.at("limit"));
}

void to_json(json &head, const FailureRecord &failure) {
  head = {{"message", failure.message}, {"file", failure.file}, {"line", failure.line}};
}

void from_json(const json &head, FailureRecord &failure) {
  failure.message = head.at("message");
  failure.file = head.at("file");
  failure.line = head.at("line");
}

void to_json(json &head, const ExceptionRecord &exception) {
  head = {{"type", exception.type},
          {"what", exception.what},
          {"not_implemented", exception.not_implemented}};
}

void from_json(const json &head, ExceptionRecord &exception) {
  exception.type = head.at("type");
  exception.what = head.at("what");
  exception.not_implemented = head.at("not_implemented");
}

void to_json(json &head, const MeshAxis &axis) {
  head = {{"name", axis.name}, {"size", axis.size}};
}

void from_json(const json &head, MeshAxis &axis) {
  axis.name = head.at("name");
  axis.size = head.at("size");
}

} // namespace brigade::records
