#pragma once

namespace brigade {

/// Ranks of this job on this node, by the word of the launcher that started this process (hydra,
/// Open MPI, Slurm). Where it says nothing: the size of MPI_COMM_WORLD if MPI is running, else 1.
/// Communicates nothing: MPI_Comm_split_type, which would know, takes 80 ms where ranks outnumber
/// cores.
int launched_ranks_on_this_node();

/// Cores that this process may use: those of its affinity mask, and no more than its control
/// group's quota.
int usable_cores();

} // namespace brigade
