#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace brigade {

/// What MPI's launcher said of a job's end.
struct LauncherWords {
  std::optional<int> abort_code; ///< of MPI_Abort
  std::optional<int> abort_rank;
  /// "Killed (signal 9)" where a rank ended without MPI_Finalize. Where that is how the launcher
  /// ends ranks itself, it may speak of another rank than the first.
  std::string signal;
  std::string other; ///< its other lines
};

/// Takes MPI_Abort's line and the launcher's own lines (ten for a rank that was killed) out of a
/// stream. All else passes unchanged and at once: text is held back only while it may still become
/// one of those. What they said is added to `words`, which one job's streams share.
class LauncherFilter {
public:
  explicit LauncherFilter(LauncherWords &words) : words_(words) {}
  /// @return what may be shown.
  std::string take(std::string_view bytes);
  /// For a stream that is silent for now, or ended. @return what was held back.
  std::string flush();
  bool holds_back() const { return !held_.empty(); }

private:
  std::string release();

  std::string held_;         ///< may become a banner
  bool inside_line_ = false; ///< the line's beginning was shown
  LauncherWords &words_;
};

} // namespace brigade
