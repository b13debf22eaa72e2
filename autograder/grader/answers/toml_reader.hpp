#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// One table of a TOML file, read strictly: what is missing, of another type or unknown is an
/// InputError that names the file and the line.
class TomlReader {
public:
  /// `what` is how messages call the table: "question 3", "[picture-1]".
  TomlReader(const std::filesystem::path &file, const toml::table &table, std::string what)
      : file_(file), table_(table), what_(std::move(what)) {}

  /// The whole file.
  static toml::table parse(const std::filesystem::path &file);

  bool has(std::string_view key) const { return table_.contains(key); }
  bool is_list(std::string_view key) const { return table_[key].is_array(); }
  std::string text(std::string_view key) const;
  std::string text_or_empty(std::string_view key) const { return has(key) ? text(key) : ""; }
  double number(std::string_view key) const;
  /// A text, or a list of them.
  std::vector<std::string> texts(std::string_view key) const;
  TomlReader table(std::string_view key) const;
  /// A list of tables; none where the key is not there.
  std::vector<TomlReader> tables(std::string_view key) const;
  std::vector<std::string> keys() const;
  /// Refuses every key that is not in the list.
  void allow_only(std::initializer_list<std::string_view> known) const;
  /// Throws InputError "file:line: what …".
  [[noreturn]] void fail(const std::string &message) const;

private:
  const toml::node &node(std::string_view key) const;

  std::filesystem::path file_;
  const toml::table &table_;
  std::string what_;
};

} // namespace brigade::grader
