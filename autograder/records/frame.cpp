#include "records/frame.hpp"

#include <fmt/format.h>

namespace brigade::records {
namespace {

constexpr std::string_view kSealKey = R"(,"seal":")";
constexpr std::size_t kSealDigits = 16;

std::string seal_text(std::uint64_t value) {
  return fmt::format(R"({}{:016x}"}})", kSealKey, value);
}

} // namespace

std::string sealed_head(std::string_view kind, nlohmann::json head, std::string_view payload,
                        const Seal &seal, std::uint64_t number) {
  head["frame"] = kind;
  head["bytes"] = payload.size();
  // Names may hold any bytes; JSON holds UTF-8 only.
  std::string text = head.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::uint64_t value = seal.of(number, text, payload);
  text.pop_back();
  text += seal_text(value);
  text += '\n';
  return text;
}

std::optional<Frame> FrameCursor::damaged(std::string_view why) {
  damage_ = fmt::format("frame {}: {}", number_ + 1, why);
  rest_ = {};
  return std::nullopt;
}

std::optional<Frame> FrameCursor::next() {
  if (rest_.empty())
    return std::nullopt;
  const std::size_t line_end = rest_.substr(0, kMaxHeadBytes).find('\n');
  if (line_end == std::string_view::npos)
    return damaged(rest_.size() < kMaxHeadBytes ? "its line is cut off" : "its line is too long");
  const std::string_view line = rest_.substr(0, line_end);
  rest_.remove_prefix(line_end + 1);
  const std::size_t tail = kSealKey.size() + kSealDigits + 2;
  if (line.size() < tail || line.substr(line.size() - tail, kSealKey.size()) != kSealKey)
    return damaged("it has no seal");
  const std::string text = std::string(line.substr(0, line.size() - tail)) + '}';
  const nlohmann::json head = nlohmann::json::parse(text, nullptr, false);
  if (!head.is_object())
    return damaged("its line is not a JSON object");
  const auto kind = head.find("frame"), bytes = head.find("bytes");
  if (kind == head.end() || !kind->is_string() || bytes == head.end() ||
      !bytes->is_number_unsigned())
    return damaged("its line does not say what it is");
  const auto size = bytes->get<std::uint64_t>();
  if (size > kMaxPayloadBytes)
    return damaged(fmt::format("it announces {} bytes, more than {}", size, kMaxPayloadBytes));
  if (size > rest_.size())
    return damaged(fmt::format("it is cut off after {} of {} bytes", rest_.size(), size));
  const std::string_view payload = rest_.substr(0, static_cast<std::size_t>(size));
  if (line.substr(line.size() - tail) != seal_text(seal_.of(number_, text, payload)))
    return damaged(
        "its seal is wrong: it was not written by this launch's harness, or was changed");
  rest_.remove_prefix(payload.size());
  ++number_;
  return Frame{kind->get<std::string>(), head, payload};
}

} // namespace brigade::records
