#include "trial/call_records.hpp"

#include "trial/allocation.hpp"
#include "trial/program.hpp"

#include "brigade/tracer/ledger.hpp"

#include <string_view>

namespace brigade::harness {
namespace {

bool is_started = false;
int pauses = 0;
std::size_t recorded = 0;
double started = 0;
CommRecord last;

/// A loop that asks again and again is one record, however fast the machine.
bool is_repeated_poll(const CommRecord &call) {
  const bool is_poll = call.kind.starts_with("MPI_Test") || call.kind == "MPI_Iprobe" ||
                       call.kind == "MPI_Improbe" || call.kind == "MPI_Request_get_status";
  return is_poll && call.kind == last.kind && call.axes == last.axes && call.peer == last.peer &&
         call.tag == last.tag;
}

void write_call(const CommRecord &call) {
  if (is_repeated_poll(call) || recorded == CallRecords::kMaxCalls)
    return;
  allocation::pause();
  last = call;
  ++recorded;
  TrialProgram::instance().writer().call({.kind = std::string(call.kind),
                                          .communicator = std::string(call.axes),
                                          .operation = std::string(call.operation),
                                          .type = std::string(call.type),
                                          .count = call.count,
                                          .bytes = call.bytes,
                                          .root = call.root,
                                          .peer = call.peer,
                                          .tag = call.tag,
                                          .start = call.start - started,
                                          .end = call.end - started});
  allocation::resume();
}

} // namespace

void CallRecords::start() {
  recorded = 0;
  last = {};
  started = Ledger::instance().now();
  is_started = true;
  Ledger::instance().set_sink(write_call);
  Ledger::instance().set_on(true);
}

void CallRecords::stop() {
  is_started = false;
  Ledger::instance().set_on(false);
  Ledger::instance().set_sink(nullptr);
}

void CallRecords::pause() {
  ++pauses;
  Ledger::instance().set_on(false);
}

void CallRecords::resume() {
  --pauses;
  Ledger::instance().set_on(is_started && pauses == 0);
}

std::size_t CallRecords::count() { return recorded; }

} // namespace brigade::harness
