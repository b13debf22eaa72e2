#include "brigade/ir/text/token_reader.hpp"

#include "brigade/ir/text/in_quotes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

namespace brigade {

namespace {

template <class T> std::errc read(std::string_view text, T &number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end != text.data() + text.size() ? std::errc::invalid_argument
                                                                  : error;
}

} // namespace

const Token &TokenReader::peek(std::size_t ahead) const {
  return tokens_[std::min(place_ + ahead, tokens_.size() - 1)];
}

const Token &TokenReader::next() {
  const Token &token = peek();
  place_ = std::min(place_ + 1, tokens_.size() - 1);
  return token;
}

bool TokenReader::at(std::string_view symbol, std::size_t ahead) const {
  const Token &token = peek(ahead);
  return (token.kind == Token::Kind::symbol || token.kind == Token::Kind::name) &&
         token.text == symbol;
}

bool TokenReader::take(std::string_view symbol) {
  if (!at(symbol))
    return false;
  next();
  return true;
}

void TokenReader::expect(std::string_view symbol) {
  if (!take(symbol))
    fail(fmt::format("'{}'", symbol));
}

std::string TokenReader::name(std::string_view expected) {
  if (!at(Token::Kind::name))
    fail(expected);
  return std::string(next().text);
}

std::int64_t TokenReader::integer(std::string_view expected) {
  const Token &token = peek();
  std::int64_t number = 0;
  const std::errc error =
      token.kind == Token::Kind::number ? read(token.text, number) : std::errc::invalid_argument;
  if (error == std::errc::result_out_of_range)
    fail(fmt::format("{} between -2^63 and 2^63 - 1", expected));
  if (error != std::errc())
    fail(expected);
  next();
  return number;
}

double TokenReader::number(DType type) {
  const Token &first = peek();
  const bool negative = take("-");
  if (take("inf"))
    return negative ? -std::numeric_limits<double>::infinity()
                    : std::numeric_limits<double>::infinity();
  if (take("nan"))
    return std::numeric_limits<double>::quiet_NaN();
  if (negative || first.kind != Token::Kind::number)
    fail("a number");
  // Constants are kept as doubles, which would round some of what is beyond 2^53.
  std::int64_t whole = 0;
  if (type == DType::i64 && read(first.text, whole) == std::errc() &&
      static_cast<long double>(static_cast<double>(whole)) != static_cast<long double>(whole))
    fail("a whole number of at most 2^53 in size, which is what constants of i64 hold");
  // An f32 is read as such: by way of a double it would be rounded twice.
  float single = 0;
  double number = 0;
  const std::errc error = type == DType::f32 ? read(first.text, single) : read(first.text, number);
  if (error == std::errc::result_out_of_range)
    fail(fmt::format("a number that {} can hold", type == DType::f32 ? "f32" : "f64"));
  if (error != std::errc())
    fail("a number");
  next();
  return type == DType::f32 ? static_cast<double>(single) : number;
}

DType TokenReader::dtype() {
  for (const DType type : {DType::f32, DType::f64, DType::i32, DType::i64, DType::boolean})
    if (take(to_string(type)))
      return type;
  fail("a type f32, f64, i32, i64 or bool");
}

std::vector<std::int64_t> TokenReader::integers(std::string_view expected) {
  std::vector<std::int64_t> numbers;
  list(expected, [&] { numbers.push_back(integer("an integer")); });
  return numbers;
}

void TokenReader::fail(const Token &token, std::string_view expected,
                       std::string_view advice) const {
  reject(token,
         fmt::format("expected {}, got {}{}{}", expected,
                     token.kind == Token::Kind::end ? "the end of the text" : in_quotes(token.text),
                     advice.empty() ? "" : "; ", advice));
}

void TokenReader::reject(const Token &token, std::string_view what) const {
  throw InputError(fmt::format("{}: {}", to_string(source(token)), what));
}

} // namespace brigade
