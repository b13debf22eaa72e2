#include "brigade/gspmd/sharded_program.hpp"

#include "brigade/gspmd/alike_calls.hpp"
#include "brigade/gspmd/collective_cost.hpp"
#include "brigade/gspmd/cutting_axes.hpp"
#include "brigade/gspmd/needed_blocks.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace brigade {

namespace {

constexpr std::size_t kMostCandidates = 64;
constexpr std::size_t kSmall = 64; ///< instructions
constexpr std::size_t kMostBeyondCalls = 9; ///< values, the one itself among them
constexpr std::size_t kMostEarlierUsers =
    8; ///< that are asked for a form; values of many are small

constexpr LayoutId kNoLayout = std::numeric_limits<LayoutId>::max();

std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }

} // namespace

ShardedProgram::ShardedProgram(const Program &annotated, const Program &propagated,
                               StrategyPrices &prices)
    : propagated_(propagated), joined_(joined_blocks(propagated)), prices_(prices),
      producers_(joined_.block.values.size()), users_(producers_.size()),
      returned_(producers_.size()), alike_(producers_.size(), 0) {
  read_values(joined_blocks(needed_blocks(annotated)).block);
  read_sites();
  find_the_dead();
}

// Where they lie, where they are returned, and which of them are alike.
void ShardedProgram::read_values(const Block &given) {
  const Block &block = joined_.block;
  const Mesh &mesh = *propagated_.mesh;
  for (std::size_t i = 0; i < block.values.size(); ++i) {
    types_.push_back(prices_.id_of(block.values[i].type));
    homes_.push_back(prices_.id_of(layout_of(block.values[i].sharding.value(), mesh)));
    // What a user left partly open is followed as far as it says something.
    is_fixed_.push_back(given.values[i].sharding.has_value());
  }
  std::vector<std::vector<std::int64_t>> said;
  for (std::size_t i = 0; i < block.values.size(); ++i)
    said.push_back({types_[i], homes_[i], is_fixed_[i]});
  std::vector<Returned> returned;
  for (std::size_t i = 0; i < block.results.size(); ++i) {
    const Result &result = block.results[i];
    returned.push_back({{i},
                        prices_.id_of(layout_of(result.sharding.value(), mesh)),
                        !given.results[i].sharding && result.sharding->unreduced.empty()});
    said[index(result.value)].insert(said[index(result.value)].end(),
                                     {returned[i].layout, returned[i].follows});
  }
  like_ = alike_values(joined_, said);
  for (std::size_t i = 0; i < like_.size(); ++i) {
    alike_[like_[i]] += 1;
    if (like_[i] != i)
      is_fixed_[i] = true;
  }
  // Values that are alike are returned in the same layouts.
  for (std::size_t i = 0; i < block.results.size(); ++i) {
    std::vector<Returned> &all = returned_[like_[index(block.results[i].value)]];
    const auto same = std::ranges::find_if(all, [&](const Returned &other) {
      return other.layout == returned[i].layout && other.follows == returned[i].follows;
    });
    if (same == all.end())
      all.push_back(returned[i]);
    else
      same->results.push_back(i);
  }
}

void ShardedProgram::read_sites() {
  const Block &block = joined_.block;
  std::vector<std::size_t> barriers(propagated_.blocks.size(), 0);
  std::map<std::array<std::size_t, 3>, std::size_t> boundaries;
  std::set<std::array<std::size_t, 3>> crossings;
  for (std::size_t i = 0; i < block.instructions.size(); ++i) {
    const Instruction &instruction = block.instructions[i];
    const JoinedBlocks::Origin &origin = joined_.origins[i];
    const bool is_boundary = origin.step != JoinedBlocks::Step::own;
    const OperationKind kind = info(instruction.operation).kind;
    if (is_boundary) {
      const std::size_t from = index(instruction.operands[0]), to = index(instruction.results[0]),
                        before = barriers[origin.block];
      const auto [same, is_new] =
          boundaries.try_emplace({like_[from], like_[to], before}, sites_.size());
      // What is given to several calls is brought there once.
      const bool is_counted = !crossings.insert({from, to, before}).second;
      if (!is_new) {
        sites_[same->second].calls += is_counted ? 0 : joined_.calls[origin.block];
        continue;
      }
    }
    Site site;
    site.instruction = i;
    site.calls = joined_.calls[origin.block];
    site.barriers = barriers[origin.block];
    barriers[origin.block] += instruction.operation == Operation::barrier;
    site.is_move = instruction.operation == Operation::constraint;
    site.is_call_result = origin.step == JoinedBlocks::Step::call_result;
    site.is_chained =
        is_boundary ||
        (!site.is_move && (kind == OperationKind::elementwise || kind == OperationKind::shape ||
                           kind == OperationKind::reduction || kind == OperationKind::annotation ||
                           kind == OperationKind::source));
    site.operation = prices_.class_of(block, instruction);
    // To gather what a product sums over would let every device compute all of it.
    site.may_gather_sum = kind == OperationKind::reduction;
    for (const ValueId operand : instruction.operands) {
      const std::size_t value = like_[index(operand)];
      site.operands.push_back(value);
      if (users_[value].empty() || users_[value].back() != sites_.size())
        users_[value].push_back(sites_.size());
    }
    for (const ValueId result : instruction.results) {
      const std::size_t value = like_[index(result)];
      site.results.push_back(value);
      producers_[value].push_back(sites_.size());
      if (site.is_move && !is_boundary)
        is_fixed_[value] = true;
    }
    sites_.push_back(std::move(site));
  }
  barriers_ = barriers.back();
  taken_.assign(sites_.size(), nullptr);
}

// What a block needs is known when it has been gone through, and then its calls need more.
void ShardedProgram::find_the_dead() {
  std::vector<bool> is_needed(users_.size(), false);
  for (const Result &result : joined_.block.results)
    is_needed[like_[index(result.value)]] = true;
  for (bool is_known = false; !is_known;) {
    is_known = true;
    for (std::size_t i = sites_.size(); i-- > 0;) {
      Site &site = sites_[i];
      site.is_dead = std::ranges::none_of(
          site.results, [&](std::size_t value) { return bool(is_needed[value]); });
      for (const std::size_t operand : site.operands)
        if (!site.is_dead && !is_needed[operand]) {
          is_needed[operand] = true;
          is_known = propagated_.blocks.size() == 1;
        }
    }
  }
}

LayoutId ShardedProgram::returned_as(std::size_t value) const {
  const Layout &layout = prices_.layout(homes_[value]);
  if (layout.unreduced.empty())
    return homes_[value];
  Layout whole = layout;
  whole.unreduced = {};
  whole.reduction = ReduceOp::sum;
  return prices_.id_of(whole);
}

std::vector<std::size_t> ShardedProgram::joined_by_calls(std::size_t value,
                                                         std::size_t most) const {
  std::vector<std::size_t> joined{value};
  const auto join = [&](std::size_t other) {
    if (joined.size() < most && std::ranges::find(joined, other) == joined.end())
      joined.push_back(other);
  };
  for (std::size_t next = 0; next < joined.size(); ++next) {
    for (const std::size_t producer : producers_[joined[next]])
      if (sites_[producer].is_boundary())
        join(sites_[producer].operands[0]);
    for (const std::size_t user : users_[joined[next]])
      if (sites_[user].is_boundary())
        join(sites_[user].results[0]);
  }
  return joined;
}

std::vector<LayoutId> ShardedProgram::candidates(std::size_t value) {
  std::vector<LayoutId> layouts;
  const bool is_whole = is_parameter(value) || joined_.is_argument[value];
  const auto take = [&](LayoutId layout) {
    // Nothing would make a parameter's partial results.
    if (is_whole && !prices_.layout(layout).unreduced.empty())
      return;
    if (layout != homes_[value] && layouts.size() < kMostCandidates &&
        std::ranges::find(layouts, layout) == layouts.end())
      layouts.push_back(layout);
  };
  const auto take_all = [&](std::size_t of, const std::vector<std::size_t> &values,
                            const std::vector<std::vector<LayoutId>> &forms) {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] == of)
        for (const LayoutId form : forms[i])
          take(form);
  };
  for (const std::size_t producer : producers_[value])
    if (sites_[producer].is_move)
      take(homes_[sites_[producer].operands[0]]);
    else
      take_all(value, sites_[producer].results, ways(producer).result_forms);
  for (const std::size_t user : users_[value])
    if (sites_[user].is_move)
      take(homes_[sites_[user].results[0]]);
    else
      take_all(value, sites_[user].operands, ways(user).operand_forms);
  // Behind the boundary of a call, whose two values should lie alike. A block that is called often
  // has many there, which are alike.
  const std::vector<std::size_t> joined = joined_by_calls(value, kMostBeyondCalls);
  for (const std::size_t other : joined) {
    if (other == value)
      continue;
    for (const std::size_t producer : producers_[other])
      if (!sites_[producer].is_move)
        take_all(other, sites_[producer].results, ways(producer).result_forms);
    for (const std::size_t user : users_[other])
      if (!sites_[user].is_move)
        take_all(other, sites_[user].operands, ways(user).operand_forms);
  }
  // What is partial there can be scattered as it is reduced, if all calls want it so.
  if (joined.size() > 1)
    for (const LayoutId partial : std::vector<LayoutId>(layouts))
      for (const LayoutId scattered : prices_.scattered(types_[value], partial))
        take(scattered);
  for (const Returned &returned : returned_[value])
    take(returned.follows ? returned_as(value) : returned.layout);
  // In a small program there is time to try what no neighbour suggests; where memory is dear, a
  // parameter may also be cut as nobody needs it.
  const AxisList all = cutting_axes(prices_.mesh());
  const bool is_dear = is_parameter(value) && seconds_per_parameter_byte_ > 0;
  const Shape &shape = joined_.block.values[value].type.shape;
  const auto take_cut = [&](std::size_t dim, const AxisList &axes) {
    if (shape[dim] < device_count(axes, prices_.mesh()))
      return;
    Layout layout = replicated_layout(shape.size());
    layout.dimensions[dim] = axes;
    take(prices_.id_of(layout));
  };
  for (std::size_t dim = 0; dim < shape.size(); ++dim) {
    if (sites_.size() <= kSmall)
      for (const Axis axis : all)
        take_cut(dim, {axis});
    if (is_dear)
      take_cut(dim, all);
  }
  return layouts;
}

const Ways &ShardedProgram::ways(std::size_t site) {
  operand_homes_.clear();
  result_homes_.clear();
  for (const std::size_t value : sites_[site].operands)
    operand_homes_.push_back(homes_[value]);
  for (const std::size_t value : sites_[site].results)
    result_homes_.push_back(homes_[value]);
  // Whole already, so that all of it may well be summed up everywhere: also by a product.
  const bool may_gather_sum = sites_[site].may_gather_sum ||
                              (!gathered_once_.empty() &&
                               std::ranges::any_of(sites_[site].operands, [&](std::size_t value) {
                                 return whole_once_[value] != kNoLayout;
                               }));
  const OperationClassId operation = sites_[site].operation;
  return prices_.ways(may_gather_sum ? prices_.gathering_sums(operation) : operation,
                      operand_homes_, result_homes_);
}

bool ShardedProgram::wants(std::size_t site, std::size_t value, LayoutId form) const {
  if (sites_[site].is_dead)
    return false;
  if (sites_[site].is_move)
    return homes_[sites_[site].results[0]] == form;
  if (!taken_[site])
    return false;
  for (std::size_t i = 0; i < sites_[site].operands.size(); ++i)
    if (sites_[site].operands[i] == value && taken_[site]->operands[i] == form)
      return true;
  return false;
}

bool ShardedProgram::is_made_before(std::size_t value, LayoutId form, std::size_t site) const {
  if (is_gathered_once(value, form))
    return true;
  const std::size_t barriers = site < sites_.size() ? sites_[site].barriers : barriers_;
  std::size_t asked = 0;
  for (const std::size_t user : users_[value]) {
    if (user >= site || asked++ == kMostEarlierUsers)
      return false;
    if (sites_[user].barriers == barriers && !sites_[user].is_call_result &&
        wants(user, value, form))
      return true;
  }
  return false;
}

// What a callee returns is a value of its own for each call.
double ShardedProgram::move_seconds(std::size_t at) {
  const Site &site = sites_[at];
  const std::size_t value = site.operands[0];
  const LayoutId to = homes_[site.results[0]];
  return !site.is_call_result && is_made_before(value, to, at)
             ? 0
             : site.calls * prices_.reshard_seconds(types_[value], homes_[value], to);
}

double ShardedProgram::site_seconds(std::size_t at) {
  const Site &site = sites_[at];
  if (site.is_move)
    return move_seconds(at);
  double seconds = StrategyPrices::kImpossible;
  taken_[at] = cheapest_way(ways(at), seconds, [&](std::size_t i, LayoutId form) {
    return is_made_before(site.operands[i], form, at);
  });
  // What is dead costs nothing, but has to be possible until it is taken away.
  return site.is_dead && seconds < StrategyPrices::kImpossible ? 0 : site.calls * seconds;
}

double ShardedProgram::returned_seconds(std::size_t value) {
  double seconds = 0;
  for (const Returned &returned : returned_[value]) {
    const LayoutId to = returned.follows ? returned_as(value) : returned.layout;
    if (to != homes_[value] && !is_made_before(value, to, sites_.size()))
      seconds += static_cast<double>(returned.results.size()) *
                 prices_.reshard_seconds(types_[value], homes_[value], to);
  }
  return seconds;
}

// Behind a barrier it is gathered again.
double ShardedProgram::gather_seconds(std::size_t value) {
  double times = 0;
  const Site *before = nullptr;
  for (const std::size_t user : users_[value]) {
    const Site &site = sites_[user];
    if (site.is_dead || site.is_call_result)
      continue;
    if (!before || before->barriers != site.barriers)
      times += site.calls;
    before = &site;
  }
  return times * prices_.reshard_seconds(types_[value], homes_[value], whole_once_[value]);
}

double ShardedProgram::charge(std::size_t value) const {
  if (seconds_per_parameter_byte_ == 0 || !is_parameter(value))
    return 0;
  const Layout &layout = prices_.layout(homes_[value]);
  return seconds_per_parameter_byte_ * alike_[value] *
         static_cast<double>(
             largest_block_bytes(joined_.block.values[value].type, layout, prices_.mesh()));
}

double ShardedProgram::total_seconds() {
  double seconds = 0;
  for (std::size_t i = 0; i < sites_.size(); ++i)
    seconds += site_seconds(i);
  for (std::size_t i = 0; i < homes_.size(); ++i)
    seconds += returned_seconds(i) + charge(i);
  for (const std::size_t value : gathered_once_)
    seconds += gather_seconds(value);
  around_.clear();
  return seconds;
}

double ShardedProgram::compute_seconds() const {
  double seconds = 0;
  for (std::size_t i = 0; i < sites_.size(); ++i)
    if (taken_[i] && !sites_[i].is_dead && !gathers_sum(i))
      seconds += sites_[i].calls * taken_[i]->compute_seconds;
  return seconds;
}

double ShardedProgram::seconds_around(std::span<const std::size_t> values) {
  // The ways that were tried last are forgotten.
  for (std::size_t i = 0; i < around_.size(); ++i)
    taken_[around_[i]] = around_taken_before_[i];
  around_.clear();
  around_taken_before_.clear();
  for (const std::size_t value : values) {
    around_.insert(around_.end(), producers_[value].begin(), producers_[value].end());
    around_.insert(around_.end(), users_[value].begin(), users_[value].end());
  }
  std::ranges::sort(around_);
  around_.erase(std::unique(around_.begin(), around_.end()), around_.end());
  for (const std::size_t site : around_)
    around_taken_before_.push_back(taken_[site]);
  double seconds = 0;
  for (const std::size_t site : around_)
    seconds += site_seconds(site);
  for (const std::size_t value : values)
    seconds += returned_seconds(value) + charge(value);
  return seconds;
}

void ShardedProgram::settle() { around_.clear(); }

Program ShardedProgram::program() const {
  Program program = propagated_;
  const auto lies = [&](LayoutId home) { return sharding_of(prices_.layout(home), *program.mesh); };
  for (std::size_t b = 0; b < program.blocks.size(); ++b) {
    Block &block = program.blocks[b];
    for (std::size_t i = 0; i < block.values.size(); ++i)
      block.values[i].sharding = lies(homes_[like_[joined_.firsts[b] + i]]);
    if (&block != &program.main())
      for (std::size_t i = 0; i < block.results.size(); ++i)
        block.results[i].sharding = lies(homes_[joined_.results[b] + i]);
  }
  for (std::size_t value = 0; value < homes_.size(); ++value)
    for (const Returned &returned : returned_[value])
      if (returned.follows)
        for (const std::size_t result : returned.results)
          program.main().results[result].sharding = lies(returned_as(value));
  return program;
}

OperationClasses ShardedProgram::classes() const {
  OperationClasses classes;
  for (const Block &block : propagated_.blocks)
    classes.emplace_back(block.instructions.size(), 0);
  for (std::size_t at = 0; at < sites_.size(); ++at)
    if (const JoinedBlocks::Origin &origin = joined_.origins[sites_[at].instruction];
        origin.step == JoinedBlocks::Step::own)
      classes[origin.block][origin.instruction] = sites_[at].operation;
  return classes;
}

bool ShardedProgram::gathers_sum(std::size_t site) const {
  return taken_[site] && !sites_[site].is_dead && taken_[site]->gathers_sum;
}

std::vector<std::size_t> ShardedProgram::shared_in_parts() const {
  std::vector<std::size_t> values;
  for (std::size_t i = 0; i < homes_.size(); ++i) {
    const auto users = static_cast<std::size_t>(
        std::ranges::count_if(users_[i], [&](std::size_t site) { return !sites_[site].is_dead; }));
    if (is_fixed_[i] && like_[i] == i && users + returned_[i].size() > 1 &&
        homes_[i] != prices_.replicated(types_[i]))
      values.push_back(i);
  }
  return values;
}

void ShardedProgram::set_gathered_once(std::vector<std::size_t> values) {
  gathered_once_ = std::move(values);
  whole_once_.assign(homes_.size(), kNoLayout);
  for (const std::size_t value : gathered_once_)
    whole_once_[value] = prices_.replicated(types_[value]);
}

bool ShardedProgram::is_gathered_once(std::size_t value, LayoutId form) const {
  return !gathered_once_.empty() && form == whole_once_[value];
}

} // namespace brigade
