#pragma once

#include "brigade/comm/algorithms/schedule.hpp"

namespace brigade {

/// log2(n) rounds; in each, a rank exchanges everything that it has joined so far with a partner
/// twice as far away. Sends log2(n)·D bytes, so it suits short messages. Where n is not a power of
/// two, the first ranks pair up before and after, so that a power of two remains between. R.
/// Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication Operations in
/// MPICH", 2005.
Schedule recursive_doubling_all_reduce(int rank, int size, std::size_t count);

/// A barrier in ceil(log2(n)) rounds for any n: in round k a rank tells the one 2^k after it
/// (dissemination; D. Hensgen, R. Finkel, U. Manber, 1988).
Schedule recursive_doubling_barrier(int rank, int size);

} // namespace brigade
