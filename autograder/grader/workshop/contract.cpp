#include "grader/workshop/contract.hpp"

#include "grader/workshop/object_names.hpp"

#include <cctype>
#include <regex>

namespace brigade::grader {
namespace {

std::string without_comments(std::string_view header) {
  static const std::regex comment(R"(//[^\n]*|/\*[\s\S]*?\*/)");
  return std::regex_replace(std::string(header), comment, " ");
}

bool is_of_a_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// From the '(' at `open` to its ')', with single blanks; empty where it has none.
std::string parameters_at(const std::string &text, std::size_t open) {
  std::string parameters;
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const bool is_blank = std::isspace(static_cast<unsigned char>(text[i])) != 0;
    if (!is_blank)
      parameters += text[i];
    else if (!parameters.ends_with(' ') && !parameters.ends_with('('))
      parameters += ' ';
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0)
      return parameters;
  }
  return "";
}

} // namespace

std::string as_declared(const std::string &linker_name, std::string_view header) {
  const std::string plain = plain_name(linker_name), text = without_comments(header);
  const auto colons = plain.rfind("::");
  const std::string call = plain.substr(colons == std::string::npos ? 0 : colons + 2) + "(";
  std::string parameters;
  for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) {
    if (at > 0 && (is_of_a_name(text[at - 1]) || text[at - 1] == '~'))
      continue;
    if (!parameters.empty())
      return linker_name;
    parameters = parameters_at(text, at + call.size() - 1);
  }
  return parameters.empty() ? linker_name : plain + parameters;
}

} // namespace brigade::grader
