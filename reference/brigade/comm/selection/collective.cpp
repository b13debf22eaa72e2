#include "brigade/comm/selection/collective.hpp"

#include <array>

namespace brigade {
namespace {

using enum Algorithm;
constexpr std::array kAllReduce{plain, recursive_doubling, ring, window, library};
constexpr std::array kReduceScatter{plain, ring, window, library};
constexpr std::array kAllGather{plain, ring, window, library};
constexpr std::array kAllToAll{plain, pairwise, window, library};
constexpr std::array kBroadcast{plain, tree, window, library};
constexpr std::array kBarrier{plain, recursive_doubling, window, library};

} // namespace

std::string_view to_string(Collective collective) {
  switch (collective) {
  case Collective::all_reduce:
    return "all_reduce";
  case Collective::reduce_scatter:
    return "reduce_scatter";
  case Collective::all_gather:
    return "all_gather";
  case Collective::all_to_all:
    return "all_to_all";
  case Collective::broadcast:
    return "broadcast";
  case Collective::barrier:
    return "barrier";
  }
  return "?";
}

std::span<const Algorithm> algorithms_of(Collective collective) {
  switch (collective) {
  case Collective::all_reduce:
    return kAllReduce;
  case Collective::reduce_scatter:
    return kReduceScatter;
  case Collective::all_gather:
    return kAllGather;
  case Collective::all_to_all:
    return kAllToAll;
  case Collective::broadcast:
    return kBroadcast;
  case Collective::barrier:
    return kBarrier;
  }
  return {};
}

} // namespace brigade
