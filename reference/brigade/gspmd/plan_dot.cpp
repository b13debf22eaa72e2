#include "brigade/gspmd/plan_dot.hpp"

#include "brigade/gspmd/plan_graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace brigade {

namespace {

/// In quotes; line breaks are written \n.
std::string quoted(const std::string &text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\')
      escaped += '\\';
    escaped += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return fmt::format("\"{}\"", escaped);
}

const char *look(PlanNode::Kind kind) {
  switch (kind) {
  case PlanNode::Kind::operation:
    return "shape=ellipse";
  case PlanNode::Kind::collective:
    return "shape=ellipse, style=filled, fillcolor=\"#ffd27f\"";
  default:
    return "shape=box";
  }
}

} // namespace

std::string to_dot(const Plan &plan) {
  const PlanGraph graph = plan_graph(plan);
  const Block &block = graph.program.main();
  std::string text = fmt::format("digraph {} {{\n  node [fontname=\"sans-serif\"];\n"
                                 "  edge [fontname=\"sans-serif\", fontsize=10];\n",
                                 quoted(block.name));
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const PlanNode &node = graph.nodes[i];
    text += fmt::format("  n{} [label={}, {}];\n", i,
                        quoted(fmt::format("{}", fmt::join(node.lines, "\n"))), look(node.kind));
    for (std::size_t operand = 0; operand < node.from.size(); ++operand) {
      const auto &sharding = block.value(node.operands[operand]).sharding;
      text += fmt::format("  n{} -> n{} [label={}];\n", node.from[operand], i,
                          quoted(sharding ? to_string(*sharding) : ""));
    }
  }
  return text + "}\n";
}

} // namespace brigade
