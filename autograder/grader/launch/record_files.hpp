#pragma once

#include "records/record.hpp"

#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {

/// The record files of one launch. They are made before it starts and held open, so that they can
/// lose their names as soon as every rank has opened its own: from then on nobody but the rank
/// reaches them.
class RecordFiles {
public:
  /// Makes "0.records", "1.records" … in `folder`, for at least one rank.
  RecordFiles(const std::filesystem::path &folder, int ranks);
  ~RecordFiles();
  RecordFiles(const RecordFiles &) = delete;
  RecordFiles &operator=(const RecordFiles &) = delete;

  /// A word that only this launch's ranks know (BRIGADE_TRIAL_TOKEN).
  const std::string &token() const { return token_; }
  const std::vector<int> &descriptors() const { return descriptors_; }
  std::vector<std::filesystem::path> paths() const;

  /// Reads what is new. To be called every few milliseconds.
  void look();
  /// Every rank is past MPI_Init.
  bool all_opened();
  /// Every rank has written all that it has to say: only the end of its process is left.
  bool all_completed();
  /// Ranks that wrote an exception so far.
  int throwing_ranks();
  void unlink();

  /// By rank.
  std::vector<records::RankRecords> read() const;
  /// Ranks whose file has lost what was in it: somebody emptied it, cut it short or wrote over it.
  /// @param all  what read() gave
  std::vector<int> spoilt(const std::vector<records::RankRecords> &all) const;
  /// The files as they are, for keeping.
  std::vector<std::string> contents() const;

private:
  struct Seen {
    std::size_t bytes = 0;
    std::string tail; ///< a word may lie across two looks
    bool opened = false, thrown = false, completed = false, shrunk = false;
    timespec made{}; ///< when it was last written before the launch
  };
  std::filesystem::path folder_;
  std::string token_;
  std::vector<int> descriptors_;
  std::vector<Seen> seen_;
  bool has_names_ = true;
};

} // namespace brigade::grader
