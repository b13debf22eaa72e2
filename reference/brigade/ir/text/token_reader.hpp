#pragma once

#include "brigade/core/dtype.hpp"
#include "brigade/core/error.hpp"
#include "brigade/ir/program.hpp"
#include "brigade/ir/text/lexer.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// Goes through the tokens of a text. Everything that it expects and does not find is an InputError
/// "mlp.txt:3:17: expected ')', got ','".
class TokenReader {
public:
  /// The text must outlive it. `file` is what errors call it.
  TokenReader(std::string_view text, std::string file)
      : tokens_(tokens_of(text)), file_(std::move(file)) {}

  /// The next token, or one behind it; the end where there is none.
  const Token &peek(std::size_t ahead = 0) const;
  const Token &next();
  /// Is the next token this symbol, or this word?
  bool at(std::string_view symbol, std::size_t ahead = 0) const;
  /// Is it a name, an integer, …?
  bool at(Token::Kind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
  /// Goes past the symbol if it is next.
  bool take(std::string_view symbol);
  void expect(std::string_view symbol);

  /// `expected` says what the token should be where it is another: "an axis".
  std::string name(std::string_view expected);
  std::int64_t integer(std::string_view expected);
  /// Also inf, -inf and nan. Rounded to f32 where the type is that; beyond its range is an error.
  double number(DType type);
  DType dtype();
  /// "[" [item {"," item}] "]"; `expected` is what the whole should be.
  template <class Item> void list(std::string_view expected, Item item) {
    if (!take("["))
      fail(expected);
    if (take("]"))
      return;
    do
      item();
    while (take(","));
    if (!take("]"))
      fail("',' or ']'");
  }
  std::vector<std::int64_t> integers(std::string_view expected = "a list such as [0, 1]");

  SourceLine source(const Token &token) const { return {file_, token.line, token.column}; }
  /// "expected …, got …" for the next token.
  [[noreturn]] void fail(std::string_view expected, std::string_view advice = "") const {
    fail(peek(), expected, advice);
  }
  [[noreturn]] void fail(const Token &token, std::string_view expected,
                         std::string_view advice = "") const;
  /// Another error that a token is to blame for.
  [[noreturn]] void reject(const Token &token, std::string_view what) const;
  /// What `make` returns; an InputError of it is put down to the token.
  template <class Make> auto located(const Token &token, Make make) const {
    try {
      return make();
    } catch (const InputError &error) {
      reject(token, error.what());
    }
  }

private:
  std::vector<Token> tokens_;
  std::size_t place_ = 0;
  std::string file_;
};

} // namespace brigade
