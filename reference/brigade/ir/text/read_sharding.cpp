#include "brigade/ir/text/read_sharding.hpp"

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace brigade {

namespace {

// p0, p1, …
std::optional<int> priority(std::string_view text) {
  int number = 0;
  if (!text.starts_with('p') || text.size() == 1)
    return std::nullopt;
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 1, end, number);
  return error == std::errc() && stop == end && number >= 0 ? std::optional(number) : std::nullopt;
}

DimensionSharding read_dimension(TokenReader &reader) {
  DimensionSharding dimension;
  if (reader.take("?")) {
    dimension.open = true;
  } else if (reader.take("(")) {
    dimension.axes.push_back(reader.name("an axis"));
    while (reader.take(",")) {
      if (reader.take("?")) {
        dimension.open = true;
        break;
      }
      dimension.axes.push_back(reader.name("an axis or '?'"));
    }
    if (!reader.take(")"))
      reader.fail(dimension.open ? "')'" : "',' or ')'");
  } else if (!reader.take("-")) {
    dimension.axes.push_back(reader.name("an axis, '-', '?' or '(' for several axes"));
  }
  if (reader.at(Token::Kind::name)) {
    dimension.priority = priority(reader.peek().text);
    if (!dimension.priority)
      reader.fail("a priority p0, p1, …, ',' or ']'");
    reader.next();
  }
  return dimension;
}

} // namespace

TensorSharding read_sharding(TokenReader &reader) {
  TensorSharding sharding;
  reader.list("a sharding such as [x, -]",
              [&] { sharding.dimensions.push_back(read_dimension(reader)); });
  if (!reader.at("{"))
    return sharding;
  reader.next();
  reader.expect("unreduced");
  if (reader.take("(")) {
    if (reader.take("max"))
      sharding.reduction = ReduceOp::max;
    else if (reader.take("min"))
      sharding.reduction = ReduceOp::min;
    else if (!reader.take("sum"))
      reader.fail("sum, max or min");
    reader.expect(")");
  }
  do
    sharding.unreduced.push_back(reader.name("an axis"));
  while (reader.take(","));
  if (!reader.take("}"))
    reader.fail("',' or '}'");
  return sharding;
}

} // namespace brigade
