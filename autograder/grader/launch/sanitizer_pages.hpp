#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// What the sanitizers wrote of one process. They write into files of their own, since the launcher
/// loses the end of what a rank prints when it ends the job.
struct SanitizerPage {
  int rank = -1; ///< in the world; -1: a pure exercise, or a process that is none of the ranks
  std::string text;
};

/// Their names are this, a dot and the process.
constexpr std::string_view kSanitizerPage = "page";

/// The pages in `folder`, by rank, those of no rank last. A student's code can write there too, so
/// of a page no more than 1 MiB is read, and nothing that is no regular file.
/// @param processes by rank, as the ranks see themselves.
std::vector<SanitizerPage> read_sanitizer_pages(const std::filesystem::path &folder,
                                                const std::vector<int> &processes);

} // namespace brigade::grader
