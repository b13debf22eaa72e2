// expect: wrong; words: socket, network
// mistake: hostile: asks another machine for the answer (192.0.2.1 is nobody's, RFC 5737)
// needs: sandbox
#include "exercise.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm) {
  const int line = socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(53);
  inet_pton(AF_INET, "192.0.2.1", &address.sin_addr);
  // Of datagrams this only asks whether there is a way; nothing is sent.
  if (connect(line, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0)
    throw std::runtime_error("there is a way to the network");
  close(line);
  return {};
}

} // namespace kitchen
