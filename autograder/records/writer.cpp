#include "records/writer.hpp"

#include "records/record_json.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>

namespace brigade::records {
namespace {

std::string shortened(std::string text) {
  if (text.size() > Writer::kMaxWordBytes) {
    text.resize(Writer::kMaxWordBytes);
    text += " …";
  }
  return text;
}

/// All of both parts, however the system cuts them.
void write_all(int descriptor, std::string_view head, std::string_view payload) {
  while (!head.empty() || !payload.empty()) {
    const iovec parts[] = {{const_cast<char *>(head.data()), head.size()},
                           {const_cast<char *>(payload.data()), payload.size()}};
    const ssize_t count = ::writev(descriptor, parts, 2);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return;
    const std::size_t of_head = std::min(head.size(), static_cast<std::size_t>(count));
    head.remove_prefix(of_head);
    payload.remove_prefix(static_cast<std::size_t>(count) - of_head);
  }
}

} // namespace

void Writer::write(std::string_view kind, const nlohmann::json &head, std::string_view payload) {
  const std::lock_guard lock(mutex_);
  write_all(descriptor_, sealed_head(kind, head, payload, seal_, number_), payload);
  ++number_;
}

void Writer::opened(int world_rank, int world_size) {
  write("opened", {{"world_rank", world_rank}, {"world_size", world_size}});
}

void Writer::begin(std::string_view test, int rank, int size) {
  write("begin", {{"test", test}, {"rank", rank}, {"size", size}});
}

void Writer::place(int rank, int size) { write("place", {{"rank", rank}, {"size", size}}); }

void Writer::mesh(const std::vector<MeshAxis> &axes) { write("mesh", {{"axes", axes}}); }

void Writer::virtual_clock(double alpha, double beta, double seconds_per_operation) {
  write("clock", {{"alpha", json_of(alpha)},
                  {"beta", json_of(beta)},
                  {"seconds_per_operation", json_of(seconds_per_operation)}});
}

void Writer::array(const ArrayRecord &head, std::span<const std::byte> data) {
  if (data.size() > kMaxPayloadBytes)
    throw Error(fmt::format("{} has {} bytes; a record holds at most {}", head.name, data.size(),
                            kMaxPayloadBytes));
  write("array", head, {reinterpret_cast<const char *>(data.data()), data.size()});
}

void Writer::scalar(const ScalarRecord &scalar) { write("scalar", scalar); }

void Writer::text(std::string_view name, std::string_view text) {
  write("text", {{"name", name}}, text.substr(0, kMaxTextBytes));
}

void Writer::cause(std::string_view name, std::string_view cause) {
  write("cause", {{"name", name}, {"cause", cause}});
}

void Writer::same_at_every_size(std::string_view name) {
  write("same_at_every_size", {{"name", name}});
}

void Writer::call(const CallRecord &call) { write("call", call); }

void Writer::work(const WorkRecord &work) { write("work", work); }

void Writer::rule(const TrafficRuleRecord &rule) { write("rule", rule); }

void Writer::peak(std::int64_t bytes) { write("peak", {{"peak_bytes", bytes}}); }

void Writer::unreceived(std::string_view message) { write("unreceived", {{"message", message}}); }

void Writer::open_request(std::string_view request) {
  write("open_request", {{"request", request}});
}

void Writer::failure(FailureRecord failure) {
  failure.message = shortened(std::move(failure.message));
  write("failure", failure);
}

void Writer::exception(ExceptionRecord exception) {
  exception.type = shortened(std::move(exception.type));
  exception.what = shortened(std::move(exception.what));
  write("exception", exception);
}

void Writer::finished(bool by_itself) { write("end", {{"by_itself", by_itself}}); }

void Writer::complete() { write("complete", nlohmann::json::object()); }

} // namespace brigade::records
