#include "brigade/gspmd/plan_graph.hpp"

#include "brigade/core/quantity.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/value_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace brigade {

namespace {

class Drawing {
public:
  Drawing(const Program &program, std::vector<CollectiveUse> uses)
      : graph_{inline_calls(program), {}}, block_(graph_.program.main()),
        names_(value_names(block_)), uses_(std::move(uses)), makers_(block_.values.size()) {}

  PlanGraph run() && {
    for (const ValueId parameter : block_.parameters)
      add({PlanNode::Kind::parameter,
           {name(parameter), to_string(block_.type(parameter))},
           parameter,
           {},
           {}},
          {parameter});
    for (const Instruction &instruction : block_.instructions)
      add(drawn(instruction), instruction.results);
    for (std::size_t i = 0; i < block_.results.size(); ++i)
      add({PlanNode::Kind::result,
           {fmt::format("result {}", i)},
           {},
           {},
           {block_.results[i].value}},
          {});
    return std::move(graph_);
  }

private:
  static std::size_t index(ValueId id) { return static_cast<std::size_t>(id.index); }
  const std::string &name(ValueId id) const { return names_[index(id)]; }

  void add(PlanNode node, const std::vector<ValueId> &makes) {
    for (const ValueId operand : node.operands)
      node.from.push_back(makers_[index(operand)]);
    for (const ValueId value : makes)
      makers_[index(value)] = graph_.nodes.size();
    graph_.nodes.push_back(std::move(node));
  }

  PlanNode drawn(const Instruction &instruction) {
    std::vector<std::string> results;
    for (const ValueId result : instruction.results)
      results.push_back(name(result));
    PlanNode node{
        PlanNode::Kind::operation,
        {fmt::format("{} = {}", fmt::join(results, ", "), to_string(instruction.operation))},
        instruction.results.empty() ? std::nullopt : std::optional(instruction.results[0]),
        {},
        instruction.operands};
    // collectives_of lists all but slices, in the program's order.
    if (next_use_ < uses_.size() && instruction.operation == uses_[next_use_].kind) {
      const CollectiveUse &use = uses_[next_use_++];
      node.kind = PlanNode::Kind::collective;
      node.lines.push_back(fmt::format("over {}: {}, {}", fmt::join(use.axes, ", "),
                                       bytes_text(use.bytes), seconds_text(use.seconds)));
    } else if (node.value) {
      node.lines.push_back(to_string(block_.type(*node.value)));
    }
    return node;
  }

  PlanGraph graph_;
  const Block &block_;
  const std::vector<std::string> names_;
  const std::vector<CollectiveUse> uses_;
  std::size_t next_use_ = 0;
  std::vector<std::size_t> makers_; ///< the node that makes each value
};

} // namespace

PlanGraph plan_graph(const Plan &plan) {
  if (!plan.partitioned)
    return Drawing(plan.sharded, {}).run();
  return Drawing(*plan.partitioned, collectives_of(*plan.partitioned, plan.profile)).run();
}

} // namespace brigade
