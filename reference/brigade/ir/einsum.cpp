#include "brigade/ir/einsum.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/text/in_quotes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace brigade {

namespace {

// An operand, and the letter of each of its dimensions.
struct Term {
  ValueId value;
  std::string letters;
};

bool has(const std::string &letters, char letter) {
  return letters.find(letter) != std::string::npos;
}

std::int64_t dimension(const std::string &letters, char letter) {
  return static_cast<std::int64_t>(letters.find(letter));
}

class Einsum {
public:
  Einsum(BlockBuilder &builder, const std::vector<ValueId> &operands, std::string_view subscripts,
         SourceLine source)
      : builder_(builder), source_(std::move(source)), written_(subscripts) {
    for (const ValueId operand : operands)
      types_.push_back(builder.type(operand));
    read(operands);
    check();
  }

  ValueId value() {
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      take_diagonals(terms_[i]);
      sum_what_stands_alone(i);
    }
    const Term product = terms_.size() == 2 ? dot() : terms_[0];
    // A value of its own in any case: what is returned is an instruction's result.
    if (product.letters == output_ && product.value != operands_[0])
      return product.value;
    TransposeAttributes order;
    for (const char letter : output_)
      order.perm.push_back(dimension(product.letters, letter));
    return builder_.append(Operation::transpose, {product.value}, std::move(order), source_);
  }

private:
  void read(const std::vector<ValueId> &operands) {
    std::string text;
    std::ranges::copy_if(written_, std::back_inserter(text), [](char c) { return c != ' '; });
    const std::size_t arrow = text.find("->");
    if (arrow == std::string::npos)
      fail("-> and the letters of the result are missing, as in ij,jk->ik");
    output_ = text.substr(arrow + 2);
    std::string inputs = text.substr(0, arrow);
    std::vector<std::string> letters;
    while (inputs.find(',') != std::string::npos) {
      letters.push_back(inputs.substr(0, inputs.find(',')));
      inputs.erase(0, inputs.find(',') + 1);
    }
    letters.push_back(inputs);
    if (operands.empty() || operands.size() > 2)
      fail(fmt::format("it takes 1 or 2 operands, and got {}", operands.size()));
    if (letters.size() != operands.size())
      fail(fmt::format("there are letters for {} operand{}, and {} operand{}", letters.size(),
                       letters.size() == 1 ? "" : "s", operands.size(),
                       operands.size() == 1 ? "" : "s"));
    operands_ = operands;
    for (std::size_t i = 0; i < operands.size(); ++i)
      terms_.push_back({operands[i], letters[i]});
  }

  void check() const {
    std::map<char, std::int64_t> sizes;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      const std::string &letters = terms_[i].letters;
      require_letters(letters);
      if (letters.size() != types_[i].rank())
        fail(fmt::format("operand {} has {} dimension{}, and {} letter{}: '{}'", i,
                         types_[i].rank(), types_[i].rank() == 1 ? "" : "s", letters.size(),
                         letters.size() == 1 ? "" : "s", letters));
      for (std::size_t dim = 0; dim < letters.size(); ++dim) {
        const auto [known, is_new] = sizes.insert({letters[dim], types_[i].shape[dim]});
        if (known->second != types_[i].shape[dim])
          fail(fmt::format("letter {} stands for the sizes {} and {}", letters[dim], known->second,
                           types_[i].shape[dim]));
      }
    }
    require_letters(output_);
    for (const char letter : output_) {
      if (!sizes.contains(letter))
        fail(fmt::format("letter {} of the result stands at no operand", letter));
      if (std::ranges::count(output_, letter) > 1)
        fail(fmt::format("letter {} stands twice in the result", letter));
    }
  }

  void require_letters(const std::string &letters) const {
    if (!std::ranges::all_of(letters,
                             [](char c) { return std::isalpha(static_cast<unsigned char>(c)); }))
      fail("dimensions are named by letters a to z and A to Z");
  }

  // Elements whose indices differ become 0, then one of the two dimensions is summed.
  void take_diagonals(Term &term) {
    for (std::size_t second = 0; second < term.letters.size();) {
      const std::size_t first = term.letters.find(term.letters[second]);
      if (first == second) {
        ++second;
        continue;
      }
      const TensorType type = builder_.type(term.value);
      const auto index = [&](std::size_t dim) {
        return add(Operation::iota, {},
                   IotaAttributes{type.shape, static_cast<std::int64_t>(dim), DType::i64});
      };
      const ValueId first_index = index(first);
      const ValueId on_diagonal = add(Operation::eq, {first_index, index(second)});
      const ValueId zeros = add(Operation::constant, {}, ConstantAttributes{type, {0}});
      term.value = add(Operation::select, {on_diagonal, term.value, zeros});
      sum(term, {static_cast<std::int64_t>(second)});
    }
  }

  // Over a letter that neither the result nor the other operand has.
  void sum_what_stands_alone(std::size_t i) {
    const std::string other = terms_.size() == 2 ? terms_[1 - i].letters : "";
    std::vector<std::int64_t> dims;
    for (const char letter : terms_[i].letters)
      if (!has(output_, letter) && !has(other, letter))
        dims.push_back(dimension(terms_[i].letters, letter));
    if (!dims.empty())
      sum(terms_[i], std::move(dims));
  }

  void sum(Term &term, std::vector<std::int64_t> dims) {
    for (auto dim = dims.rbegin(); dim != dims.rend(); ++dim)
      term.letters.erase(static_cast<std::size_t>(*dim), 1);
    term.value = add(Operation::sum, {term.value}, DimensionsAttributes{std::move(dims)});
  }

  Term dot() {
    const auto &[left, right] = std::pair(terms_[0], terms_[1]);
    DotAttributes pairs{.batch = {}, .contract = {}};
    std::string batch, rest;
    for (const char letter : left.letters) {
      if (!has(right.letters, letter)) {
        rest += letter;
        continue;
      }
      const bool stays = has(output_, letter);
      DimensionPairs &pair = stays ? pairs.batch : pairs.contract;
      pair.left.push_back(dimension(left.letters, letter));
      pair.right.push_back(dimension(right.letters, letter));
      if (stays)
        batch += letter;
    }
    for (const char letter : right.letters)
      if (!has(left.letters, letter))
        rest += letter;
    return {add(Operation::dot, {left.value, right.value}, std::move(pairs)), batch + rest};
  }

  ValueId add(Operation operation, std::vector<ValueId> operands, Attributes attributes = {}) {
    return builder_.append(operation, std::move(operands), std::move(attributes), source_);
  }

  [[noreturn]] void fail(const std::string &what) const {
    std::vector<std::string> types;
    for (const TensorType &type : types_)
      types.push_back(to_string(type));
    const std::string source = to_string(source_);
    throw InputError(fmt::format("{}{}einsum({}, {}): {}", source, source.empty() ? "" : ": ",
                                 fmt::join(types, ", "), in_quotes(written_), what));
  }

  BlockBuilder &builder_;
  SourceLine source_;
  std::string written_;
  std::vector<ValueId> operands_;
  std::vector<TensorType> types_;
  std::vector<Term> terms_;
  std::string output_;
};

} // namespace

ValueId einsum(BlockBuilder &builder, const std::vector<ValueId> &operands,
               std::string_view subscripts, SourceLine source) {
  return Einsum(builder, operands, subscripts, std::move(source)).value();
}

} // namespace brigade
