#include "brigade/tracer/trace_file.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/tracer/chrome_trace.hpp"
#include "brigade/tracer/wait.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <limits>
#include <unistd.h>

namespace brigade {
namespace {

constexpr int kSizeTag = 1, kTextTag = 2, kAskTag = 3, kClockTag = 4;

void check(int code, const char *call) {
  if (code == MPI_SUCCESS)
    return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  PMPI_Error_string(code, text.data(), &length);
  throw Error(std::string(call) + " failed while a trace was gathered: " + text.data());
}

/// Starts by `call`, waits politely.
template <class Start> void complete(const char *call, Start start) {
  MPI_Request request = MPI_REQUEST_NULL;
  check(start(&request), call);
  check(wait(&request), call);
}

void send(const void *data, std::size_t bytes, int rank, int tag, MPI_Comm communicator) {
  complete("MPI_Isend", [&](MPI_Request *request) {
    return PMPI_Isend(data, static_cast<int>(bytes), MPI_BYTE, rank, tag, communicator, request);
  });
}

void receive(void *data, std::size_t bytes, int rank, int tag, MPI_Comm communicator) {
  complete("MPI_Irecv", [&](MPI_Request *request) {
    return PMPI_Irecv(data, static_cast<int>(bytes), MPI_BYTE, rank, tag, communicator, request);
  });
}

/// Calls `transfer(offset, bytes)` for each message that `size` bytes are cut into.
template <class Transfer>
void in_messages(std::size_t size, std::size_t message_bytes, Transfer transfer) {
  for (std::size_t offset = 0; offset < size; offset += message_bytes)
    transfer(offset, std::min(message_bytes, size - offset));
}

int rank_of(MPI_Comm communicator) {
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  return rank;
}

int size_of(MPI_Comm communicator) {
  int size = 0;
  PMPI_Comm_size(communicator, &size);
  return size;
}

double seconds_of(std::chrono::steady_clock::time_point time) {
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

/// A communicator of our own, so that no message of the program is taken for one of ours.
class PrivateCommunicator {
public:
  explicit PrivateCommunicator(MPI_Comm parent) {
    complete("MPI_Comm_idup",
             [&](MPI_Request *request) { return PMPI_Comm_idup(parent, &communicator_, request); });
  }
  ~PrivateCommunicator() { PMPI_Comm_free(&communicator_); }
  PrivateCommunicator(const PrivateCommunicator &) = delete;
  PrivateCommunicator &operator=(const PrivateCommunicator &) = delete;
  MPI_Comm get() const { return communicator_; }

private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
};

} // namespace

std::vector<std::string> gather_texts(const std::string &text, MPI_Comm communicator,
                                      std::size_t message_bytes) {
  if (rank_of(communicator) != 0) {
    const std::uint64_t size = text.size();
    send(&size, sizeof size, 0, kSizeTag, communicator);
    in_messages(text.size(), message_bytes, [&](std::size_t offset, std::size_t bytes) {
      send(text.data() + offset, bytes, 0, kTextTag, communicator);
    });
    return {};
  }
  std::vector<std::string> texts{text};
  for (int rank = 1; rank < size_of(communicator); ++rank) {
    std::uint64_t size = 0;
    receive(&size, sizeof size, rank, kSizeTag, communicator);
    std::string &other = texts.emplace_back(size, '\0');
    in_messages(other.size(), message_bytes, [&](std::size_t offset, std::size_t bytes) {
      receive(other.data() + offset, bytes, rank, kTextTag, communicator);
    });
  }
  return texts;
}

std::string steady_clock_name() {
  // Two containers may have one host name, and one machine two; but a machine that runs has started
  // once.
  std::string name;
  if (std::ifstream file("/proc/sys/kernel/random/boot_id"); std::getline(file, name))
    return name;
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return host.data();
}

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double seconds_behind_rank_0(std::string_view clock_name, MPI_Comm communicator,
                             double (*seconds)()) {
  constexpr int kExchanges = 50;
  const std::vector<std::string> names = gather_texts(std::string(clock_name), communicator);
  if (rank_of(communicator) == 0) {
    for (int rank = 1; rank < size_of(communicator); ++rank) {
      const std::uint8_t differs = names[static_cast<std::size_t>(rank)] != names[0];
      send(&differs, 1, rank, kAskTag, communicator);
      for (int exchange = 0; differs && exchange < kExchanges; ++exchange) {
        std::uint8_t asked = 0;
        receive(&asked, 1, rank, kAskTag, communicator);
        const double clock = seconds();
        send(&clock, sizeof clock, rank, kClockTag, communicator);
      }
    }
    return 0;
  }
  std::uint8_t differs = 0;
  receive(&differs, 1, 0, kAskTag, communicator);
  double behind = 0, fastest = std::numeric_limits<double>::max();
  for (int exchange = 0; differs && exchange < kExchanges; ++exchange) {
    const double asked = seconds();
    send(&differs, 1, 0, kAskTag, communicator);
    double clock = 0;
    receive(&clock, sizeof clock, 0, kClockTag, communicator);
    const double answered = seconds();
    if (answered - asked < fastest) {
      fastest = answered - asked;
      behind = clock - (asked + answered) / 2;
    }
  }
  return behind;
}

void write_chrome_trace(const std::string &path, const Ledger &ledger, std::string_view coordinates,
                        MPI_Comm communicator) {
  const PrivateCommunicator own(communicator);
  // The trace begins where the first of the ledgers does.
  const double origin =
      seconds_of(ledger.origin()) + seconds_behind_rank_0(steady_clock_name(), own.get());
  double first = 0;
  complete("MPI_Iallreduce", [&](MPI_Request *request) {
    return PMPI_Iallreduce(&origin, &first, 1, MPI_DOUBLE, MPI_MIN, own.get(), request);
  });
  const TracedRank rank{rank_of(own.get()), std::string(coordinates), origin - first};
  const std::vector<std::string> events =
      gather_texts(chrome_trace_events(rank, ledger.records()), own.get());
  if (rank.rank == 0)
    write_file(path, chrome_trace(events));
}

} // namespace brigade
