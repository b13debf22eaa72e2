#pragma once

#include "grader/grade/grade.hpp"
#include "grader/manifest/exercise.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// One thing about the course that is run to see whether the grader says what it must.
enum class ItemKind {
  stub,     ///< must be 'not started' without a point, a repair exercise as its starts_as says
  solution, ///< must have all points
  mistake,  ///< autograder/mistakes/: the verdict and the words of its first line
  right     ///< autograder/right/: must have all points
};
std::string_view to_string(ItemKind kind);

struct Item {
  ItemKind kind = ItemKind::stub;
  const Exercise *exercise = nullptr;
  std::filesystem::path source; ///< of a mistake or a right solution: a file, or a folder of files
  /// "mistake mesh.coordinates/column_major"
  std::string name() const;
};

struct ItemResult {
  bool is_right = false;
  std::string problem; ///< what the grader said in place of what it must
  double seconds = 0;  ///< from the save to the verdict
  bool is_left_out =
      false; ///< needs a sandbox that this machine does not offer, or a file that this copy lacks
};

/// Every item of the course, by exercise; where `word` is given, only of what it selects.
/// Throws InputError for a folder of the museum that belongs to no exercise.
std::vector<Item> items_of(const Course &course, const std::string &word);

/// Grades it in `scratch`, which is emptied first, as if it had just been saved.
ItemResult try_item(const Item &item, const std::filesystem::path &scratch);

} // namespace brigade::grader
