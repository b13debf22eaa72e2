#pragma once

#include "grader/judge/fields.hpp"
#include "records/record.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The shapes of known mistakes: what wrong numbers look like when a certain thing went wrong.
namespace brigade::grader::patterns {

/// What a pattern looks at: one name, expected beside got, and all else that the TEST wrote down.
struct Evidence {
  const Field *expected = nullptr, *got = nullptr;
  double allowed = 0;                        ///< error of an element
  std::vector<records::MeshAxis> mesh;       ///< may be empty
  std::vector<const Field *> inputs;         ///< as the solution's build recorded them
  std::vector<const Field *> changed_inputs; ///< of the student's build, where they differ
  std::vector<const Field *> other_expected, other_got; ///< the TEST's other names
  /// Of the solution's build, of each TEST that the launch ran before, in their order.
  std::vector<std::vector<Field>> earlier_tests;
  const TestOfAllRanks *student = nullptr, *solution = nullptr;
  int ranks() const { return static_cast<int>(expected->ranks.size()); }
  /// Into how many parts things are cut: the ranks, or the mesh size of a pure exercise.
  int parts() const { return ranks() > 1 || !solution ? ranks() : solution->size; }
};

/// A pattern that fits.
struct Pattern {
  std::string name;   ///< "partial sums never reduced"
  std::string phrase; ///< ends the sentence "`total` is wrong on all 3 ranks: …"
  std::string cause;  ///< what people usually did
};
/// The name of the one that looks at other TESTs than its own.
inline constexpr std::string_view kKeptFromEarlierCalls = "kept from earlier calls";
using Check = std::optional<Pattern> (*)(const Evidence &evidence);

/// The first that fits, from the most telling to the most general; none where nothing does.
std::optional<Pattern> recognise(const Evidence &evidence);

} // namespace brigade::grader::patterns
