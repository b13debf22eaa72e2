#include "brigade/ir/text/write_attributes.hpp"

#include "brigade/ir/element_number.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <string_view>

namespace brigade {

namespace {

// One field, by its C++ type.
struct FieldText {
  DType type;

  std::string operator()(std::int64_t field) const { return fmt::to_string(field); }
  std::string operator()(double field) const { return element_text(field, type); }
  std::string operator()(bool field) const { return field ? "true" : "false"; }
  std::string operator()(DType field) const { return std::string(to_string(field)); }
  std::string operator()(ReduceOp field) const { return std::string(to_string(field)); }
  std::string operator()(const TensorType &field) const { return to_string(field); }
  std::string operator()(const std::vector<std::int64_t> &field) const {
    return fmt::format("[{}]", fmt::join(field, ", "));
  }
  std::string operator()(const std::vector<std::string> &field) const {
    return fmt::format("[{}]", fmt::join(field, ", "));
  }
  std::string operator()(const std::vector<double> &field) const {
    if (field.size() == 1)
      return (*this)(field[0]);
    std::string text = "[";
    for (const double number : field)
      text += (text.size() == 1 ? "" : ", ") + (*this)(number);
    return text + "]";
  }
  std::string operator()(const DimensionPairs &field) const {
    return (*this)(field.left) + "," + (*this)(field.right);
  }
};

template <class Field> bool same(const Field &a, const Field &b) { return a == b; }
bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

} // namespace

std::vector<std::string> attribute_texts(const Attributes &attributes, DType type) {
  std::vector<std::string> texts;
  const FieldText text{type};
  std::visit(
      [&]<class Kind>(const Kind &kind) {
        Kind::fields(kind, [&](std::string_view name, const auto &field, const auto &...ordinary) {
          if ((same(field, ordinary) || ...))
            return;
          texts.push_back(name.empty() ? text(field) : fmt::format("{}={}", name, text(field)));
        });
      },
      attributes);
  return texts;
}

bool stand_before_operands(const Attributes &attributes) {
  return std::visit(
      []<class Kind>(const Kind &) {
        return requires { Kind::before_operands; };
      },
      attributes);
}

} // namespace brigade
