#include "grader/workshop/compiler_words.hpp"

#include "grader/workshop/contract.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

/// "file:line:column: kind: text", as g++ and clang++ say it.
struct Message {
  fs::path file;
  int line = 0;
  std::string kind; ///< "error", "warning", "note", "required from here", …
  std::string text;
};

std::optional<Message> read_message(std::string_view line) {
  Message message;
  const auto colon = line.find(':');
  if (colon == line.npos || colon == 0 || line.front() == ' ')
    return std::nullopt;
  message.file = line.substr(0, colon);
  line.remove_prefix(colon + 1);
  const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), message.line);
  if (error != std::errc{} || rest == line.data() + line.size() || *rest != ':')
    return std::nullopt;
  line.remove_prefix(static_cast<std::size_t>(rest - line.data()) + 1);
  const auto digits = line.find_first_not_of("0123456789");
  if (digits != 0 && digits != line.npos && line[digits] == ':')
    line.remove_prefix(digits + 1);
  const auto blank = line.find_first_not_of(' ');
  line.remove_prefix(blank == line.npos ? line.size() : blank);
  for (const std::string_view kind : {"fatal error", "error", "warning", "note"})
    if (line.starts_with(kind) && line.substr(kind.size()).starts_with(": ")) {
      message.kind = kind == "fatal error" ? "error" : kind;
      message.text = line.substr(kind.size() + 2);
      return message;
    }
  message.kind = line;
  return message;
}

bool same_file(const fs::path &a, const fs::path &b) {
  return a == b || a.lexically_normal() == b.lexically_normal();
}

const fs::path *student_file(const fs::path &file, const std::vector<fs::path> &sources) {
  const auto found = std::find_if(sources.begin(), sources.end(),
                                  [&](const fs::path &source) { return same_file(file, source); });
  return found == sources.end() ? nullptr : &*found;
}

/// " [-Wreturn-type]" at the end names the switch, not the fault.
std::string without_switch(std::string text) {
  if (text.ends_with(']'))
    if (const auto bracket = text.rfind(" [-W"); bracket != text.npos)
      text.resize(bracket);
  return text;
}

/// The compiler's quotes are beyond ASCII in some locales; ours are always the same.
std::string with_plain_quotes(std::string text) {
  for (const std::string_view quote : {"\u2018", "\u2019"})
    for (std::size_t at = 0; (at = text.find(quote, at)) != text.npos;)
      text.replace(at, quote.size(), "'");
  return text;
}

/// Leaves out "[with T = …]" and what stands in template brackets beyond the second depth.
std::string folded_templates(std::string_view text) {
  constexpr int kDepth = 2;
  std::string folded;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_arrow = c == '>' && i > 0 && text[i - 1] == '-';
    if (c == '<') {
      ++depth;
      if (depth <= kDepth)
        folded += c;
      else if (depth == kDepth + 1)
        folded += "<…";
    } else if (c == '>' && depth > 0 && !is_arrow) {
      if (depth <= kDepth + 1)
        folded += c;
      --depth;
    } else if (depth <= kDepth) {
      folded += c;
    }
  }
  return folded;
}

struct Cause {
  std::string_view words; ///< in the compiler's sentence
  std::string_view cause;
};
constexpr std::array<Cause, 16> kCauses = {{
    {"expected ';'", "A semicolon is missing, perhaps at the end of the line before."},
    {"expected '}'", "A brace that was opened is never closed."},
    {"expected declaration before '}'", "There is one closing brace too many."},
    {"was not declared in this scope", "The name is misspelt, its header is not included, or it is "
                                       "declared further down."},
    {"is not a member of 'std'", "The header of the standard library that declares it is missing."},
    {"does not name a type", "The type is misspelt or its header is not included."},
    {"no matching function for call",
     "The number or the types of the arguments do not fit any function of that name."},
    {"invalid conversion from", "The types differ; perhaps & or .data() is missing or too much."},
    {"cannot convert", "The types differ; perhaps & or .data() is missing or too much."},
    {"could not convert", "What is returned or passed has another type than is wanted."},
    {"too few arguments", "An argument is missing; compare with the declaration."},
    {"too many arguments", "There is one argument too many; compare with the declaration."},
    {"ambiguates old declaration", "The result's type differs from the one in exercise.hpp."},
    {"vector<bool>", "std::vector<bool> has no array of elements: use unsigned char or int."},
    {"discards qualifiers", "An input that is const cannot be changed: work on a copy."},
    {"assignment of read-only", "An input that is const cannot be changed: work on a copy."},
}};

std::string cause_of(const std::string &sentence, const std::vector<std::string> &layers) {
  if (sentence.find("No such file or directory") != sentence.npos) {
    if (sentence.find("brigade/") != sentence.npos || sentence.find("trial/") != sentence.npos)
      return layers.empty() ? std::string("This exercise uses no layer of the library.")
                            : fmt::format("Of the library this exercise may include {} only.",
                                          fmt::join(layers, ", "));
    return "The header's name is misspelt, or it does not belong to what exercises may use.";
  }
  for (const Cause &cause : kCauses)
    if (sentence.find(cause.words) != sentence.npos)
      return std::string(cause.cause);
  return "";
}

/// A student's file by its name alone: with its folders before it the words no longer fit the line.
std::string with_short_names(std::string line, const std::vector<fs::path> &sources) {
  for (const fs::path &source : sources) {
    const std::string file = source.string(), name = source.filename().string();
    for (std::size_t at = 0; (at = line.find(file, at)) != line.npos; at += name.size())
      line.replace(at, file.size(), name);
  }
  return line;
}

/// Runs of "required from" become one line, and long types are cut short.
std::string folded_words(const std::vector<std::string> &lines,
                         const std::vector<fs::path> &sources) {
  std::string text;
  int hidden = 0;
  const auto say_hidden = [&] {
    if (hidden > 0)
      text += fmt::format("    ({} steps through templates)\n", hidden);
    hidden = 0;
  };
  for (const std::string &line : lines) {
    const auto message = read_message(line);
    const bool is_step =
        message &&
        (message->kind.starts_with("required from") || message->kind.starts_with("required by")) &&
        message->kind != "required from here";
    if (is_step) {
      ++hidden;
      continue;
    }
    say_hidden();
    text += folded_templates(with_plain_quotes(with_short_names(line, sources))) + "\n";
  }
  say_hidden();
  return text;
}

void place(CompileFailure &failure, const fs::path &file, int line) {
  failure.file = file.string();
  failure.line = line;
  failure.source_line = line_of(file, line);
}

} // namespace

std::string line_of(const fs::path &file, int number) {
  std::ifstream stream(file);
  std::string line;
  for (int i = 0; i < number; ++i)
    if (!std::getline(stream, line))
      return "";
  if (line.ends_with('\r'))
    line.pop_back();
  return line;
}

CompileFailure fold_compiler_words(const std::string &words, const std::vector<fs::path> &sources,
                                   const std::vector<std::string> &layers) {
  const std::vector<std::string> lines = lines_of(words);
  CompileFailure failure;
  failure.full = folded_words(lines, sources);
  // The student's place that the messages before an error in a library's header speak of.
  std::optional<Message> led_here;
  for (const std::string &line : lines) {
    const auto message = read_message(line);
    if (!message)
      continue;
    const fs::path *own = student_file(message->file, sources);
    if (message->kind == "error") {
      if (own != nullptr)
        place(failure, *own, message->line);
      else if (led_here)
        place(failure, *student_file(led_here->file, sources), led_here->line);
      else
        failure.file = message->file.string(), failure.line = message->line;
      failure.sentence = folded_templates(without_switch(with_plain_quotes(message->text)));
      failure.cause = cause_of(failure.sentence, layers);
      return failure;
    }
    if (own != nullptr && message->kind.starts_with("required from"))
      led_here = message;
  }
  failure.sentence = lines.empty() ? "the compiler ended without a word" : lines.front();
  if (!sources.empty())
    failure.file = sources.front().string();
  return failure;
}

CompileFailure fold_linker_words(const std::string &words, const std::vector<fs::path> &sources,
                                 std::string_view contract) {
  CompileFailure failure;
  failure.full = folded_words(lines_of(words), sources);
  failure.sentence = "the program cannot be linked";
  if (!sources.empty())
    failure.file = sources.front().string();
  const std::string text = with_plain_quotes(words);
  // mold, then GNU's linker; each names the function between these words and the line's end.
  for (const std::string_view begin : {"undefined symbol: ", "undefined reference to "})
    if (const auto at = text.find(begin); at != text.npos) {
      std::string name = text.substr(at + begin.size(), text.find('\n', at) - at - begin.size());
      std::erase_if(name, [](char c) { return c == '`' || c == '\''; });
      failure.sentence =
          fmt::format("{} is declared and called, but not defined", as_declared(name, contract));
      failure.cause = "It is missing in your file, stands outside its namespace, or its parameters "
                      "differ from those in exercise.hpp.";
      return failure;
    }
  for (const std::string_view begin : {"duplicate symbol: ", "multiple definition of "})
    if (const auto at = text.find(begin); at != text.npos) {
      const std::string line =
          text.substr(at + begin.size(), text.find('\n', at) - at - begin.size());
      const auto last = line.rfind(": ");
      failure.sentence =
          fmt::format("{} is defined twice", begin.starts_with("duplicate") && last != line.npos
                                                 ? line.substr(last + 2)
                                                 : line.substr(0, line.find(';')));
      failure.cause = "Two files define it, or a function in a header is not inline.";
      return failure;
    }
  return failure;
}

std::vector<std::string> warnings_of(const std::string &words,
                                     const std::vector<fs::path> &sources) {
  std::vector<std::string> warnings;
  for (const std::string &line : lines_of(words))
    if (const auto message = read_message(line);
        message && message->kind == "warning" && student_file(message->file, sources) != nullptr)
      warnings.push_back(fmt::format("{}:{}: {}", message->file.filename().string(), message->line,
                                     without_switch(with_plain_quotes(message->text))));
  return warnings;
}

} // namespace brigade::grader
