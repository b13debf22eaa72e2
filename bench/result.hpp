#pragma once

#include "brigade/core/atomic_file.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>

namespace brigade::bench {

/// Writes what a program has measured to the file, or to standard output where the path is "-".
template <class Json> void write_result(const std::string &path, const Json &result) {
  const std::string text = result.dump(2) + "\n";
  if (path == "-")
    std::fputs(text.c_str(), stdout);
  else
    write_file(path, text);
}

} // namespace brigade::bench
