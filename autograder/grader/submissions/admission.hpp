#pragma once

#include "grader/submissions/submission.hpp"

#include <memory>
#include <string>

namespace brigade::grader {

/// What an archive, with those in it, has come to.
struct Unpacked {
  std::size_t bytes = 0;    ///< of everything in them that was read
  std::size_t archives = 0; ///< in it
};

/// Decides which files of one source (an archive, a folder) come into a submission, and notes what
/// does not.
class Admission {
public:
  Admission(const IntakeLimits &limits, Submission &submission, std::string source);
  /// Of an archive in what `outer` is of: what it holds counts for both.
  Admission(const Admission &outer, std::string source);

  /// False, with a note, for a name that is absolute, climbs out by "..", is longer than a file
  /// system takes, or lies too deep, and for an archive that cannot be read; without one for what
  /// systems leave behind (__MACOSX, .DS_Store, ._x, Thumbs.db, .git).
  bool may_come(const std::string &name);
  void count_unpacked(std::size_t bytes) { unpacked_->bytes += bytes; }
  void take(const std::string &name, std::string bytes);
  /// Notes a file that is larger than one may be, or cannot be unpacked. @return whether to go on:
  /// a bomb is left, with a note, at its third such file.
  bool refuse_size(const std::string &name);
  /// The same of an archive that was left as a bomb, which has its note.
  bool refuse_bomb();
  /// True, with a note, once the limits of the whole submission are reached, or those of what may
  /// be unpacked of one archive.
  bool is_full();
  std::size_t admitted() const { return admitted_; }

private:
  const IntakeLimits &limits_;
  Submission &submission_;
  std::string source_;
  std::size_t admitted_ = 0;
  int refused_ = 0; ///< for their size
  std::shared_ptr<Unpacked> unpacked_;
};

} // namespace brigade::grader
