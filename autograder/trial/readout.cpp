#include "trial/readout.hpp"

#include "records/record_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace brigade::harness {
namespace {

using nlohmann::json;

constexpr std::size_t kShownElements = 64;

template <class T> std::vector<std::string> elements_of(std::string_view payload) {
  std::vector<std::string> shown;
  for (std::size_t at = 0; at + sizeof(T) <= payload.size(); at += sizeof(T)) {
    if (shown.size() == kShownElements) {
      shown.push_back("…");
      break;
    }
    T value;
    std::memcpy(&value, payload.data() + at, sizeof(T));
    shown.push_back(fmt::format("{}", value));
  }
  return shown;
}

std::string array_in_words(const json &head, std::string_view payload) {
  const auto array = head.get<records::ArrayRecord>();
  std::vector<std::string> elements;
  switch (array.type) {
  case DType::f32:
    elements = elements_of<float>(payload);
    break;
  case DType::f64:
    elements = elements_of<double>(payload);
    break;
  case DType::i32:
    elements = elements_of<std::int32_t>(payload);
    break;
  case DType::i64:
    elements = elements_of<std::int64_t>(payload);
    break;
  case DType::boolean:
    elements = elements_of<bool>(payload);
    break;
  }
  const std::string place = array.placement
                                ? fmt::format(", at {} of {}", to_string(array.placement->start),
                                              to_string(array.placement->global_shape))
                                : "";
  return fmt::format("{}: {} {}{}{}: {}", array.name, brigade::to_string(array.type),
                     to_string(array.shape), array.is_input ? " (input)" : "", place,
                     fmt::join(elements, " "));
}

std::string call_in_words(const records::CallRecord &call) {
  std::string words = call.kind;
  if (!call.communicator.empty())
    words += " on " + call.communicator;
  if (call.count > 0)
    words += fmt::format(": {}{} {}", call.operation.empty() ? "" : call.operation + " of ",
                         call.count, call.type);
  if (call.root >= 0)
    words += fmt::format(", root {}", call.root);
  if (call.peer >= 0)
    words += fmt::format(", with rank {}", call.peer);
  if (call.tag >= 0)
    words += fmt::format(", tag {}", call.tag);
  return words +
         fmt::format(", sends {} bytes, {:.3f} ms", call.bytes, (call.end - call.start) * 1e3);
}

} // namespace

std::string in_words(std::string_view kind, const json &head, std::string_view payload) {
  if (kind == "begin")
    return fmt::format("{}, rank {} of {}", head["test"].get<std::string>(),
                       head["rank"].get<int>(), head["size"].get<int>());
  if (kind == "array")
    return "  " + array_in_words(head, payload);
  if (kind == "scalar")
    return fmt::format("  {}: {}", head["name"].get<std::string>(), head["value"].dump());
  if (kind == "text")
    return fmt::format("  {}: {}", head["name"].get<std::string>(), payload);
  if (kind == "call")
    return "  " + call_in_words(head.get<records::CallRecord>());
  if (kind == "peak")
    return fmt::format("  memory: {} bytes at once", head["peak_bytes"].get<std::int64_t>());
  if (kind == "unreceived")
    return "  not received: " + head["message"].get<std::string>();
  if (kind == "open_request")
    return "  not waited for: " + head["request"].get<std::string>();
  if (kind == "exception")
    return fmt::format("  threw {}: {}", head["type"].get<std::string>(),
                       head["what"].get<std::string>());
  return "";
}

void ReadoutWriter::write(std::string_view kind, const json &head, std::string_view payload) {
  if (kind == "opened")
    rank_ = std::to_string(head["world_rank"].get<int>());
  const std::string words = in_words(kind, head, payload);
  if (words.empty())
    return;
  const std::string line = fmt::format("rank {} | {}\n", rank_, words);
  // One write for each line, so that lines of several ranks do not mix.
  [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, line.data(), line.size());
}

} // namespace brigade::harness
