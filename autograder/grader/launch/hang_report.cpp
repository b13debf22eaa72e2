#include "grader/launch/hang_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

namespace brigade::grader {
namespace {

using board::Presence;
using board::Shape;
using Kind = RankState::Kind;

std::string capitalized(std::string text) {
  if (!text.empty())
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

/// "waits" for one, "wait" for more.
std::string for_many(std::string text, std::size_t ranks) {
  if (ranks <= 1)
    return text;
  for (const auto &[one, many] : {std::pair<std::string, std::string>{"waits ", "wait "},
                                  {"is ", "are "},
                                  {"was ", "were "},
                                  {"has ", "have "},
                                  {"looks ", "look "},
                                  {"computes", "compute"},
                                  {"sleeps", "sleep"}})
    if (text.starts_with(one))
      return many + text.substr(one.size());
  return text;
}

/// "rank 1 waits in …, and ranks 2 and 3 are in MPI_Finalize": ranks that do the same together.
std::string doings(const BoardView &view, const std::vector<int> &ranks) {
  std::vector<std::pair<std::string, std::vector<int>>> groups;
  for (const int rank : ranks) {
    const std::string doing = view.doing(view.ranks[static_cast<std::size_t>(rank)]);
    const auto found = std::ranges::find(groups, doing, &decltype(groups)::value_type::first);
    if (found == groups.end())
      groups.push_back({doing, {rank}});
    else
      found->second.push_back(rank);
  }
  std::string text;
  for (std::size_t i = 0; i < groups.size() && i < 4; ++i)
    text += fmt::format("{}{} {}",
                        i == 0                                             ? ""
                        : i + 1 == std::min<std::size_t>(groups.size(), 4) ? "; and "
                                                                           : "; ",
                        view.names(groups[i].second),
                        for_many(groups[i].first, groups[i].second.size()));
  return text;
}

bool has_ended(const BoardView &view, const RankView &rank) {
  return rank.kind == Kind::gone || rank.presence >= Presence::finalizing ||
         view.is_at_end_of_test(rank);
}

/// Ranks that wait in one collective.
struct Gathering {
  std::uint64_t communicator = 0, number = 0;
  std::vector<int> waiting, missing;
};

std::vector<Gathering> gatherings(const BoardView &view) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, Gathering> found;
  for (const RankView &rank : view.ranks)
    if (rank.waits_for_all() && !view.is_at_end_of_test(rank)) {
      Gathering &gathering = found[{rank.call.communicator, rank.call.number}];
      gathering.communicator = rank.call.communicator;
      gathering.number = rank.call.number;
      gathering.waiting.push_back(rank.rank);
    }
  std::vector<Gathering> all;
  for (auto &[key, gathering] : found) {
    gathering.missing = view.missing(key.first, key.second);
    all.push_back(std::move(gathering));
  }
  std::ranges::stable_sort(all, [](const Gathering &a, const Gathering &b) {
    return a.waiting.size() > b.waiting.size();
  });
  return all;
}

/// Ranks that wait for each other in a ring, beginning with the lowest; empty where there is none.
std::vector<int> cycle_of(const BoardView &view) {
  const auto next = [&](int rank) {
    const auto &state = view.ranks[static_cast<std::size_t>(rank)];
    if (!state.is_waiting() || state.waits_for_all() || has_ended(view, state))
      return -1;
    const std::vector<int> targets = view.waits_for(state);
    return targets.empty() ? -1 : targets.front();
  };
  for (const RankView &start : view.ranks) {
    std::vector<int> path;
    for (int rank = start.rank; rank >= 0; rank = next(rank)) {
      const auto met = std::ranges::find(path, rank);
      if (met == path.end()) {
        path.push_back(rank);
        continue;
      }
      std::vector<int> cycle(met, path.end());
      const auto shown = [&](int one) { return view.ranks[static_cast<std::size_t>(one)].shown; };
      std::ranges::rotate(cycle, std::ranges::min_element(cycle, {}, shown));
      return cycle;
    }
  }
  return {};
}

/// The one message that the rank waits for, or null.
const board::PendingWork *awaited_message(const RankView &rank) {
  if (!rank.is_waiting() || rank.call.pending_count < 1)
    return nullptr;
  for (std::size_t i = 0;
       i <
       std::min<std::size_t>(static_cast<std::size_t>(rank.call.pending_count), board::kMaxPending);
       ++i)
    if (rank.call.pending[i].shape == Shape::receive || rank.call.pending[i].shape == Shape::probe)
      return &rank.call.pending[i];
  return nullptr;
}

bool sends(const RankView &rank) {
  return rank.is_waiting() && rank.call.pending_count > 0 &&
         rank.call.pending[0].shape == Shape::send;
}

/// A message has come to a rank that waits for another one.
std::string unexpected_text(const BoardView &view) {
  for (const RankView &rank : view.ranks) {
    const board::PendingWork *awaited = awaited_message(rank);
    if (!awaited)
      continue;
    for (const board::UnexpectedMessage &message : rank.messages) {
      const std::string from = view.names({message.source});
      if (message.communicator != awaited->communicator)
        return fmt::format(
            "A message from {} has come to {} on {}, but it is received on {}: send and "
            "receive on the same communicator.",
            from, view.names({rank.rank}), view.communicator_name(message.communicator),
            view.communicator_name(awaited->communicator));
      if ((awaited->peer == message.source || awaited->peer == board::kAny) &&
          awaited->tag != message.tag)
        return fmt::format(
            "A message from {} with tag {} has come to {}, but it waits for tag {}: the "
            "tags of a send and its receive must be equal.",
            from, message.tag, view.names({rank.rank}), awaited->tag);
      if (awaited->peer >= 0 && awaited->peer != message.source)
        return fmt::format(
            "A message from {} (tag {}) has come to {}, but it waits for one from {}: the "
            "receive names another sender than the rank that sends.",
            from, message.tag, view.names({rank.rank}), view.names({awaited->peer}));
    }
  }
  return "";
}

std::string loop_text(const BoardView &view, const Gathering &gathering) {
  const CommunicatorView *of = view.communicator(gathering.communicator);
  const RankView &waiting = view.ranks[static_cast<std::size_t>(gathering.waiting.front())];
  if (!of || waiting.call.repeats < 2)
    return "";
  for (std::size_t rank = 0; rank < of->members.size(); ++rank) {
    const bool is_missing = std::ranges::count(gathering.missing, of->members[rank]) > 0;
    if (is_missing && of->last_caller[rank] == waiting.call.caller)
      return fmt::format(
          "{} made {} turn{} of the loop with {}{}, {} {} in turn {}: the number of turns "
          "must be the same on every rank.",
          capitalized(view.names({of->members[rank]})), of->repeats[rank],
          of->repeats[rank] == 1 ? "" : "s", waiting.call.name.text(),
          view.place(waiting.call.caller), view.names(gathering.waiting),
          gathering.waiting.size() == 1 ? "is" : "are", waiting.call.repeats);
  }
  return "";
}

std::string split_text(const BoardView &view, const Gathering &gathering) {
  const CommunicatorView *of = view.communicator(gathering.communicator);
  if (!of || of->made_by != "MPI_Comm_split" || of->made_at.empty())
    return "";
  return fmt::format(
      "The communicator has {}, since they gave MPI_Comm_split{} the same color {}. Is "
      "that the group you meant?",
      view.names(of->members), view.place(of->made_at.front()), of->color.front());
}

/// Ranks outside of the communicator that the function was given never come.
std::string outside_text(const BoardView &view, const Gathering &gathering) {
  std::vector<int> outside;
  for (const int rank : gathering.missing)
    if (view.ranks[static_cast<std::size_t>(rank)].is_outside)
      outside.push_back(rank);
  if (outside.empty())
    return "";
  const bool one = outside.size() == 1;
  const std::string name = view.communicator_name(gathering.communicator);
  return fmt::format(
      "{} {} outside of the communicator that your function was given, and never "
      "call{} it. Call {} on that communicator, not on {}.",
      capitalized(view.names(outside)), one ? "is" : "are", one ? "s" : "",
      view.ranks[static_cast<std::size_t>(gathering.waiting.front())].call.name.text(),
      name == "world" ? "MPI_COMM_WORLD" : name);
}

/// Empty where no rank is stopped.
std::string cause_of_stop(const BoardView &view) {
  return std::ranges::find(view.ranks, RankState::Kind::stopped, &RankView::kind) !=
                 view.ranks.end()
             ? "What is stopped goes on only when somebody continues it: take the raise() or "
               "kill() with SIGSTOP out of your function."
             : "";
}

std::string cause_of_gathering(const BoardView &view, const std::vector<Gathering> &all) {
  const Gathering &first = all.front();
  if (all.size() > 1 && all[1].communicator != first.communicator)
    return "These ranks call the collectives of two communicators in different orders, so each "
           "waits in "
           "one for ranks that wait in the other. All ranks must call them in one order, and on "
           "the same communicator.";
  if (const std::string text = outside_text(view, first); !text.empty())
    return text;
  if (const std::string text = loop_text(view, first); !text.empty())
    return text;
  const std::string call =
      view.ranks[static_cast<std::size_t>(first.waiting.front())].call.name.text();
  bool in_message = false, at_end = false, asleep = false;
  for (const int rank : first.missing) {
    const RankView &other = view.ranks[static_cast<std::size_t>(rank)];
    in_message = in_message || (other.is_waiting() && other.call.pending_count > 0);
    at_end = at_end || has_ended(view, other);
    asleep = asleep || other.kind == Kind::asleep;
  }
  if (in_message)
    return fmt::format(
        "A collective waits for all ranks of its communicator, and one of them waits for a "
        "message. Bring {} and the message into the same order on all ranks.",
        call);
  if (asleep)
    return "A rank sleeps, or waits for something outside MPI (a file, a lock, input).";
  if (const std::string text = split_text(view, first); !text.empty())
    return text;
  if (at_end)
    return fmt::format(
        "Every rank of the communicator must call {}: is it under an if, or behind an early "
        "return, that not all ranks take?",
        call);
  return fmt::format("Every rank of the communicator must call {}.", call);
}

/// The majority's place is where the wait is, the odd rank is where the fault is.
HangReport about_gathering(const BoardView &view, const std::vector<Gathering> &all) {
  const Gathering &first = all.front();
  const RankView &waiting = view.ranks[static_cast<std::size_t>(first.waiting.front())];
  HangReport report;
  const std::string verb = first.waiting.size() == 1 ? "waits" : "wait";
  if (first.missing.empty())
    report.sentence = fmt::format("{}.", capitalized(doings(view, first.waiting)));
  else if (first.missing.size() > first.waiting.size())
    report.sentence = fmt::format("Only {} {} in {}; {}.", view.names(first.waiting),
                                  first.waiting.size() == 1 ? "is" : "are", view.call_text(waiting),
                                  doings(view, first.missing));
  else
    report.sentence = fmt::format("{} {} in {} for {}: {}.", capitalized(view.names(first.waiting)),
                                  verb, view.call_text(waiting), view.names(first.missing),
                                  doings(view, first.missing));
  report.cause = cause_of_gathering(view, all);
  return report;
}

HangReport about_cycle(const BoardView &view, const std::vector<int> &cycle) {
  HangReport report;
  std::vector<std::string> parts;
  bool all_send = true, all_receive = true;
  for (const int number : cycle) {
    const RankView &rank = view.ranks[static_cast<std::size_t>(number)];
    all_send = all_send && sends(rank);
    all_receive = all_receive && !sends(rank) && awaited_message(rank);
    if (parts.size() < 4)
      parts.push_back(fmt::format("{} in {}", view.names({number}), view.call_text(rank)));
  }
  if (cycle.size() > parts.size())
    parts.push_back("…");
  if (cycle.size() == 1)
    report.sentence = fmt::format("{} waits for itself: {}.", capitalized(view.names(cycle)),
                                  fmt::join(parts, ", "));
  else
    report.sentence = fmt::format("{} wait for each other: {}.", capitalized(view.names(cycle)),
                                  fmt::join(parts, ", "));
  if (all_send)
    report.cause =
        "Each sends first, and nobody receives: a send may wait until its receive has begun. Use "
        "MPI_Sendrecv, or let one of two neighbours receive first.";
  else if (all_receive)
    report.cause =
        "Each waits to receive before it sends, so nobody sends. Let one send first, or use "
        "MPI_Sendrecv.";
  else
    report.cause =
        "Each waits for one that cannot get on. Bring sends and receives into an order in which "
        "some rank can.";
  if (const std::string text = unexpected_text(view); !text.empty())
    report.cause = text;
  for (const int number : cycle)
    report.cycle.push_back(view.ranks[static_cast<std::size_t>(number)].shown);
  return report;
}

std::string cause_of_messages(const BoardView &view) {
  if (std::string text = unexpected_text(view); !text.empty())
    return text;
  for (const RankView &rank : view.ranks) {
    const std::vector<int> targets = view.waits_for(rank);
    for (const int target : targets) {
      const RankView &other = view.ranks[static_cast<std::size_t>(target)];
      if (other.waits_for_all() && !view.is_at_end_of_test(other))
        return fmt::format(
            "{} waits in a collective for all ranks, also for {}, which waits for a message "
            "from it. Bring both into the same order.",
            capitalized(view.names({target})), view.names({rank.rank}));
      if (has_ended(view, other))
        return sends(rank) ? fmt::format("{} ends without receiving this message.",
                                         capitalized(view.names({target})))
                           : fmt::format("{} ends without sending this message.",
                                         capitalized(view.names({target})));
    }
  }
  return "A message that is waited for is never sent, or one that is sent is never received.";
}

HangReport about_messages(const BoardView &view) {
  std::vector<int> waiting, others;
  std::set<int> awaited;
  for (const RankView &rank : view.ranks)
    if (rank.is_waiting() && !has_ended(view, rank)) {
      waiting.push_back(rank.rank);
      for (const int other : view.waits_for(rank))
        awaited.insert(other);
    }
  for (const int rank : awaited)
    if (std::ranges::count(waiting, rank) == 0)
      others.push_back(rank);
  HangReport report;
  report.sentence = capitalized(doings(view, waiting));
  if (!others.empty())
    report.sentence += ", but " + doings(view, others);
  report.sentence += ".";
  report.cause = cause_of_messages(view);
  return report;
}

HangReport about_rest(const BoardView &view) {
  std::vector<int> all;
  for (const RankView &rank : view.ranks)
    all.push_back(rank.rank);
  HangReport report;
  report.sentence = capitalized(doings(view, all)) + ".";
  bool asleep = false;
  for (const RankView &rank : view.ranks)
    asleep = asleep || rank.kind == Kind::asleep;
  report.cause = asleep
                     ? "A rank sleeps, or waits for something outside MPI (a file, a lock, input)."
                     : "Every rank must come to its end and call MPI_Finalize.";
  return report;
}

} // namespace

HangReport hang_report(const BoardView &view) {
  const std::vector<Gathering> collectives = gatherings(view);
  const std::vector<int> cycle = cycle_of(view);
  const bool messages = std::ranges::any_of(view.ranks, [](const RankView &rank) {
    return rank.is_waiting() && rank.call.pending_count > 0;
  });
  HangReport report = !cycle.empty()         ? about_cycle(view, cycle)
                      : !collectives.empty() ? about_gathering(view, collectives)
                      : messages             ? about_messages(view)
                                             : about_rest(view);
  if (std::string cause = cause_of_stop(view); !cause.empty())
    report.cause = std::move(cause);
  report.ranks = view.states();
  return report;
}

std::string ended_early_text(const BoardView &view) {
  std::vector<int> ended, waiting;
  for (const RankView &rank : view.ranks) {
    if (rank.is_waiting() && !has_ended(view, rank))
      waiting.push_back(rank.rank);
    else if (rank.presence < Presence::finalizing)
      ended.push_back(rank.rank);
  }
  if (ended.empty())
    return "";
  std::string text = capitalized(view.names(ended)) + " ended before MPI_Finalize";
  if (!waiting.empty())
    text += ", when " + doings(view, waiting);
  return text + ".";
}

std::string while_others_text(const BoardView &view, int rank, const std::string &what) {
  std::vector<int> waiting;
  for (const RankView &other : view.ranks)
    if (other.rank != rank && other.is_waiting())
      waiting.push_back(other.rank);
  std::string text = capitalized(view.names({rank})) + " " + (what.empty() ? "has ended" : what);
  if (!waiting.empty())
    text += " while " + doings(view, waiting);
  return text + ".";
}

} // namespace brigade::grader
