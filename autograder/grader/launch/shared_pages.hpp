#pragma once

#include <cstddef>

namespace brigade::grader {

/// Memory that this process shares with a student's by a file: he may cut the file short, and who
/// then reads the memory is sent SIGBUS. From now on such a page becomes one of zeros instead, and
/// the grader lives on. Until forget_shared_pages(memory).
void survive_truncation(void *memory, std::size_t bytes);
void forget_shared_pages(const void *memory);

} // namespace brigade::grader
