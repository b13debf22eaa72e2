#include "records/reader.hpp"

#include "records/frame.hpp"
#include "records/record_json.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <map>
#include <string>

namespace brigade::records {
namespace {

using nlohmann::json;

ArrayRecord array_of(const Frame &frame) {
  auto array = frame.head.get<ArrayRecord>();
  const auto elements = static_cast<std::uint64_t>(element_count(array.shape));
  if (elements > kMaxPayloadBytes || elements * size_of(array.type) != frame.payload.size())
    throw Error(fmt::format("{} of shape {} has {} bytes", brigade::to_string(array.type),
                            to_string(array.shape), frame.payload.size()));
  const auto dimensions = array.shape.size();
  if (array.placement && (array.placement->global_shape.size() != dimensions ||
                          array.placement->start.size() != dimensions))
    throw Error("its place has another number of dimensions than its shape");
  array.data.resize(frame.payload.size());
  if (!frame.payload.empty())
    std::memcpy(array.data.data(), frame.payload.data(), frame.payload.size());
  return array;
}

/// Puts the frames of one file together.
class Assembly {
public:
  /// Throws Error or json::exception where the frame does not belong here.
  void add(const Frame &frame) {
    if (records_.complete && frame.kind != "exception") // thrown by a static object, it may come
      throw Error("it stands behind the completion record");
    if (!records_.opened && frame.kind != "opened")
      throw Error("the file does not begin with its opening frame");
    if (frame.kind == "opened")
      open(frame.head);
    else if (frame.kind == "begin")
      begin(frame.head);
    else if (frame.kind == "complete")
      complete();
    else if (frame.kind == "exception" && !is_in_test_)
      records_.exception = frame.head.get<ExceptionRecord>();
    else if (!is_in_test_)
      throw Error("it stands outside of a TEST");
    else
      add_to(records_.tests.back(), frame);
  }

  RankRecords &records() { return records_; }

private:
  void open(const json &head) {
    if (records_.opened)
      throw Error("the file is opened twice");
    records_.world_rank = head.at("world_rank");
    records_.world_size = head.at("world_size");
    records_.opened = true;
  }

  void begin(const json &head) {
    if (is_in_test_)
      throw Error("a TEST begins inside another");
    TestRecords test;
    test.test = head.at("test");
    test.rank = head.at("rank");
    test.size = head.at("size");
    records_.tests.push_back(std::move(test));
    is_in_test_ = true;
  }

  void complete() {
    if (is_in_test_)
      throw Error("the end comes inside a TEST");
    records_.complete = true;
  }

  void add_to(TestRecords &test, const Frame &frame) {
    const json &head = frame.head;
    if (frame.kind == "array")
      test.arrays.push_back(array_of(frame));
    else if (frame.kind == "scalar")
      test.scalars.push_back(head.get<ScalarRecord>());
    else if (frame.kind == "text")
      test.texts.push_back({head.at("name"), std::string(frame.payload)});
    else if (frame.kind == "cause")
      test.causes.push_back({head.at("name"), head.at("cause")});
    else if (frame.kind == "call")
      test.calls.push_back(head.get<CallRecord>());
    else if (frame.kind == "work")
      test.work.push_back(head.get<WorkRecord>());
    else if (frame.kind == "rule")
      test.rules.push_back(head.get<TrafficRuleRecord>());
    else if (frame.kind == "failure")
      test.failures.push_back(head.get<FailureRecord>());
    else if (frame.kind == "exception")
      test.exception = head.get<ExceptionRecord>();
    else if (frame.kind == "same_at_every_size")
      test.same_at_every_size.push_back(head.at("name"));
    else if (frame.kind == "unreceived")
      test.unreceived.push_back(head.at("message"));
    else if (frame.kind == "open_request")
      test.open_requests.push_back(head.at("request"));
    else
      set(test, frame.kind, head);
  }

  void set(TestRecords &test, const std::string &kind, const json &head) {
    if (kind == "place") {
      test.rank = head.at("rank");
      test.size = head.at("size");
    } else if (kind == "mesh") {
      test.mesh = head.at("axes").get<std::vector<MeshAxis>>();
    } else if (kind == "clock") {
      test.alpha = double_of(head.at("alpha"));
      test.beta = double_of(head.at("beta"));
      test.seconds_per_operation = double_of(head.at("seconds_per_operation"));
    } else if (kind == "peak") {
      test.peak_bytes = head.at("peak_bytes");
    } else if (kind == "end") {
      test.finished = head.at("by_itself");
      is_in_test_ = false;
    } else {
      throw Error(fmt::format("there is no frame {}", kind));
    }
  }

  RankRecords records_;
  bool is_in_test_ = false;
};

RankRecords unreadable(std::string_view why) {
  RankRecords records;
  records.damage = fmt::format("the record file cannot be read: {}", why);
  return records;
}

} // namespace

RankRecords parse_records(std::string_view file, std::string_view token) {
  Assembly assembly;
  FrameCursor cursor(file, Seal(token));
  std::string damage;
  try {
    while (const auto frame = cursor.next())
      assembly.add(*frame);
    damage = cursor.damage();
  } catch (const std::exception &error) {
    damage = fmt::format("frame {}: {}", cursor.number(), error.what());
  }
  assembly.records().damage = damage;
  return std::move(assembly.records());
}

RankRecords read_records(int descriptor, std::string_view token) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0)
    return unreadable(std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    return unreadable("it is not a regular file");
  if (static_cast<std::uint64_t>(status.st_size) > kMaxFileBytes)
    return unreadable(fmt::format("it has {} bytes, more than {}", status.st_size, kMaxFileBytes));
  std::string file(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t size = 0;
  while (size < file.size()) {
    const ssize_t count =
        ::pread(descriptor, file.data() + size, file.size() - size, static_cast<off_t>(size));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      break;
    size += static_cast<std::size_t>(count);
  }
  file.resize(size);
  return parse_records(file, token);
}

RankRecords read_records(const std::filesystem::path &file, std::string_view token) {
  // A link or a pipe in the file's place would lead the grader elsewhere, or hold it up.
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0)
    return unreadable(std::strerror(errno));
  RankRecords records = read_records(descriptor, token);
  ::close(descriptor);
  return records;
}

} // namespace brigade::records
