#include "launched.hpp"

#include "records/reader.hpp"

#include "brigade/tracer/board/layout.hpp"
#include "core/temporary_folder.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <stdexcept>

namespace brigade::testing {
namespace {

/// The board's file for a launch, mapped.
class BoardFile {
public:
  BoardFile(const std::string &path, int ranks) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
    if (::ftruncate(file, sizeof(board::Board)) != 0)
      throw std::runtime_error("no room for a board");
    board_ = static_cast<board::Board *>(
        ::mmap(nullptr, sizeof(board::Board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    ::close(file);
    board_->magic = board::kMagic;
    board_->size = sizeof(board::Board);
    board_->ranks = ranks;
  }
  ~BoardFile() { ::munmap(board_, sizeof(board::Board)); }
  BoardFile(const BoardFile &) = delete;
  BoardFile &operator=(const BoardFile &) = delete;

  std::vector<OnBoard> ranks() const {
    std::vector<OnBoard> ranks;
    for (int rank = 0; rank < board_->ranks; ++rank) {
      const board::Slot &slot = board_->slots[static_cast<std::size_t>(rank)];
      ranks.push_back({slot.shown_rank.load() - 1, slot.call.name.text()});
    }
    return ranks;
  }

private:
  board::Board *board_;
};

std::string command_of(const LaunchedAs &as, const TemporaryFolder &folder) {
  std::map<std::string, std::string> variables = as.variables;
  if (!as.by_hand) {
    variables.insert({"BRIGADE_TRIAL_RECORDS", folder / ""});
    variables.insert({"BRIGADE_TRIAL_TOKEN", "the token"});
    variables.insert({"BRIGADE_TRIAL_SEED", "11"});
    variables.insert({"BRIGADE_TRIAL_TESTS", as.tests});
    if (as.with_board)
      variables.insert({"BRIGADE_BOARD", folder / "board"});
  }
  std::string command = "env";
  for (const auto &[name, value] : variables)
    command += fmt::format(" {}='{}'", name, value);
  command += fmt::format(" {} --quiet-banners --time-limit {} --", BRIGADE_LAUNCH, as.seconds);
  if (as.ranks > 0)
    command += fmt::format(" {} -n {}", BRIGADE_MPIEXEC, as.ranks);
  return command + fmt::format(" {} {} 2>&1", STORY_TRIAL, as.arguments);
}

template <class Records> const auto &named(const Records &records, const std::string &name) {
  const auto found =
      std::ranges::find_if(records, [&](const auto &record) { return record.name == name; });
  if (found == records.end())
    throw std::runtime_error("no record " + name);
  return *found;
}

} // namespace

const records::TestRecords &Launched::test(const std::string &name, int rank) const {
  const auto &tests = ranks.at(static_cast<std::size_t>(rank)).tests;
  const auto found = std::ranges::find(tests, name, &records::TestRecords::test);
  if (found == tests.end())
    throw std::runtime_error(fmt::format("rank {} has no records of {}: {}", rank, name, output));
  return *found;
}

Launched launch(const LaunchedAs &as) {
  const TemporaryFolder folder;
  const int files = std::max(as.ranks, 1);
  for (int rank = 0; rank < files; ++rank)
    std::ofstream(folder / fmt::format("{}.records", rank));
  Launched launched;
  std::unique_ptr<BoardFile> board;
  if (as.with_board)
    board = std::make_unique<BoardFile>(folder / "board", as.ranks);
  std::FILE *pipe = ::popen(command_of(as, folder).c_str(), "r");
  std::array<char, 4096> part;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
    launched.output.append(part.data(), size);
  const int status = ::pclose(pipe);
  if (board)
    launched.board = board->ranks();
  launched.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  for (int rank = 0; rank < files; ++rank)
    launched.ranks.push_back(
        records::read_records(folder / fmt::format("{}.records", rank), "the token"));
  return launched;
}

const records::ArrayRecord &array(const records::TestRecords &test, const std::string &name) {
  return named(test.arrays, name);
}

std::int64_t integer(const records::TestRecords &test, const std::string &name) {
  return std::get<std::int64_t>(named(test.scalars, name).value);
}

bool truth(const records::TestRecords &test, const std::string &name) {
  return std::get<bool>(named(test.scalars, name).value);
}

} // namespace brigade::testing
