#include "brigade/comm/shared_memory/segment.hpp"

#include "brigade/core/error.hpp"
#include "brigade/tracer/wait.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <random>
#include <utility>

namespace brigade {
namespace {

// macOS takes names of up to 31 characters.
constexpr std::size_t kNameBytes = 32;

std::string random_name() {
  std::random_device random;
  std::string name = "/brigade-";
  for (int i = 0; i < 16; ++i)
    name += "0123456789abcdef"[random() % 16];
  return name;
}

MachineError error_of(const std::string &what, std::size_t bytes, int code) {
  std::string message = "cannot " + what + " " + std::to_string(bytes) +
                        " bytes of shared memory: " + std::strerror(code);
  if (code == ENOSPC || code == ENOMEM)
    message +=
        "; make /dev/shm larger (mount -o remount,size=1G /dev/shm, or docker run --shm-size=1g)";
  return MachineError(message);
}

// Closes a descriptor at the end of a block; a mapping outlives it.
struct Descriptor {
  int number;
  ~Descriptor() { ::close(number); }
};

int reserve(int descriptor, std::size_t bytes) {
  if (::ftruncate(descriptor, static_cast<off_t>(bytes)) != 0)
    return errno;
#ifdef __linux__
  int code;
  do
    code = ::posix_fallocate(descriptor, 0, static_cast<off_t>(bytes));
  while (code == EINTR);
  return code;
#else
  return 0;
#endif
}

std::byte *map(int descriptor, std::size_t bytes) {
  int flags = MAP_SHARED;
#ifdef MAP_POPULATE
  flags |= MAP_POPULATE; // else each page costs a fault at its first touch, inside a collective
#endif
  void *memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, descriptor, 0);
  if (memory == MAP_FAILED)
    throw error_of("map", bytes, errno);
  return static_cast<std::byte *>(memory);
}

} // namespace

SharedSegment SharedSegment::create(std::size_t bytes) {
  SharedSegment made;
  made.name_ = random_name();
  const int number = ::shm_open(made.name_.c_str(), O_CREAT | O_EXCL | O_RDWR, 0600);
  if (number < 0)
    throw error_of("create", bytes, errno);
  const Descriptor descriptor{number};
  made.named_ = true; // from here on the destructor removes the name
  if (const int code = reserve(number, bytes))
    throw error_of("reserve", bytes, code);
  made.data_ = map(number, bytes);
  made.size_ = bytes;
  return made;
}

SharedSegment SharedSegment::open(const std::string &name, std::size_t bytes) {
  SharedSegment opened;
  const int number = ::shm_open(name.c_str(), O_RDWR, 0600);
  if (number < 0)
    throw error_of("open", bytes, errno);
  const Descriptor descriptor{number};
  opened.name_ = name;
  opened.data_ = map(number, bytes);
  opened.size_ = bytes;
  return opened;
}

SharedSegment &SharedSegment::operator=(SharedSegment &&other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(name_, other.name_);
  std::swap(named_, other.named_);
  return *this;
}

SharedSegment::~SharedSegment() {
  unlink();
  if (data_)
    ::munmap(data_, size_);
}

void SharedSegment::unlink() {
  if (std::exchange(named_, false))
    ::shm_unlink(name_.c_str());
}

namespace {

// A few messages between the first rank of a node and the others, each completed politely.
class Talk {
public:
  Talk(MPI_Comm comm, int tag) : comm_(comm), tag_(tag) {}

  template <class T> void send(std::span<const T> values, int to) {
    MPI_Request request;
    check(PMPI_Isend(values.data(), static_cast<int>(values.size_bytes()), MPI_BYTE, to, tag_,
                     comm_, &request));
    check(wait(&request));
  }
  template <class T> void receive(std::span<T> values, int from) {
    MPI_Request request;
    check(PMPI_Irecv(values.data(), static_cast<int>(values.size_bytes()), MPI_BYTE, from, tag_,
                     comm_, &request));
    check(wait(&request));
  }

private:
  static void check(int code) {
    if (code != MPI_SUCCESS)
      throw Error("the ranks of a node could not agree on shared memory: MPI error " +
                  std::to_string(code));
  }
  MPI_Comm comm_;
  int tag_;
};

struct Offer {
  std::array<char, kNameBytes> name{};
  std::uint64_t bytes = 0; // 0: the first rank could not make it
};

using Reason = std::array<char, 256>;

Reason reason_of(const std::string &text) {
  Reason reason{};
  text.copy(reason.data(), reason.size() - 1);
  return reason;
}

} // namespace

SharedParts share_memory(MPI_Comm comm, std::span<const int> node_ranks, int tag,
                         std::size_t bytes) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  const int leader = node_ranks.front();
  const auto others = node_ranks.subspan(1);
  Talk talk(comm, tag);

  SharedParts parts;
  std::vector<std::uint64_t> ends(node_ranks.size());
  Offer offer;
  Reason failure{}; // the first one that any rank met; empty: none
  if (rank == leader) {
    std::uint64_t wanted = bytes;
    for (std::size_t i = 0; i < node_ranks.size(); ++i) {
      if (i > 0)
        talk.receive(std::span(&wanted, 1), node_ranks[i]);
      ends[i] = (i > 0 ? ends[i - 1] : 0) + (wanted + 63) / 64 * 64;
    }
    try {
      parts.memory = SharedSegment::create(std::max<std::size_t>(ends.back(), 64));
      parts.memory.name().copy(offer.name.data(), kNameBytes - 1);
      offer.bytes = parts.memory.size();
    } catch (const MachineError &error) {
      failure = reason_of(error.what());
    }
    for (int other : others) {
      talk.send(std::span<const Offer>(&offer, 1), other);
      talk.send(std::span<const std::uint64_t>(ends), other);
    }
    for (int other : others) {
      Reason theirs{};
      talk.receive(std::span<char>(theirs), other);
      if (failure[0] == 0)
        failure = theirs;
    }
    parts.memory.unlink();
    for (int other : others)
      talk.send(std::span<const char>(failure), other);
  } else {
    const std::uint64_t wanted = bytes;
    talk.send(std::span(&wanted, 1), leader);
    talk.receive(std::span(&offer, 1), leader);
    talk.receive(std::span(ends), leader);
    if (offer.bytes > 0) {
      try {
        parts.memory = SharedSegment::open(offer.name.data(), offer.bytes);
      } catch (const MachineError &error) {
        failure = reason_of(error.what());
      }
    }
    talk.send(std::span<const char>(failure), leader);
    talk.receive(std::span<char>(failure), leader);
  }

  parts.failure = failure.data();
  if (!parts.failure.empty()) {
    parts.memory = SharedSegment();
    return parts;
  }
  parts.offsets.assign(1, 0);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i)
    parts.offsets.push_back(ends[i]);
  return parts;
}

} // namespace brigade
