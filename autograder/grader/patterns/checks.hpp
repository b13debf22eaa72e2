#pragma once

#include "grader/patterns/pattern.hpp"

/// One function for each known mistake. Each says nothing unless the numbers show that mistake.
namespace brigade::grader::patterns {

// copies.cpp: what all ranks should hold alike.
std::optional<Pattern> only_the_root_is_right(const Evidence &evidence);
std::optional<Pattern> partial_sums(const Evidence &evidence);
std::optional<Pattern> only_the_first_part_is_reduced(const Evidence &evidence);
std::optional<Pattern> summed_over_all_groups(const Evidence &evidence);
std::optional<Pattern> ranks_disagree(const Evidence &evidence);

// scale.cpp: every number times or plus the same.
std::optional<Pattern> times_too_large(const Evidence &evidence);
std::optional<Pattern> times_too_small(const Evidence &evidence);
std::optional<Pattern> constant_factor(const Evidence &evidence);
std::optional<Pattern> off_by_one(const Evidence &evidence);
std::optional<Pattern> not_a_number(const Evidence &evidence);

// whole_numbers.cpp: what their arithmetic made of whole numbers.
std::optional<Pattern> overflow(const Evidence &evidence);
std::optional<Pattern> overflow_before_the_division(const Evidence &evidence);
std::optional<Pattern> rounded_to_a_double(const Evidence &evidence);
std::optional<Pattern> remainder_of_a_negative_number(const Evidence &evidence);

// precision.cpp: too few digits.
std::optional<Pattern> computed_in_float(const Evidence &evidence);

// operations.cpp: what the inputs of all ranks were made into.
std::optional<Pattern> wrong_operation(const Evidence &evidence);
std::optional<Pattern> reduced_as_another_type(const Evidence &evidence);
std::optional<Pattern> only_the_own_part(const Evidence &evidence);
std::optional<Pattern> a_part_is_missing(const Evidence &evidence);
std::optional<Pattern> function_before_the_sum(const Evidence &evidence);

// means.cpp: a mean of what all ranks have.
std::optional<Pattern> mean_of_means(const Evidence &evidence);
std::optional<Pattern> divided_by_another_count(const Evidence &evidence);

// inputs.cpp: what became of an input.
std::optional<Pattern> input_added(const Evidence &evidence);
std::optional<Pattern> wrong_where_an_input_is_zero(const Evidence &evidence);
std::optional<Pattern> input_changed(const Evidence &evidence);
std::optional<Pattern> second_call_differs(const Evidence &evidence);

// earlier.cpp: what was there before the call.
std::optional<Pattern> kept_from_earlier_calls(const Evidence &evidence);
std::optional<Pattern> added_to_what_memory_held(const Evidence &evidence);

// products.cpp: products of matrices, and what stands between them.
std::optional<Pattern> mask_of_the_way_back(const Evidence &evidence);
std::optional<Pattern> factor_transposed(const Evidence &evidence);

// counts.cpp: a count in another unit than MPI's.
std::optional<Pattern> counted_in_rows(const Evidence &evidence);

// layout.cpp: the right numbers in another order within each rank.
std::optional<Pattern> axes_swapped(const Evidence &evidence);
std::optional<Pattern> joined_on_the_wrong_dimension(const Evidence &evidence);
std::optional<Pattern> blocks_in_another_order(const Evidence &evidence);
std::optional<Pattern> sorted_by_value(const Evidence &evidence);

// shards.cpp: the right numbers on another rank.
std::optional<Pattern> neighbours_shard(const Evidence &evidence);
std::optional<Pattern> mesh_axes_swapped(const Evidence &evidence);
std::optional<Pattern> shards_in_another_order(const Evidence &evidence);
std::optional<Pattern> cut_on_the_wrong_dimension(const Evidence &evidence);

// tail.cpp: where the size does not divide.
std::optional<Pattern> never_written(const Evidence &evidence);
std::optional<Pattern> last_rows_missing(const Evidence &evidence);
std::optional<Pattern> as_long_as_the_world(const Evidence &evidence);
std::optional<Pattern> padding_kept(const Evidence &evidence);
std::optional<Pattern> cut_by_another_rule(const Evidence &evidence);

// ownership.cpp: who owns which positions.
std::optional<Pattern> owned_twice_or_by_nobody(const Evidence &evidence);
std::optional<Pattern> numbers_twice_or_missing(const Evidence &evidence);

// mesh_order.cpp: places in a mesh, and members of its groups.
std::optional<Pattern> column_major(const Evidence &evidence);
std::optional<Pattern> coordinates_reversed(const Evidence &evidence);
std::optional<Pattern> what_another_name_should_hold(const Evidence &evidence);
std::optional<Pattern> rows_in_another_order(const Evidence &evidence);

} // namespace brigade::grader::patterns
