#pragma once

#include "brigade/gspmd/plan.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// What becomes of a plan with implicit communication (implicit_moves below).
enum class ImplicitCommunication { allow, warn, error };

/// Of its name. Throws InputError for another, which `what` said.
ImplicitCommunication implicit_communication_named(std::string_view name, std::string_view what);

/// A value that a plan moves although nobody asked for it.
struct ImplicitMove {
  std::string value; ///< as the sharded program calls it
  TensorType type;
  std::string operation, source; ///< that needs it elsewhere, or leaves it elsewhere
  bool is_result = false;        ///< the operation leaves it there
  TensorSharding from, to;
  std::vector<std::string> collectives; ///< "all_gather over x", in their order
  double bytes = 0;                     ///< sent by one device
};

/// The implicit communication of a plan, in its order. A device has to be sent elements of a value
/// that it does not hold (all_gather, all_to_all, permute) because operands conflict, or because an
/// operation needs a dimension whole or leaves its result elsewhere than the value lies.
/// Communication is explicit, and not among them,
/// - where an annotation asks for it: a constraint or an annotated result brings a value to its
///   place, also where the move stands earlier, on the way there through elementwise operations of
///   one operand; and where the value itself is annotated, what an operation leaves goes there;
/// - where it only joins partial results (all_reduce, reduce_scatter, and the all_gather of one
///   in two steps): who cuts a dimension that is summed over has asked for the sum.
/// Counted before what the clean-up does with collectives, but without dead and repeated ones.
/// Plans are partitioned again for it. Each of them goes away with a constraint before the
/// operation, or with another annotation of the value (advice).
std::vector<ImplicitMove> implicit_moves(const Plan &plan);

/// One sentence: what is moved for what, where, its bytes, and the annotations that would ask for
/// it or avoid it.
std::string to_string(const ImplicitMove &move);

/// Holds a plan to the policy: nothing where it allows all. @return the lines to warn with, one a
/// move; of many the first ones, and how many more there are. Throws InputError, in one line, where
/// the policy is error and there is implicit communication.
std::vector<std::string> check_implicit_communication(const Plan &plan,
                                                      ImplicitCommunication policy);

} // namespace brigade
