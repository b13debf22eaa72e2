#include "brigade/ir/text/block_parser.hpp"

#include "brigade/ir/text/read_sharding.hpp"
#include "brigade/ir/text/read_type.hpp"
#include "brigade/ir/value_names.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace brigade {

namespace {

std::string read_block_name(TokenReader &reader, const BlockPlaces &places) {
  const Token token = reader.peek();
  std::string name = reader.name("a name for the block");
  if (places.contains(name))
    reader.fail(token, "a new name", fmt::format("there is a block @{} above", name));
  return name;
}

std::string counted(std::size_t count, const char *what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// What a value is called in the program; one that the text only numbers has no name.
std::string name_in_program(const Token &name) {
  return name.kind == Token::Kind::name ? std::string(name.text) : std::string();
}

} // namespace

BlockParser::BlockParser(TokenReader &reader, const Program &program, const BlockPlaces &places)
    : reader_(reader), builder_(read_block_name(reader, places)),
      expressions_(reader_, program, places, builder_, scope_) {}

Block BlockParser::parse() && {
  reader_.expect("(");
  if (!reader_.take(")")) {
    do
      parameter();
    while (reader_.take(","));
    if (!reader_.take(")"))
      reader_.fail("',' or ')'");
  }
  reader_.expect("{");
  while (!reader_.take("return"))
    if (!reader_.take(";"))
      statement();
  std::vector<Result> results;
  if (is_value(reader_.peek())) {
    do
      result(results);
    while (reader_.take(","));
  }
  while (reader_.take(";")) {
  }
  if (!reader_.take("}"))
    reader_.fail(results.empty() ? "a value or '}'" : "',' or '}'");
  return std::move(builder_).finish(std::move(results));
}

void BlockParser::parameter() {
  const Token name = reader_.next();
  if (!is_value(name))
    reader_.fail(name, "a parameter, as in a: f32[8, 4]");
  reader_.expect(":");
  const ValueId id = builder_.parameter(read_type(reader_), name_in_program(name));
  scope_.define(reader_, name, id);
  if (reader_.at("@"))
    builder_.annotate(id, expressions_.sharding_of(id));
}

void BlockParser::statement() {
  const Token begin = reader_.peek();
  if (!expressions_.begins()) {
    if (!is_value(begin))
      reader_.fail("a statement such as c = dot(a, b), or 'return'");
    assignment();
    return;
  }
  if (!expressions_.operation().empty())
    reader_.fail(begin, "a name and '=' before it", "nothing could use a value without them");
}

void BlockParser::assignment() {
  std::vector<Target> targets;
  do
    targets.push_back(target());
  while (reader_.take(","));
  if (!reader_.take("="))
    reader_.fail("',' or '='");
  const Token begin = reader_.peek();
  if (!expressions_.begins() && scope_.find(begin.text))
    reader_.fail("an operation",
                 fmt::format("{} is a value, and needs no second name", begin.text));
  const std::vector<ValueId> results = expressions_.operation();
  if (results.size() != targets.size())
    reader_.reject(targets.front().name,
                   fmt::format("expected {}, since {} makes {}, got {}",
                               counted(results.size(), "name"), begin.text,
                               counted(results.size(), "value"), targets.size()));
  for (std::size_t i = 0; i < results.size(); ++i)
    define(targets[i], results[i]);
  if (results.size() == 1)
    expressions_.annotation(results[0]);
  else if (reader_.at(":") || reader_.at("@"))
    reader_.fail("a statement or 'return'", "where there are several values, what is said of each "
                                            "stands behind its name: a @ [x], b @ [-] = …");
}

BlockParser::Target BlockParser::target() {
  Target target;
  target.name = reader_.next();
  if (!is_value(target.name))
    reader_.fail(target.name, "a name for a value");
  if (reader_.take(":")) {
    target.type_begin = reader_.peek();
    target.type = read_type(reader_);
  }
  if (reader_.take("@")) {
    target.sharding_begin = reader_.peek();
    target.sharding = read_sharding(reader_);
  }
  return target;
}

void BlockParser::define(const Target &target, ValueId id) {
  scope_.define(reader_, target.name, id);
  builder_.name(id, name_in_program(target.name));
  if (target.type_begin)
    expressions_.require_type(*target.type_begin, target.type, id);
  if (target.sharding_begin)
    builder_.annotate(id, expressions_.fitted(*target.sharding_begin, target.sharding, id));
}

void BlockParser::result(std::vector<Result> &results) {
  const Token begin = reader_.peek();
  std::vector<ValueId> values;
  if (expressions_.begins()) {
    values = expressions_.operation();
  } else {
    reader_.next();
    values.push_back(scope_.look_up(reader_, begin));
  }
  for (const ValueId value : values)
    results.push_back({value, {}, reader_.source(begin)});
  if (!reader_.at("@"))
    return;
  if (values.size() != 1)
    reader_.fail("',' or '}'", fmt::format("{} makes {}, and a sharding is one value's", begin.text,
                                           counted(values.size(), "value")));
  results.back().sharding = expressions_.sharding_of(values[0]);
}

} // namespace brigade
