#include "brigade/core/read_file.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace brigade {
namespace {

/// @return 0, or why it cannot be read.
int read_into(std::string &text, const std::string &path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path.c_str(), "rbe"),
                                                              std::fclose);
  if (!file)
    return errno;
  std::array<char, std::size_t{1} << 16> buffer;
  for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), file.get())) > 0;)
    text.append(buffer.data(), got);
  return std::ferror(file.get()) != 0 ? errno : 0; // of a folder, too
}

} // namespace

std::string read_file(const std::string &path) {
  std::string text;
  if (path.empty())
    throw InputError("cannot read \"\": the path is empty; name a file");
  if (const int reason = read_into(text, path); reason == EISDIR)
    throw InputError(fmt::format("cannot read {}: it is a folder; name a file in it", path));
  else if (reason != 0)
    throw InputError(fmt::format("cannot read {}: {}", path, std::strerror(reason)));
  return text;
}

std::optional<std::string> read_file_if_any(const std::string &path) {
  std::string text;
  return read_into(text, path) == 0 ? std::optional(std::move(text)) : std::nullopt;
}

} // namespace brigade
