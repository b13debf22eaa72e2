#pragma once

#include "records/record.hpp"

#include <nlohmann/json.hpp>

/// Each record as the head of its frame and back. What goes into the payload (an array's data, a
/// text) is not in here. from_json throws nlohmann::json::exception or Error where the head is not
/// such a record.
namespace brigade::records {

void to_json(nlohmann::json &head, const ArrayRecord &array);
void from_json(const nlohmann::json &head, ArrayRecord &array);
void to_json(nlohmann::json &head, const ScalarRecord &scalar);
void from_json(const nlohmann::json &head, ScalarRecord &scalar);
void to_json(nlohmann::json &head, const CallRecord &call);
void from_json(const nlohmann::json &head, CallRecord &call);
void to_json(nlohmann::json &head, const WorkRecord &work);
void from_json(const nlohmann::json &head, WorkRecord &work);
void to_json(nlohmann::json &head, const TrafficRuleRecord &rule);
void from_json(const nlohmann::json &head, TrafficRuleRecord &rule);
void to_json(nlohmann::json &head, const FailureRecord &failure);
void from_json(const nlohmann::json &head, FailureRecord &failure);
void to_json(nlohmann::json &head, const ExceptionRecord &exception);
void from_json(const nlohmann::json &head, ExceptionRecord &exception);
void to_json(nlohmann::json &head, const MeshAxis &axis);
void from_json(const nlohmann::json &head, MeshAxis &axis);

/// JSON has no number for infinities and what is no number; those are written as text.
nlohmann::json json_of(double number);
double double_of(const nlohmann::json &value);

} // namespace brigade::records
