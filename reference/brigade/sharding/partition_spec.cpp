#include "brigade/sharding/partition_spec.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace brigade {

namespace {

std::string to_string(const DimensionSpec &dimension) {
  if (dimension.axes.empty())
    return dimension.unconstrained ? "?" : "-";
  if (dimension.axes.size() == 1 && !dimension.unconstrained)
    return dimension.axes.front();
  return fmt::format("({}{})", fmt::join(dimension.axes, ", "),
                     dimension.unconstrained ? ", ?" : "");
}

// Recursive descent over: spec = "[" [entry {"," entry}] "]"; entry = "-" | "?" | name | "(" name
// {"," name} ["," "?"] ")".
class SpecParser {
public:
  explicit SpecParser(std::string_view text) : text_(text) {}

  PartitionSpec parse() {
    expect('[', "a sharding begins with [");
    std::vector<DimensionSpec> dimensions;
    if (!take(']')) {
      dimensions.push_back(entry());
      while (!take(']')) {
        expect(',', "an entry is followed by , or ]");
        dimensions.push_back(entry());
      }
    }
    skip_blanks();
    if (at_ != text_.size())
      fail("nothing may follow the closing ]");
    return PartitionSpec(std::move(dimensions));
  }

private:
  DimensionSpec entry() {
    if (take('-'))
      return {};
    if (take('?'))
      return unconstrained;
    if (!take('('))
      return DimensionSpec(name("an entry is -, ?, an axis or (axis, axis)"));
    DimensionSpec several(std::vector<std::string>{name("( is followed by an axis")});
    while (!take(')')) {
      expect(',', "an axis in ( ) is followed by , or )");
      if (take('?')) {
        several.unconstrained = true;
        expect(')', "? comes last in ( )");
        break;
      }
      several.axes.push_back(name("an axis or ? comes after , in ( )"));
    }
    return several;
  }

  std::string name(const char *rule) {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_.substr(at_, 1).find_first_of("[](){},?-:@# \t\n\r") != 0)
      ++at_;
    if (at_ == begin)
      fail(rule);
    return std::string(text_.substr(begin, at_ - begin));
  }

  bool take(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c)
      return false;
    ++at_;
    return true;
  }

  void expect(char c, const char *rule) {
    if (!take(c))
      fail(rule);
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_.substr(at_, 1).find_first_of(" \t\n\r") == 0)
      ++at_;
  }

  [[noreturn]] void fail(const char *rule) const {
    throw InputError(fmt::format(
        "sharding \"{}\" is wrong at column {} ({}): {}; a right one is [data, (x, y), -, ?]",
        text_, at_ + 1, at_ < text_.size() ? fmt::format("'{}'", text_[at_]) : "its end", rule));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

const DimensionSpec &PartitionSpec::operator[](std::size_t dimension) const {
  static const DimensionSpec not_sharded;
  return dimension < dimensions_.size() ? dimensions_[dimension] : not_sharded;
}

std::string to_string(const PartitionSpec &spec) {
  std::string text = "[";
  for (std::size_t i = 0; i < spec.dimensions().size(); ++i)
    text += (i == 0 ? "" : ", ") + to_string(spec.dimensions()[i]);
  return text + "]";
}

PartitionSpec parse_partition_spec(std::string_view text) { return SpecParser(text).parse(); }

} // namespace brigade
