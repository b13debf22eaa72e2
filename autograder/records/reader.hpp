#pragma once

#include "records/record.hpp"

#include <filesystem>
#include <string_view>

namespace brigade::records {

/// Reads what a rank wrote with this launch's token. A process of a student's may have written
/// anything there: what is damaged, forged or cut off is told in RankRecords::damage, and all that
/// stands before it is kept. No exception, and no more memory than the file's size asks for.
RankRecords parse_records(std::string_view file, std::string_view token);

/// The same from an open file, which may have been unlinked; from its beginning, wherever its
/// offset stands.
RankRecords read_records(int descriptor, std::string_view token);
RankRecords read_records(const std::filesystem::path &file, std::string_view token);

} // namespace brigade::records
