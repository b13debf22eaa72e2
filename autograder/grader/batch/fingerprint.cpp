#include "grader/batch/fingerprint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <vector>

namespace brigade::grader {
namespace fs = std::filesystem;

void Fingerprint::add(std::string_view text) {
  const auto mix = [this](unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3; };
  for (const char c : text)
    mix(static_cast<unsigned char>(c));
  for (std::size_t size = text.size(), i = 0; i < sizeof size; ++i) // "ab" + "c" is not "a" + "bc"
    mix(static_cast<unsigned char>(size >> 8 * i));
}

void Fingerprint::add_path(const fs::path &path) {
  if (fs::is_directory(path)) {
    std::vector<fs::path> entries;
    for (const fs::directory_entry &entry : fs::directory_iterator(path))
      entries.push_back(entry.path());
    std::ranges::sort(entries);
    for (const fs::path &entry : entries) {
      add(entry.filename().string());
      add_path(entry);
    }
  } else if (fs::exists(path)) {
    std::ifstream stream(path, std::ios::binary);
    add(std::string(std::istreambuf_iterator<char>(stream), {}));
  }
}

std::string Fingerprint::text() const { return fmt::format("{:016x}", hash_); }

} // namespace brigade::grader
