#include "grader/commands/commands.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/supervisor/supervise.hpp"

#include <fmt/format.h>

#include <string_view>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

constexpr int kSeconds = 60;

constexpr std::string_view kFirstMain = R"(#include "exercise.hpp"

#include <iostream>

int main() {
  // Call your function here, kitchen::… of exercise.hpp, and print what it returns.
  std::cout << "hello\n";
}
)";

constexpr std::string_view kFirstMainOnRanks = R"(#include "exercise.hpp"

#include <mpi.h>

#include <cstdio>
#include <iostream>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // Whole lines at a time: MPI lets each piece out at once, and pieces of ranks mix.
  static char lines[BUFSIZ];
  std::setvbuf(stdout, lines, _IOLBF, sizeof lines);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  // Call your function here, kitchen::… of exercise.hpp, and print what it returns.
  std::cout << "rank " << rank << " of " << ranks << std::endl;
  MPI_Finalize();
}
)";

/// A program of the student's own to begin with.
std::string first_play(const Exercise &exercise) {
  const bool on_ranks = exercise.runs_on_ranks();
  return fmt::format("// A main of your own, to try your function in: ./kitchen play {}{}\n{}",
                     exercise.id, on_ranks ? " -n 3" : "",
                     on_ranks ? kFirstMainOnRanks : kFirstMain);
}

void play(Session &session, const std::string &word, int ranks) {
  const Exercise &exercise = session.course().find(word);
  if (exercise.kind == ExerciseKind::answers)
    throw InputError(fmt::format("{} asks for answers; there is nothing to run", exercise.id));
  const fs::path folder = session.need_work_copy(exercise), file = folder / "play.cpp";
  if (!fs::exists(file)) {
    write_file(file.string(), first_play(exercise));
    fmt::print("Wrote {}: change it as you like, and run this again.\n",
               fs::relative(file, session.root()).string());
  }
  Workshop workshop(project_root(), Preset::release);
  const auto built =
      workshop.build_play(exercise, folder, session.scratch_of(exercise, Preset::release) / "play");
  if (const auto *failure = std::get_if<CompileFailure>(&built)) {
    fmt::print(stderr, "{}:{}: {}\n{}\n", failure->file, failure->line, failure->sentence,
               failure->source_line);
    session.status = 1;
    return;
  }
  const Program &program = std::get<Program>(built);
  std::vector<std::string> command;
  if (exercise.runs_on_ranks()) {
    command = program.mpiexec;
    command.insert(command.end(), {"-prepend-rank", "-n", std::to_string(ranks)});
  }
  command.push_back(program.file.string());
  SuperviseOptions options;
  options.time_limit = std::chrono::seconds(kSeconds);
  options.quiet_banners = true;
  const Outcome outcome = supervise(command, options);
  if (outcome.timed_out)
    fmt::print(stderr,
               "brigade: error: it was still running after {} seconds and was ended; `./kitchen "
               "grade {}` says who waits for whom\n",
               kSeconds, exercise.id);
  session.status = outcome.exit_status;
}

} // namespace

void add_play(CLI::App &app, Session &session) {
  auto word = std::make_shared<std::string>();
  auto ranks = std::make_shared<int>(2);
  CLI::App *command = app.add_subcommand(
      "play", "Run a main of your own with your function; lines are labelled by rank");
  command->add_option("EXERCISE", *word, "Id, number or name")->required();
  command->add_option("-n", *ranks, "Number of ranks")->check(CLI::Range(1, 64));
  command->callback([&session, word, ranks] { play(session, *word, *ranks); });
}

} // namespace brigade::grader
