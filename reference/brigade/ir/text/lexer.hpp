#pragma once

#include <string_view>
#include <vector>

namespace brigade {

/// A word of the text form, and where it stands.
struct Token {
  enum class Kind {
    name,     ///< relu, w.0
    number,   ///< 12, -1.5e-3; inf and nan are names
    numbered, ///< %12: a value without a name
    string,   ///< "ij,jk->ik", with its quotes
    symbol,   ///< one of [ ] ( ) { } , : = @ ? - ;
    unknown,  ///< what begins none of these
    end,
  };
  Kind kind = Kind::end;
  std::string_view text; ///< a part of the whole text, which must outlive it
  int line = 1;
  int column = 1; ///< in characters
};

/// The tokens of a text, without blanks and comments; the last is the end. Never fails.
std::vector<Token> tokens_of(std::string_view text);

} // namespace brigade
