#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {

/// The instructions in object files that call the operating system (x86: syscall, sysenter,
/// int $0x80; ARM: svc), as inline assembly brings them: such a call has no name. Each once, in
/// that order. They are read with objdump, and only where the bytes of one stand in a file.
/// Throws Error if objdump cannot read a file.
std::vector<std::string> system_instructions(const std::vector<std::filesystem::path> &objects);

} // namespace brigade::grader
