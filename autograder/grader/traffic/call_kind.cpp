#include "grader/traffic/call_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace brigade::grader::traffic_rules {
namespace {

constexpr std::array<std::string_view, 17> kCollectives{
    "MPI_Bcast",          "MPI_Gather",
    "MPI_Gatherv",        "MPI_Scatter",
    "MPI_Scatterv",       "MPI_Allgather",
    "MPI_Allgatherv",     "MPI_Alltoall",
    "MPI_Alltoallv",      "MPI_Alltoallw",
    "MPI_Reduce",         "MPI_Allreduce",
    "MPI_Reduce_scatter", "MPI_Reduce_scatter_block",
    "MPI_Scan",           "MPI_Exscan",
    "MPI_Reduce_local"};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

} // namespace

bool is_nonblocking(const std::string &kind) {
  if (!kind.starts_with("MPI_I") || kind.size() < 6 || kind == "MPI_Init" ||
      kind.starts_with("MPI_Init_") || kind == "MPI_Iprobe" || kind == "MPI_Improbe")
    return false;
  return std::islower(static_cast<unsigned char>(kind[5])) != 0;
}

std::string blocking_name(const std::string &kind) {
  std::string name = kind;
  if (name.ends_with("_c"))
    name.resize(name.size() - 2);
  if (is_nonblocking(name)) {
    name.erase(4, 1);
    name[4] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[4])));
  }
  return name;
}

CallClass class_of(const records::CallRecord &call) {
  const std::string name = blocking_name(call.kind);
  if (std::ranges::find(kCollectives, name) != kCollectives.end())
    return CallClass::collective;
  if (name == "MPI_Barrier")
    return CallClass::barrier;
  if (is_one_of(name, {"MPI_Send", "MPI_Ssend", "MPI_Rsend", "MPI_Bsend"}))
    return CallClass::send;
  if (is_one_of(name, {"MPI_Recv", "MPI_Mrecv"}) || call.kind == "MPI_Imrecv")
    return CallClass::receive;
  if (name.starts_with("MPI_Sendrecv"))
    return CallClass::exchange;
  if (name.starts_with("MPI_Start"))
    return CallClass::start;
  if (name.starts_with("MPI_Wait") || name.starts_with("MPI_Test"))
    return CallClass::wait;
  return CallClass::other;
}

std::string name_of_collective(const records::CallRecord &call) {
  const std::string name = blocking_name(call.kind);
  return call.operation.empty() ? name : fmt::format("{} ({})", name, call.operation);
}

} // namespace brigade::grader::traffic_rules
