#include "grader/traffic/replay.hpp"

#include "grader/judge/words.hpp"
#include "grader/traffic/call_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <map>
#include <utility>

namespace brigade::grader::traffic_rules {
namespace {

/// The ranks of a communicator, as ranks of the trial's.
using Group = std::vector<int>;

/// Positions of the axes that a communicator's name lists ("data,model"); none where it lists
/// something else.
std::vector<std::size_t> axes_named(const std::string &name,
                                    const std::vector<records::MeshAxis> &mesh) {
  std::vector<std::size_t> axes;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find(',', begin), name.size());
    const auto axis =
        std::ranges::find(mesh, name.substr(begin, end - begin), &records::MeshAxis::name);
    if (axis == mesh.end())
      return {};
    axes.push_back(static_cast<std::size_t>(axis - mesh.begin()));
    begin = end + 1;
  }
  return axes;
}

Group group_of(int rank, int ranks, const std::string &communicator,
               const std::vector<records::MeshAxis> &mesh) {
  const std::vector<std::size_t> axes = axes_named(communicator, mesh);
  const std::vector<int> own = coordinates_of(rank, mesh);
  Group group;
  for (int other = 0; other < ranks; ++other) {
    const std::vector<int> coordinates = coordinates_of(other, mesh);
    bool is_member = true;
    for (std::size_t axis = 0; !axes.empty() && axis < own.size(); ++axis)
      is_member = is_member &&
                  (coordinates[axis] == own[axis] || std::ranges::find(axes, axis) != axes.end());
    if (is_member)
      group.push_back(other);
  }
  return group;
}

/// A message on its way, in the order in which its sender sent it.
struct Message {
  int from;
  std::string communicator;
  int tag;
  double arrival;
};

/// Something started and not yet waited for.
struct Request {
  enum class Kind { send, receive, collective } kind = Kind::send;
  double done = 0;            ///< of a send
  records::CallRecord call;   ///< of a receive
  std::size_t collective = 0; ///< index of the meeting
};

/// One collective: who has come, and when.
struct Meeting {
  Group group;
  std::size_t arrived = 0;
  double start = 0, bytes = 0;
  bool is_complete() const { return arrived == group.size(); }
};

class Clock {
public:
  Clock(const TestOfAllRanks &test, const Costs &costs) : test_(test), costs_(costs) {
    const std::size_t ranks = test.ranks.size();
    now_.resize(ranks, 0);
    link_free_.resize(ranks, 0);
    next_.resize(ranks, 0);
    next_work_.resize(ranks, 0);
    is_inside_.resize(ranks, false);
    requests_.resize(ranks);
    inbox_.resize(ranks);
    meeting_of_.resize(ranks, 0);
    for (const records::TestRecords *rank : test.ranks)
      if (rank != nullptr && mesh_.empty())
        mesh_ = rank->mesh;
  }

  Replay run() {
    for (bool any = true; any;) {
      any = false;
      for (std::size_t rank = 0; rank < now_.size(); ++rank)
        while (step(rank))
          any = true;
    }
    Replay replay;
    for (std::size_t rank = 0; rank < now_.size(); ++rank) {
      if (test_.ranks[rank] != nullptr && next_[rank] < test_.ranks[rank]->calls.size() &&
          replay.stuck.empty())
        replay.stuck = fmt::format("rank {}'s call number {} ({}) finds no counterpart", rank,
                                   next_[rank] + 1, test_.ranks[rank]->calls[next_[rank]].kind);
      replay.seconds.push_back(now_[rank]);
    }
    return replay;
  }

private:
  /// Stated work before call number `call`.
  void do_work(std::size_t rank, std::size_t call) {
    const std::vector<records::WorkRecord> &work = test_.ranks[rank]->work;
    while (next_work_[rank] < work.size() && work[next_work_[rank]].before_call <= call)
      now_[rank] += work[next_work_[rank]++].operations * costs_.seconds_per_operation;
  }

  /// One call of a rank, if it can be completed now.
  bool step(std::size_t rank) {
    if (test_.ranks[rank] == nullptr)
      return false;
    const std::vector<records::CallRecord> &calls = test_.ranks[rank]->calls;
    do_work(rank, next_[rank]);
    if (next_[rank] >= calls.size() || !perform(rank, calls[next_[rank]]))
      return false;
    ++next_[rank];
    is_inside_[rank] = false;
    do_work(rank, next_[rank]);
    return true;
  }

  bool perform(std::size_t rank, const records::CallRecord &call) {
    const bool starts_only = is_nonblocking(call.kind);
    switch (class_of(call)) {
    case CallClass::send:
      send(rank, call, starts_only);
      return true;
    case CallClass::receive:
      if (!starts_only)
        return receive(rank, call);
      requests_[rank].push_back({Request::Kind::receive, 0, call, 0});
      return true;
    case CallClass::exchange:
      return exchange(rank, call, starts_only);
    case CallClass::start:
      if (call.bytes > 0)
        send(rank, call, true);
      else
        requests_[rank].push_back({Request::Kind::receive, 0, call, 0});
      return true;
    case CallClass::collective:
    case CallClass::barrier:
      return meet(rank, call, starts_only);
    case CallClass::wait:
      return wait(rank, call.kind.find("all") != std::string::npos);
    case CallClass::other:
      return true;
    }
    return true;
  }

  Group group(std::size_t rank, const records::CallRecord &call) const {
    return group_of(static_cast<int>(rank), static_cast<int>(now_.size()), call.communicator,
                    mesh_);
  }

  void send(std::size_t rank, const records::CallRecord &call, bool starts_only) {
    if (call.peer < 0) // to nobody
      return;
    const double occupied = costs_.beta * static_cast<double>(call.bytes);
    const double start = std::max(now_[rank], link_free_[rank]);
    link_free_[rank] = start + occupied;
    const Group members = group(rank, call);
    if (call.peer >= static_cast<int>(members.size()))
      return;
    inbox_[static_cast<std::size_t>(members[static_cast<std::size_t>(call.peer)])].push_back(
        {static_cast<int>(rank), call.communicator, call.tag, start + costs_.alpha + occupied});
    if (starts_only)
      requests_[rank].push_back({Request::Kind::send, link_free_[rank], {}, 0});
    else
      now_[rank] = link_free_[rank];
  }

  /// Takes the first message that fits; false where there is none yet.
  bool receive(std::size_t rank, const records::CallRecord &call, bool from_anybody = false) {
    const Group members = group(rank, call);
    std::deque<Message> &inbox = inbox_[rank];
    const auto message = std::ranges::find_if(inbox, [&](const Message &one) {
      const bool is_from = from_anybody || call.peer < 0 ||
                           (call.peer < static_cast<int>(members.size()) &&
                            members[static_cast<std::size_t>(call.peer)] == one.from);
      return one.communicator == call.communicator && is_from &&
             (from_anybody || call.tag < 0 || one.tag == call.tag);
    });
    if (message == inbox.end())
      return false;
    now_[rank] = std::max(now_[rank], message->arrival);
    inbox.erase(message);
    return true;
  }

  /// The ledger says only where it sends; what it receives is whatever comes next.
  bool exchange(std::size_t rank, const records::CallRecord &call, bool starts_only) {
    if (!is_inside_[rank]) {
      send(rank, call, true);
      is_inside_[rank] = true;
    }
    if (!starts_only && !receive(rank, call, true)) {
      const bool receives_nothing = call.peer < 0;
      return receives_nothing;
    }
    return true;
  }

  bool meet(std::size_t rank, const records::CallRecord &call, bool starts_only) {
    if (!is_inside_[rank]) {
      meeting_of_[rank] = arrive(rank, call);
      is_inside_[rank] = true;
      if (starts_only) {
        requests_[rank].push_back({Request::Kind::collective, 0, {}, meeting_of_[rank]});
        return true;
      }
    }
    const Meeting &meeting = meetings_[meeting_of_[rank]];
    if (!meeting.is_complete())
      return false;
    now_[rank] = std::max(now_[rank], end_of(meeting));
    return true;
  }

  std::size_t arrive(std::size_t rank, const records::CallRecord &call) {
    const Group members = group(rank, call);
    const int number = collectives_done_[{static_cast<int>(rank), call.communicator}]++;
    const auto [place, is_new] =
        meeting_numbers_.try_emplace({members, call.communicator, number}, meetings_.size());
    if (is_new)
      meetings_.push_back({members, 0, 0, 0});
    Meeting &meeting = meetings_[place->second];
    ++meeting.arrived;
    meeting.start = std::max(meeting.start, now_[rank]);
    meeting.bytes = std::max(meeting.bytes, static_cast<double>(call.bytes));
    return place->second;
  }

  double end_of(const Meeting &meeting) const {
    const auto rounds = static_cast<double>(std::bit_width(meeting.group.size() - 1));
    return meeting.start + costs_.alpha * rounds + costs_.beta * meeting.bytes;
  }

  bool wait(std::size_t rank, bool for_all) {
    std::deque<Request> &requests = requests_[rank];
    while (!requests.empty()) {
      const Request &request = requests.front();
      switch (request.kind) {
      case Request::Kind::send:
        now_[rank] = std::max(now_[rank], request.done);
        break;
      case Request::Kind::receive:
        if (!receive(rank, request.call))
          return false;
        break;
      case Request::Kind::collective:
        if (!meetings_[request.collective].is_complete())
          return false;
        now_[rank] = std::max(now_[rank], end_of(meetings_[request.collective]));
        break;
      }
      requests.pop_front();
      if (!for_all)
        break;
    }
    return true;
  }

  const TestOfAllRanks &test_;
  const Costs costs_;
  std::vector<records::MeshAxis> mesh_;
  std::vector<double> now_, link_free_;
  std::vector<std::size_t> next_, next_work_, meeting_of_;
  std::vector<bool> is_inside_; ///< the rank's present call has sent or come already
  std::vector<std::deque<Request>> requests_;
  std::vector<std::deque<Message>> inbox_;
  std::vector<Meeting> meetings_;
  std::map<std::pair<int, std::string>, int> collectives_done_;
  std::map<std::tuple<Group, std::string, int>, std::size_t> meeting_numbers_;
};

} // namespace

double Replay::makespan() const { return seconds.empty() ? 0 : *std::ranges::max_element(seconds); }

Replay replay(const TestOfAllRanks &test, const Costs &costs) { return Clock(test, costs).run(); }

int longest_chain(const TestOfAllRanks &test) {
  const Costs each_message_counts_one{1, 0, 0};
  return static_cast<int>(std::lround(replay(test, each_message_counts_one).makespan()));
}

} // namespace brigade::grader::traffic_rules
