#pragma once

#include "brigade/ir/program.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace brigade {

/// One line of a table: how the values are cut whose names match.
struct ShardingLine {
  std::string names; ///< * stands for any characters, ? for one: "params.*.w"
  TensorSharding sharding;
  int line = 0; ///< in the table's file; 0 = in none
  bool operator==(const ShardingLine &) const = default;
};

/// Which values of a program are cut over which axes, apart from the program.
struct ShardingTable {
  std::string file = "table"; ///< what errors call it
  std::vector<ShardingLine> lines;
  bool operator==(const ShardingTable &) const = default;
};

/// Reads a table, one entry a line, with comments from # to the line's end:
///
///     params.*.b: [-]
///     params.0.w: [-, model]
///     loss: []
///
/// Throws InputError "table.txt:3:12: expected …, got …" at the first thing that is wrong.
ShardingTable parse_sharding_table(std::string_view text, const std::string &file = "table");

/// What parse_sharding_table reads back, without comments.
std::string to_string(const ShardingTable &table);

/// The program with the table's shardings in place of its own at parameters, named values and named
/// constraints. Of the lines that match a name the first one holds. Values of a block that is
/// called are named with it, "@layer.w", and only what begins with @ matches them. Throws
/// InputError with the table's line where one matches no name of the program, or where its sharding
/// does not fit the mesh or the value; and if the program has no mesh.
Program with_shardings(const Program &program, const ShardingTable &table);

} // namespace brigade
