#include "grader/patterns/checks.hpp"

#include <array>

namespace brigade::grader::patterns {

std::optional<Pattern> recognise(const Evidence &evidence) {
  // What explains every number comes before what explains some, and a cause before a description.
  constexpr std::array<Check, 49> kChecks{overflow,
                                          rounded_to_a_double,
                                          overflow_before_the_division,
                                          remainder_of_a_negative_number,
                                          computed_in_float,
                                          owned_twice_or_by_nobody,
                                          only_the_root_is_right,
                                          counted_in_rows,
                                          column_major,
                                          coordinates_reversed,
                                          kept_from_earlier_calls,
                                          added_to_what_memory_held,
                                          sorted_by_value,
                                          second_call_differs,
                                          what_another_name_should_hold,
                                          axes_swapped,
                                          joined_on_the_wrong_dimension,
                                          cut_on_the_wrong_dimension,
                                          mesh_axes_swapped,
                                          neighbours_shard,
                                          shards_in_another_order,
                                          blocks_in_another_order,
                                          cut_by_another_rule,
                                          as_long_as_the_world,
                                          padding_kept,
                                          last_rows_missing,
                                          rows_in_another_order,
                                          numbers_twice_or_missing,
                                          not_a_number,
                                          wrong_where_an_input_is_zero,
                                          mask_of_the_way_back,
                                          factor_transposed,
                                          input_added,
                                          mean_of_means,
                                          function_before_the_sum,
                                          only_the_own_part,
                                          wrong_operation,
                                          a_part_is_missing,
                                          times_too_large,
                                          times_too_small,
                                          divided_by_another_count,
                                          only_the_first_part_is_reduced,
                                          partial_sums,
                                          summed_over_all_groups,
                                          never_written,
                                          off_by_one,
                                          input_changed,
                                          constant_factor,
                                          reduced_as_another_type};
  for (const Check check : kChecks)
    if (std::optional<Pattern> pattern = check(evidence))
      return pattern;
  return ranks_disagree(evidence);
}

} // namespace brigade::grader::patterns
