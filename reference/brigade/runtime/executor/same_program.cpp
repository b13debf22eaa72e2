#include "brigade/runtime/executor/same_program.hpp"

#include "brigade/comm/all_gather.hpp"
#include "brigade/core/error.hpp"
#include "brigade/core/fingerprint.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/ir/source_lines.hpp"
#include "brigade/runtime/broadcast_text.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

namespace brigade {

Program broadcast_program(const Runtime &runtime, const Program &program) {
  const bool has_it = runtime.rank() == 0;
  const std::string text = broadcast_text(runtime.world(), has_it ? to_string(program) : "");
  const std::string lines = broadcast_text(runtime.world(), has_it ? source_lines(program) : "");
  return with_source_lines(parse_program(text, "rank 0's program"), lines);
}

void require_same_program(const Runtime &runtime, const Program &program,
                          std::string_view advice) {
  const auto hash = static_cast<std::int64_t>(fnv1a(to_string(program)));
  std::vector<std::int64_t> hashes(static_cast<std::size_t>(runtime.device_count()));
  all_gather<std::int64_t>(runtime.world(), std::span(&hash, 1), hashes);
  for (std::size_t rank = 1; rank < hashes.size(); ++rank)
    if (hashes[rank] != hashes[0])
      throw Error(fmt::format(
          "rank {} has another plan than rank 0 (hash {:016x}, rank 0's {:016x}); {}",
          rank, static_cast<std::uint64_t>(hashes[rank]), static_cast<std::uint64_t>(hashes[0]),
          advice));
}

} // namespace brigade
