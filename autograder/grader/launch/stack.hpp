#pragma once

#include "grader/launch/launch.hpp"
#include "grader/launch/rank_names.hpp"
#include "grader/launch/source_lines.hpp"
#include "records/end_page.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// A rank that ended its process before the trial was over.
struct EarlyExit {
  int rank = 0;
  records::EndKind kind = records::EndKind::exit; ///< exit, immediate_exit or abort
  int status = 0;
  std::string sentence; ///< "Rank 2 called exit(0) in kitchen::roll_call (roll_call.cpp:14), so …"
  std::vector<SourceLine> stack;
};

/// The pages in which the ranks of one launch note how they end (records::EndPage).
class EndPages {
public:
  /// Makes "0.end", "1.end" … in `folder` before the launch starts, for at least one rank, and maps
  /// them. Throws Error if that fails.
  EndPages(const std::filesystem::path &folder, int ranks);
  ~EndPages();
  EndPages(const EndPages &) = delete;
  EndPages &operator=(const EndPages &) = delete;

  /// To hand over to a sandbox; removed with the folder that they lie in.
  const std::vector<std::filesystem::path> &paths() const { return paths_; }

  /// The process of each rank, as that rank sees it; 0 where it did not get so far.
  std::vector<int> processes() const;

  /// Ranks whose process runs and has not reached main().
  std::vector<int> before_main() const;

  /// The crash that came first, with its stack of student's lines; nothing where no rank noted one.
  /// @param output what the ranks printed: the C library says there why it gave up.
  std::optional<CrashReport> crash(SourceLines &lines, const RankNames &names,
                                   std::string_view output) const;
  /// The exit that came first.
  std::optional<EarlyExit> early_exit(SourceLines &lines, const RankNames &names) const;
  /// A process sent this signal to its parent.
  bool sent_to_parent(int signal) const;
  /// What the student's code called that leaves its process, each once, as sentences: "It tried to
  /// read /x/solution.cpp at ring.cpp:14 (No such file or directory)…". Files below `own` are its
  /// own affair.
  std::vector<std::string> outside_calls(SourceLines &lines,
                                         const std::filesystem::path &own) const;

private:
  std::optional<SourceLine> student_of(const records::OutsideCall &call,
                                       const records::EndPage &page, SourceLines &lines) const;
  std::vector<SourceLine> stack_of(const records::EndPage &page, SourceLines &lines) const;
  /// The page that was written first of those that are `wanted`, -1 where there is none.
  int first(bool (*wanted)(records::EndKind)) const;

  std::vector<std::filesystem::path> paths_;
  std::vector<records::EndPage *> pages_;
};

} // namespace brigade::grader
