#pragma once

#include "records/writer.hpp"

#include <string>

namespace brigade::harness {

/// Prints what a trial would record, each record as it comes, every line behind its rank.
class ReadoutWriter : public records::Writer {
public:
  ReadoutWriter() : Writer(-1, "") {}

protected:
  void write(std::string_view kind, const nlohmann::json &head, std::string_view payload) override;

private:
  std::string rank_ = "0";
};

/// One record in words: "MPI_Allreduce on comm: sum of 6 MPI_FLOAT, sends 24 bytes, 0.081 ms".
/// Empty for what needs no words.
std::string in_words(std::string_view kind, const nlohmann::json &head, std::string_view payload);

} // namespace brigade::harness
