#include "brigade/comm/algorithms/schedule.hpp"
#include "brigade/comm/collectives.hpp"
#include "brigade/comm/messages/message_limit.hpp"
#include "brigade/comm/messages/started_operation.hpp"
#include "comm/cases.hpp"

#include <cstdlib>
#include <gmock/gmock.h>
#include <memory>
#include <random>

namespace brigade::testing {
namespace {

/// One collective of a random program: started or blocking, and what it must leave.
struct Task {
  std::string name;
  std::vector<std::int64_t> in, out, expected;
  std::vector<std::size_t> counts, receive_counts;
  std::vector<PermuteStep> steps;
  Pending pending;
};

/// Draws the same numbers on all ranks.
class Draw {
public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
  template <class T> const T &one_of(const std::vector<T> &choices) {
    return choices[below(choices.size())];
  }
  std::size_t size() { return below(3) == 0 ? below(20000) : below(40); }
  std::vector<std::size_t> counts(int parts) {
    std::vector<std::size_t> result(static_cast<std::size_t>(parts));
    for (std::size_t &count : result)
      count = below(3) == 0 ? 0 : below(60);
    return result;
  }

private:
  std::mt19937_64 random_;
};

Algorithm drawn_algorithm(Draw &draw, Collective collective, const Group &group) {
  return draw.one_of(algorithms_under_test(collective, group, true));
}

std::int64_t part_of(std::span<const int> members, std::size_t place, std::size_t index) {
  return element<std::int64_t>(members[place], index);
}

void start_random(Draw &draw, const Group &group, Task &task) {
  const auto n = static_cast<std::size_t>(group.size());
  const auto place = static_cast<std::size_t>(group.rank());
  const auto members = group.members();
  const std::size_t kind = draw.below(5);
  if (kind == 0) {
    const ReduceOp op = draw.one_of(operations_of<std::int64_t>());
    const std::size_t count = draw.size();
    const Algorithm algorithm = drawn_algorithm(draw, Collective::all_reduce, group);
    task.name = "all_reduce " + story(group, algorithm, count);
    task.out = elements<std::int64_t>(job().rank(), count);
    task.expected = reduced<std::int64_t>(members, count, op);
    task.pending = start_all_reduce(group, std::span(task.out), op, algorithm);
  } else if (kind == 1) {
    task.counts = draw.counts(group.size());
    const auto offsets = offsets_of(task.counts);
    const Algorithm algorithm = drawn_algorithm(draw, Collective::reduce_scatter, group);
    task.name = "reduce_scatter " + story(group, algorithm, offsets.back());
    task.in = elements<std::int64_t>(job().rank(), offsets.back());
    task.out.resize(task.counts[place]);
    const auto all = reduced<std::int64_t>(members, offsets.back(), ReduceOp::sum);
    task.expected.assign(all.begin() + static_cast<std::ptrdiff_t>(offsets[place]),
                         all.begin() + static_cast<std::ptrdiff_t>(offsets[place + 1]));
    task.pending = start_reduce_scatter(group, task.in, std::span(task.out), task.counts,
                                        ReduceOp::sum, algorithm);
  } else if (kind == 2) {
    task.counts = draw.counts(group.size());
    const Algorithm algorithm = drawn_algorithm(draw, Collective::all_gather, group);
    task.name = "all_gather " + story(group, algorithm, offsets_of(task.counts).back());
    task.in = elements<std::int64_t>(job().rank(), task.counts[place]);
    task.out.resize(offsets_of(task.counts).back());
    for (std::size_t other = 0; other < n; ++other)
      for (std::size_t i = 0; i < task.counts[other]; ++i)
        task.expected.push_back(part_of(members, other, i));
    task.pending = start_all_gather(group, task.in, std::span(task.out), task.counts, algorithm);
  } else if (kind == 3) {
    std::vector<std::vector<std::size_t>> sizes; // [from][to]
    for (std::size_t from = 0; from < n; ++from)
      sizes.push_back(draw.counts(group.size()));
    const Algorithm algorithm = drawn_algorithm(draw, Collective::all_to_all, group);
    task.counts = sizes[place];
    for (std::size_t from = 0; from < n; ++from) {
      task.receive_counts.push_back(sizes[from][place]);
      const std::size_t begin = offsets_of(sizes[from])[place];
      for (std::size_t i = 0; i < sizes[from][place]; ++i)
        task.expected.push_back(part_of(members, from, begin + i));
    }
    task.in = elements<std::int64_t>(job().rank(), offsets_of(task.counts).back());
    task.out.resize(task.expected.size());
    task.name = "all_to_all " + story(group, algorithm, task.in.size());
    task.pending = start_all_to_all(group, task.in, std::span(task.out), task.counts,
                                    task.receive_counts, algorithm);
  } else {
    const int root = static_cast<int>(draw.below(n));
    const std::size_t count = draw.size();
    const Algorithm algorithm = drawn_algorithm(draw, Collective::broadcast, group);
    task.name = "broadcast " + story(group, algorithm, count);
    task.out = elements<std::int64_t>(job().rank(), count);
    task.expected = elements<std::int64_t>(members[static_cast<std::size_t>(root)], count);
    task.pending = start_broadcast(group, std::span(task.out), root, algorithm);
  }
}

/// Some collectives started together over random groups, waited for in another order on each rank.
void run_program(std::uint64_t seed, const std::vector<Group> &groups) {
  Draw draw(seed);
  set_message_limit(draw.below(2) ? 1000 : std::size_t{1} << 30);
  std::vector<std::unique_ptr<Task>> tasks;
  for (std::size_t i = 1 + draw.below(8); i > 0; --i) {
    tasks.push_back(std::make_unique<Task>());
    // All ranks take the same set of axes, so the collective happens in all of its groups.
    start_random(draw, groups[draw.below(groups.size())], *tasks.back());
  }
  std::mt19937_64 own(seed + static_cast<std::uint64_t>(job().rank()));
  std::ranges::shuffle(tasks, own);
  for (const auto &task : tasks) {
    task->pending.wait();
    EXPECT_TRUE(task->out == task->expected) << task->name << ": replay with BRIGADE_SEED=" << seed;
  }
  EXPECT_FALSE(operations_are_running());
}

TEST(RandomCollectives, EndAndLeaveWhatIsExpected) {
  const auto groups = groups_under_test();
  const std::size_t before = message_limit();
  if (const char *seed = std::getenv("BRIGADE_SEED")) {
    run_program(std::strtoull(seed, nullptr, 10), groups);
  } else {
    std::vector<std::int64_t> first{static_cast<std::int64_t>(std::random_device{}())};
    broadcast(job().world(), std::span(first), 0);
    for (std::int64_t i = 0; i < 100; ++i)
      run_program(static_cast<std::uint64_t>(first[0] + i), groups);
  }
  set_message_limit(before);
}

} // namespace
} // namespace brigade::testing
