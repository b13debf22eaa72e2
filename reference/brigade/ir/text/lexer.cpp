#include "brigade/ir/text/lexer.hpp"

#include "brigade/core/utf8.hpp"
#include "brigade/ir/value_names.hpp"

#include <algorithm>
#include <cstddef>

namespace brigade {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kSymbols = "[](){},:=@?-;";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
}

// number = ["-"] digits ["." [digits]] [("e" | "E") ["+" | "-"] digits]; 0 where there is none.
std::size_t number_length(std::string_view text) {
  std::size_t length = text.starts_with('-') ? 1 : 0;
  const std::size_t whole = digits(text.substr(length));
  if (whole == 0)
    return 0;
  length += whole;
  if (text.substr(length).starts_with('.'))
    length += 1 + digits(text.substr(length + 1));
  const std::string_view rest = text.substr(length);
  if (rest.starts_with('e') || rest.starts_with('E')) {
    const std::size_t sign = rest.size() > 1 && (rest[1] == '+' || rest[1] == '-') ? 1 : 0;
    if (const std::size_t exponent = digits(rest.substr(1 + sign)))
      length += 1 + sign + exponent;
  }
  return length;
}

struct Piece {
  Token::Kind kind;
  std::size_t length;
};

Piece first_piece(std::string_view text) {
  if (const std::size_t length = name_length(text))
    return {Token::Kind::name, length};
  if (const std::size_t length = number_length(text))
    return {Token::Kind::number, length};
  if (text.front() == '%')
    if (const std::size_t length = digits(text.substr(1)))
      return {Token::Kind::numbered, 1 + length};
  if (text.front() == '"') {
    const std::size_t end = text.find_first_of("\"\n", 1);
    if (end != std::string_view::npos && text[end] == '"')
      return {Token::Kind::string, end + 1};
    return {Token::Kind::unknown, std::min(end, text.size())};
  }
  if (kSymbols.find(text.front()) != std::string_view::npos)
    return {Token::Kind::symbol, 1};
  return {Token::Kind::unknown, std::max<std::size_t>(character_length(text), 1)};
}

} // namespace

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  Token next;
  const auto skip = [&](std::size_t length) {
    while (length > 0) {
      const std::size_t bytes = std::max<std::size_t>(character_length(text), 1);
      if (text.front() == '\n') {
        ++next.line;
        next.column = 1;
      } else {
        ++next.column;
      }
      text.remove_prefix(bytes);
      length -= std::min(bytes, length);
    }
  };
  // Some editors begin a file with a mark that says it is UTF-8.
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark))
    text.remove_prefix(kByteOrderMark.size());
  while (true) {
    if (text.empty()) {
      next.kind = Token::Kind::end;
      next.text = text;
      tokens.push_back(next);
      return tokens;
    }
    if (kBlanks.find(text.front()) != std::string_view::npos) {
      skip(1);
    } else if (text.front() == '#') {
      skip(std::min(text.find('\n'), text.size()));
    } else {
      const Piece piece = first_piece(text);
      next.kind = piece.kind;
      next.text = text.substr(0, piece.length);
      tokens.push_back(next);
      skip(piece.length);
    }
  }
}

} // namespace brigade
