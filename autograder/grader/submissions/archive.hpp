#pragma once

#include "grader/submissions/submission.hpp"

#include <filesystem>

namespace brigade::grader {

/// Appends the files of an archive (.zip, .tar, .tar.gz) to a submission, within the limits. What
/// is left out, and why an archive could not be read to its end, becomes a note.
void read_archive(const std::filesystem::path &archive, const IntakeLimits &limits,
                  Submission &submission);

/// Does it end as an archive that read_archive takes?
bool is_archive(const std::filesystem::path &file);

} // namespace brigade::grader
