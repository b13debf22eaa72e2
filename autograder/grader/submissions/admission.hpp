#pragma once

#include "grader/submissions/submission.hpp"

#include <string>

namespace brigade::grader {

/// Decides which files of one source (an archive, a folder) come into a submission, and notes what
/// does not.
class Admission {
public:
  Admission(const IntakeLimits &limits, Submission &submission, std::string source);

  /// False, with a note, for a name that is absolute, climbs out by "..", or lies too deep, and for
  /// an archive that cannot be read; without one for what systems leave behind (__MACOSX,
  /// .DS_Store, ._x, Thumbs.db, .git).
  bool may_come(const std::string &name);
  void take(const std::string &name, std::string bytes);
  /// Notes a file that is larger than one may be, or cannot be unpacked. @return whether to go on:
  /// a bomb is left at its third such file.
  bool refuse_size(const std::string &name);
  /// True, with a note, once the limits of the whole submission are reached.
  bool is_full();
  std::size_t admitted() const { return admitted_; }

private:
  const IntakeLimits &limits_;
  Submission &submission_;
  std::string source_;
  std::size_t admitted_ = 0;
  int refused_ = 0;
};

} // namespace brigade::grader
