#include "brigade/ir/text/scope.hpp"

#include "brigade/core/nearest.hpp"
#include "brigade/ir/value_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace brigade {

bool is_value(const Token &token) {
  return token.kind == Token::Kind::numbered ||
         (token.kind == Token::Kind::name && is_value_name(token.text));
}

void Scope::define(const TokenReader &reader, const Token &name, ValueId id) {
  if (!is_value(name))
    reader.fail(name, "a name for a value");
  const auto [place, is_new] = definitions_.insert({name.text, {id, name.line}});
  if (!is_new)
    reader.fail(name, "a new name",
                fmt::format("line {} defines {}, and a value is defined once", place->second.line,
                            name.text));
  names_.emplace_back(name.text);
}

std::optional<ValueId> Scope::find(std::string_view name) const {
  const auto place = definitions_.find(name);
  return place == definitions_.end() ? std::nullopt : std::optional(place->second.id);
}

ValueId Scope::look_up(const TokenReader &reader, const Token &name) const {
  if (const auto id = find(name.text))
    return *id;
  constexpr std::size_t kMost = 20;
  const auto shown = std::span(names_).last(std::min(kMost, names_.size()));
  reader.fail(name, "a value",
              names_.empty()
                  ? "no value is defined yet"
                  : fmt::format("defined are {}{}{}", names_.size() > kMost ? "…, " : "",
                                fmt::join(shown, ", "), did_you_mean(name.text, names_)));
}

} // namespace brigade
