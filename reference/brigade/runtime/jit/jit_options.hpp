#pragma once

#include "brigade/gspmd/implicit_communication.hpp"
#include "brigade/runtime/jit/argument_sharding.hpp"

#include <optional>
#include <string>
#include <vector>

namespace brigade {

/// How a function is planned and called by jit.
struct JitOptions {
  /// One for each argument that has arrays; none at all = Unspecified for each.
  std::vector<ArgumentSharding> in_shardings = {};
  /// One for the whole result, or one for each element of a tuple or field of a struct; none at
  /// all = Unspecified.
  std::vector<ArgumentSharding> out_shardings = {};
  /// Numbers of arguments whose memory the call may write over: it gives them away. A call inside
  /// of another program, which is a block of that one, gives nothing away.
  std::vector<int> donate = {};
  /// An argument that lies otherwise than declared is moved; else it is an error.
  bool move_arguments = false;
  /// Where no sharding names one, that of the arguments.
  std::optional<Mesh> mesh = {};
  /// For messages and plans; else as trace() names them.
  std::vector<std::string> argument_names = {};
  /// Of the program, and of the block that a call inside of another program is; else main and jit.
  std::string name = {};
  /// For which calls are planned, and by which, between nodes, collectives are started early.
  MachineProfile profile = uniform_profile();
  Passes passes = {};
  /// Of each plan, when it is made: warn writes to rank 0's standard error, one line a move; error
  /// is an InputError on all ranks.
  ImplicitCommunication implicit_communication = ImplicitCommunication::allow;
  /// After each call, copies of what it got (and was not given away) and of what it returned are
  /// held against each other (check_replicas.hpp): on a difference all ranks throw an Error naming
  /// the value, the call by its number, and where the copies differ. One small collective a call.
  bool check_replicas = false;
  /// Calls write into the ledger, while that is on, which operations each of their steps did, for
  /// which line of the user's source, and when.
  bool profile_operations = false;
};

} // namespace brigade
