#include "brigade/ir/text/expression_parser.hpp"

#include "brigade/core/nearest.hpp"
#include "brigade/ir/einsum.hpp"
#include "brigade/ir/text/read_sharding.hpp"
#include "brigade/ir/text/read_type.hpp"
#include "brigade/sharding/check_unreduced.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <utility>

namespace brigade {

namespace {

std::vector<std::string> operation_names() {
  std::vector<std::string> names{"einsum"};
  for (std::size_t i = 0; i < kOperationCount; ++i)
    names.emplace_back(to_string(static_cast<Operation>(i)));
  return names;
}

bool names_block_first(Operation operation) {
  return operation == Operation::call || operation == Operation::manual;
}

} // namespace

bool ExpressionParser::begins() const {
  if (!reader_.at(Token::Kind::name))
    return false;
  return reader_.at("(", 1) || (reader_.at("@", 1) && reader_.at(Token::Kind::name, 2));
}

std::vector<ValueId> ExpressionParser::operation() {
  constexpr int kDeepest = 200;
  const Token begin = reader_.peek();
  if (++depth_ > kDeepest)
    reader_.reject(begin, fmt::format("operations are nested more than {} deep: give a name to one "
                                      "inside, and use that",
                                      kDeepest));
  std::vector<ValueId> results;
  if (reader_.at("einsum") && reader_.at("(", 1)) {
    results.push_back(einsum(begin));
  } else {
    const Operation operation = operation_name();
    const Block *callee = names_block_first(operation) ? &block() : nullptr;
    Operands read = operands(operation, callee);
    results = builder_.append_all(operation, std::move(read.values), std::move(read.attributes),
                                  reader_.source(begin), read.callee);
  }
  --depth_;
  return results;
}

Operation ExpressionParser::operation_name() {
  const Token name = reader_.peek();
  const std::optional<Operation> operation =
      name.kind == Token::Kind::name ? operation_named(name.text) : std::nullopt;
  if (operation) {
    reader_.next();
    return *operation;
  }
  if (name.kind != Token::Kind::name)
    reader_.fail("an operation");
  static const std::vector<std::string> names = operation_names();
  const std::vector<std::string> near = nearest(name.text, names);
  reader_.fail("an operation", near.empty()
                                   ? fmt::format("there are {}", fmt::join(names, ", "))
                                   : fmt::format("did you mean {}?", fmt::join(near, " or ")));
}

const Block &ExpressionParser::block() {
  if (!reader_.take("@"))
    reader_.fail("'@' and the name of a block");
  const Token token = reader_.peek();
  const std::string name = reader_.name("the name of a block");
  if (const auto place = places_.find(name); place != places_.end())
    return program_.blocks[place->second];
  std::vector<std::string> names;
  for (const Block &block : program_.blocks)
    names.push_back(block.name);
  reader_.fail(token, "a block that stands above",
               names.empty() ? "there is none"
                             : fmt::format("there are @{}{}", fmt::join(names, ", @"),
                                           did_you_mean(name, names)));
}

ExpressionParser::Operands ExpressionParser::operands(Operation operation, const Block *callee) {
  const Token begin = reader_.peek();
  reader_.expect("(");
  AttributeReader attributes(reader_, operation);
  Operands read;
  read.callee = callee;
  bool more = !reader_.at(")");
  while (more) {
    if (operation == Operation::grad && !read.callee)
      read.callee = &block();
    else
      item(operation, read.values, attributes);
    // "batch=[0],[0] contract=[2],[1]": before a name with = the comma may be left out.
    more = reader_.take(",") || at_named_attribute();
  }
  const Token end = reader_.peek();
  if (!reader_.take(")"))
    reader_.fail("',' or ')'");
  read.attributes = std::move(attributes).finish(end);
  if (operation == Operation::grad && !read.callee)
    reader_.fail(end, "the block to differentiate, as in grad(@loss, wrt=[0])");
  if (operation == Operation::grad && read.values.empty())
    read.values = values_named_as_parameters(begin, *read.callee);
  std::visit(
      [&](auto &kind) {
        if constexpr (requires { kind.block; })
          kind.block = read.callee->name;
      },
      read.attributes);
  if (auto *constraint = std::get_if<ConstraintAttributes>(&read.attributes)) {
    if (read.values.size() != 1)
      reader_.fail(end, "one operand of constraint");
    if (reader_.take(":")) {
      const Token type = reader_.peek();
      require_type(type, read_type(reader_), read.values[0]);
    }
    constraint->sharding = sharding_of(read.values[0]);
  }
  return read;
}

bool ExpressionParser::at_named_attribute() const {
  return reader_.at(Token::Kind::name) && reader_.at("=", 1);
}

void ExpressionParser::item(Operation operation, std::vector<ValueId> &values,
                            AttributeReader &attributes) {
  const std::optional<int> most = info(operation).most_operands;
  const bool is_full = most && values.size() >= static_cast<std::size_t>(*most);
  if (at_named_attribute())
    attributes.read_named(values.empty() ? DType::f64 : builder_.type(values[0]).dtype);
  else if (is_value(reader_.peek()) && !(is_full && attributes.expects_unnamed()))
    values.push_back(operand());
  else if (!attributes.read_unnamed())
    reader_.fail("an operand, an attribute or ')'");
}

std::vector<ValueId> ExpressionParser::values_named_as_parameters(const Token &begin,
                                                                  const Block &callee) const {
  std::vector<ValueId> values;
  for (const ValueId parameter : callee.parameters) {
    const std::string &name = callee.value(parameter).name;
    const std::optional<ValueId> id = scope_.find(name);
    if (!id)
      reader_.reject(begin, fmt::format("grad without operands takes the values that are named as "
                                        "the parameters of @{}, and there is no {} here",
                                        callee.name, name.empty() ? "value without a name" : name));
    values.push_back(*id);
  }
  return values;
}

ValueId ExpressionParser::operand() {
  if (!begins()) {
    const Token name = reader_.next();
    return scope_.look_up(reader_, name);
  }
  const Token begin = reader_.peek();
  const std::vector<ValueId> results = operation();
  if (results.size() != 1)
    reader_.fail(begin, "an operation that makes one value",
                 fmt::format("this makes {}", results.size()));
  annotation(results[0]);
  return results[0];
}

ValueId ExpressionParser::einsum(const Token &begin) {
  reader_.next();
  reader_.expect("(");
  std::vector<ValueId> values;
  while (is_value(reader_.peek())) {
    values.push_back(operand());
    if (!reader_.take(","))
      reader_.fail("',' and letters such as \"ij,jk->ik\"");
  }
  const Token letters = reader_.peek();
  if (letters.kind != Token::Kind::string)
    reader_.fail("an operand, or letters for its dimensions as in \"ij,jk->ik\"");
  reader_.next();
  reader_.expect(")");
  return brigade::einsum(builder_, values, letters.text.substr(1, letters.text.size() - 2),
                         reader_.source(begin));
}

TensorSharding ExpressionParser::sharding_of(ValueId id) {
  if (!reader_.take("@"))
    reader_.fail("'@' and a sharding such as [x, -]");
  const Token begin = reader_.peek();
  return fitted(begin, read_sharding(reader_), id);
}

TensorSharding ExpressionParser::fitted(const Token &begin, TensorSharding sharding,
                                        ValueId id) const {
  if (!program_.mesh)
    reader_.reject(begin, "a sharding needs a mesh: begin the text with mesh {x: 4, y: 2}");
  const std::string &own = builder_.block().value(id).name;
  const std::string name = own.empty() ? "the value" : own;
  const TensorType &type = builder_.type(id);
  reader_.located(begin, [&] {
    check_and_normalise(sharding, *program_.mesh, type.rank(), name);
    check_unreduced(sharding, type.dtype, name);
  });
  return sharding;
}

void ExpressionParser::require_type(const Token &begin, const TensorType &type, ValueId id) const {
  if (type != builder_.type(id))
    reader_.reject(begin, fmt::format("expected {}, which follows from the operands, got {}",
                                      to_string(builder_.type(id)), to_string(type)));
}

void ExpressionParser::annotation(ValueId id) {
  if (reader_.take(":")) {
    const Token begin = reader_.peek();
    require_type(begin, read_type(reader_), id);
  }
  if (reader_.at("@"))
    builder_.annotate(id, sharding_of(id));
}

} // namespace brigade
