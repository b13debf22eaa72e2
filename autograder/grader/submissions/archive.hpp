#pragma once

#include "grader/submissions/submission.hpp"

#include <filesystem>

namespace brigade::grader {

/// Appends the files of an archive (.zip, .tar, .tar.gz) to a submission, within the limits. What
/// is left out, and why an archive could not be read to its end, becomes a note. Archives in it are
/// read as well, but none in those, since people zip what is zipped.
void read_archive(const std::filesystem::path &archive, const IntakeLimits &limits,
                  Submission &submission);

/// Does it end as an archive that read_archive takes?
bool is_archive(const std::filesystem::path &file);

/// Does it end as an archive of another kind (.rar, .7z, …)?
bool is_unread_archive(const std::filesystem::path &file);

} // namespace brigade::grader
