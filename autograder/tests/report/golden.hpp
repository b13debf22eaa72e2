#pragma once

#include "brigade/core/atomic_file.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace brigade::grader::testing {

/// Holds a text against the file of that name in golden/. BRIGADE_WRITE_GOLDEN=1 writes the files
/// anew; then read what git shows before it is committed.
inline void expect_golden(const std::string &name, const std::string &text) {
  const std::filesystem::path path = std::filesystem::path(BRIGADE_GOLDEN) / name;
  if (std::getenv("BRIGADE_WRITE_GOLDEN") != nullptr)
    write_file(path.string(), text);
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " is not there; BRIGADE_WRITE_GOLDEN=1 writes it";
  std::ostringstream content;
  content << file.rdbuf();
  EXPECT_EQ(content.str(), text) << "differs from " << path;
}

} // namespace brigade::grader::testing
