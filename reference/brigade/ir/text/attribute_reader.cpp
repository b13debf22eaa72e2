#include "brigade/ir/text/attribute_reader.hpp"

#include "brigade/ir/text/read_type.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace brigade {

namespace {

// One field, by its C++ type.
class FieldReader {
public:
  FieldReader(TokenReader &reader, DType type) : reader_(reader), type_(type) {}

  void operator()(std::int64_t &field) const { field = reader_.integer("an integer"); }
  void operator()(double &field) const { field = reader_.number(type_); }
  void operator()(DType &field) const { field = reader_.dtype(); }
  void operator()(std::vector<std::int64_t> &field) const { field = reader_.integers(); }
  void operator()(bool &field) const {
    field = reader_.at("true");
    if (!reader_.take("true") && !reader_.take("false"))
      reader_.fail("true or false");
  }
  void operator()(ReduceOp &field) const {
    for (const ReduceOp op : {ReduceOp::sum, ReduceOp::max, ReduceOp::min, ReduceOp::mean})
      if (reader_.take(to_string(op))) {
        field = op;
        return;
      }
    reader_.fail("sum, max, min or mean");
  }
  void operator()(std::vector<std::string> &field) const {
    field.clear();
    reader_.list("axes such as [x, y]", [&] { field.push_back(reader_.name("an axis")); });
  }
  void operator()(TensorType &field) const { field = read_type(reader_); }
  void operator()(std::vector<double> &field) const {
    field.clear();
    if (!reader_.at("["))
      field.push_back(reader_.number(type_));
    else
      reader_.list("numbers such as [0.5, 1]", [&] { field.push_back(reader_.number(type_)); });
  }
  void operator()(DimensionPairs &field) const {
    field.left = reader_.integers();
    if (!reader_.take(","))
      reader_.fail("',' and the right operand's dimensions, as in [0],[1]");
    field.right = reader_.integers();
  }

private:
  TokenReader &reader_;
  DType type_;
};

// How a field may look.
struct Example {
  const char *operator()(const std::int64_t &) const { return "0"; }
  const char *operator()(const double &) const { return "0.5"; }
  const char *operator()(const DType &) const { return "f32"; }
  const char *operator()(const std::vector<std::int64_t> &) const { return "[0, 1]"; }
  const char *operator()(const bool &) const { return "true"; }
  const char *operator()(const ReduceOp &) const { return "sum"; }
  const char *operator()(const std::vector<std::string> &) const { return "[x]"; }
  const char *operator()(const TensorType &) const { return "f32[8, 4]"; }
  const char *operator()(const std::vector<double> &) const { return "0.5"; }
  const char *operator()(const DimensionPairs &) const { return "[0],[1]"; }
};

// Calls visit(name, field, may be left out) for each field of an instruction's attributes.
void for_each_field(auto &attributes, auto visit) {
  std::visit(
      [&]<class Kind>(Kind &kind) {
        std::remove_const_t<Kind>::fields(
            kind, [&](std::string_view name, auto &field, const auto &...ordinary) {
              visit(name, field, sizeof...(ordinary) > 0);
            });
      },
      attributes);
}

} // namespace

AttributeReader::AttributeReader(TokenReader &reader, Operation operation)
    : reader_(reader), operation_(operation), attributes_(empty_attributes(operation)) {}

std::size_t AttributeReader::count_unnamed() const {
  std::size_t count = 0;
  for_each_field(attributes_,
                 [&](std::string_view name, const auto &, bool) { count += name.empty(); });
  return count;
}

void AttributeReader::read_named(DType type) {
  const Token token = reader_.next();
  reader_.expect("=");
  if (std::ranges::find(given_, token.text) != given_.end())
    reader_.reject(token, fmt::format("{} is given twice", token.text));
  std::vector<std::string_view> names;
  bool found = false;
  for_each_field(attributes_, [&](std::string_view name, auto &field, bool) {
    if (name.empty())
      return;
    names.push_back(name);
    if (name != token.text)
      return;
    found = true;
    FieldReader(reader_, type)(field);
  });
  if (!found)
    reader_.fail(token, names.empty() ? fmt::format("an operand or ')', since {} has no attributes",
                                                    to_string(operation_))
                                      : fmt::format("an attribute of {}, which has {}",
                                                    to_string(operation_), fmt::join(names, ", ")));
  given_.emplace_back(token.text);
}

bool AttributeReader::read_unnamed() {
  std::size_t place = 0;
  bool found = false;
  const auto *constant = std::get_if<ConstantAttributes>(&attributes_);
  for_each_field(attributes_, [&](std::string_view name, auto &field, bool) {
    if (!name.empty() || place++ != unnamed_)
      return;
    found = true;
    // The type of a constant comes before its numbers.
    FieldReader(reader_, constant ? constant->type.dtype : DType::f64)(field);
  });
  unnamed_ += found;
  return found;
}

Attributes AttributeReader::finish(const Token &end) && {
  std::size_t place = 0;
  for_each_field(attributes_, [&](std::string_view name, const auto &field, bool may_be_left_out) {
    const bool is_there =
        name.empty() ? place++ < unnamed_ : std::ranges::find(given_, name) != given_.end();
    if (!is_there && !may_be_left_out)
      reader_.fail(end,
                   fmt::format("{}{}{} or the like, which {} needs", name, name.empty() ? "" : "=",
                               Example()(field), to_string(operation_)));
  });
  return std::move(attributes_);
}

} // namespace brigade
