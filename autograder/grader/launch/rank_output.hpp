#pragma once

#include "brigade/supervisor/launcher_words.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace brigade::grader {

/// What MPI or a rank itself said when it ended the job.
struct AbortWords {
  int rank = -1;
  int code = 0;      ///< of MPI_Abort by the program; of an error found by MPI, MPI's number
  std::string error; ///< MPI's words, "Message truncated" and the call; empty: the program called
                     ///< MPI_Abort
};

/// What a launch prints, on both streams. The launcher labels each line of a rank ("[1] …").
class RankOutput {
public:
  void take_out(std::string_view bytes) { add(filter_out_.take(bytes)); }
  void take_err(std::string_view bytes) { add(filter_err_.take(bytes)); }
  void end() {
    add(filter_out_.flush());
    add(filter_err_.flush());
  }

  /// The last of it, in whole lines, without what MPI says of an abort.
  std::string tail() const;
  const LauncherWords &launcher() const { return launcher_; }
  std::optional<AbortWords> abort() const;

  static constexpr std::size_t kKeptBytes = std::size_t{64} << 10;

private:
  void add(const std::string &text);

  LauncherWords launcher_;
  LauncherFilter filter_out_{launcher_};
  LauncherFilter filter_err_{launcher_};
  std::string text_;
  bool is_cut_ = false;
};

} // namespace brigade::grader
