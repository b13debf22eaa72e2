#pragma once

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <string>

namespace brigade::grader::testing {

/// The first place where a value is not what a schema (the part of draft 2020-12 that ours uses)
/// says; empty where it is.
inline std::string against_schema(const nlohmann::json &value, const nlohmann::json &schema,
                                  const nlohmann::json &root, const std::string &path = "$") {
  if (schema.contains("$ref")) {
    const std::string name = schema["$ref"].get<std::string>().substr(8); // "#/$defs/"
    return against_schema(value, root["$defs"].at(name), root, path);
  }
  if (schema.contains("const") && value != schema["const"])
    return path + " is not " + schema["const"].dump();
  if (schema.contains("enum")) {
    for (const nlohmann::json &one : schema["enum"])
      if (one == value)
        return "";
    return path + " is none of " + schema["enum"].dump();
  }
  const std::string type = schema.value("type", "");
  const bool fits =
      type.empty() || (type == "string" && value.is_string()) ||
      (type == "integer" && value.is_number_integer()) || (type == "number" && value.is_number()) ||
      (type == "boolean" && value.is_boolean()) || (type == "array" && value.is_array()) ||
      (type == "object" && value.is_object());
  if (!fits)
    return fmt::format("{} is {}, not {}", path, value.type_name(), type);
  if (schema.contains("minimum") && value < schema["minimum"])
    return path + " is too small";
  if (type == "array")
    for (std::size_t at = 0; at < value.size(); ++at)
      if (std::string wrong =
              against_schema(value[at], schema["items"], root, fmt::format("{}[{}]", path, at));
          !wrong.empty())
        return wrong;
  if (type != "object")
    return "";
  for (const nlohmann::json &key : schema["required"])
    if (!value.contains(key.get<std::string>()))
      return fmt::format("{} lacks {}", path, key.dump());
  for (const auto &[key, part] : value.items()) {
    if (!schema["properties"].contains(key))
      return fmt::format("{} has an unknown {}", path, key);
    if (std::string wrong = against_schema(part, schema["properties"][key], root, path + "." + key);
        !wrong.empty())
      return wrong;
  }
  return "";
}

} // namespace brigade::grader::testing
