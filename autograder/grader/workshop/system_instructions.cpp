#include "grader/workshop/system_instructions.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <utility>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

struct Instruction {
  std::string_view bytes, written;
};
constexpr std::array<Instruction, 4> kSystemCalls = {{{{"\x0F\x05", 2}, "syscall"},
                                                      {{"\x0F\x34", 2}, "sysenter"},
                                                      {{"\xCD\x80", 2}, "int $0x80"},
                                                      {{"\x01\0\0\xD4", 4}, "svc #0x0"}}};

/// Of "   1f:\tint    $0x80": "int $0x80".
std::string instruction_of(const std::string &line) {
  const auto tab = line.find('\t');
  std::istringstream words(tab == std::string::npos ? "" : line.substr(tab));
  std::string instruction;
  for (std::string word; words >> word;)
    instruction += (instruction.empty() ? "" : " ") + word;
  return instruction;
}

/// The bytes may also be a part of other instructions, or of a number.
bool may_have_one(const fs::path &object) {
  const std::string bytes = read_file(object);
  return std::ranges::any_of(kSystemCalls, [&](const Instruction &call) {
    return bytes.find(call.bytes) != std::string::npos;
  });
}

} // namespace

SystemInstructions system_instructions(const std::vector<fs::path> &objects,
                                       const CaptureLimits &limits) {
  SystemInstructions instructions;
  std::array<bool, kSystemCalls.size()> found{};
  for (const fs::path &object : objects) {
    if (!may_have_one(object))
      continue;
    const std::vector<std::string> command = {"objdump", "-d", "--no-show-raw-insn",
                                              object.string()};
    Captured captured = std::move(capture_all({&command, 1}, 1, limits).front());
    const bool was_ended = captured.timed_out || captured.said_too_much;
    if (captured.status != 0 && !was_ended)
      throw Error("objdump cannot read what was compiled: " + captured.err);
    instructions.is_all = instructions.is_all && !was_ended;
    std::istringstream lines(std::move(captured.out));
    for (std::string line; std::getline(lines, line);)
      for (std::size_t i = 0; i < kSystemCalls.size(); ++i)
        found[i] = found[i] || instruction_of(line) == kSystemCalls[i].written;
  }
  for (std::size_t i = 0; i < kSystemCalls.size(); ++i)
    if (found[i])
      instructions.found.emplace_back(kSystemCalls[i].written);
  return instructions;
}

} // namespace brigade::grader
