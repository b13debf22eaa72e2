#include "random_plans/search.hpp"

#include "brigade/ir/print.hpp"
#include "random_plans/shrink.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <map>

namespace brigade::testing {

namespace {

/// What was run, for a reader to see that the search was one.
class Tally {
public:
  /// Before a program is planned, which may be refused where it shall leave partial results.
  void begin(const Program &program) {
    large_ += instruction_count(program) >= kLarge;
    shall_be_partial_ = leaves_unreduced(program);
    asked_ += shall_be_partial_;
  }
  void count(const Program &partitioned) {
    planned_ += shall_be_partial_;
    shall_be_partial_ = false;
    for (const Instruction &instruction : partitioned.main().instructions) {
      ++operations_;
      if (info(instruction.operation).kind == OperationKind::collective)
        ++collectives_[instruction.operation];
    }
  }
  std::string text(std::uint64_t programs) const {
    std::string text = fmt::format("{} programs, {} of at least {} instructions; planned: {}",
                                   programs, large_, kLarge, operations_);
    for (const auto &[operation, count] : collectives_)
      text += fmt::format(", {} {}", count, to_string(operation));
    return fmt::format("{}; {} of {} with partial results planned\n", text, planned_, asked_);
  }
  /// A planner that refused all that shall leave partial results would be no better than none.
  bool refuses_too_much() const { return asked_ >= 50 && planned_ < asked_ / 20; }

private:
  static constexpr std::size_t kLarge = 20;

  bool shall_be_partial_ = false;
  std::uint64_t asked_ = 0, planned_ = 0;
  std::uint64_t large_ = 0;
  std::uint64_t operations_ = 0;
  std::map<Operation, std::uint64_t> collectives_;
};

} // namespace

SearchOptions read_search_options(int argc, char **argv, bool with_devices) {
  CLI::App app(
      "Plans random programs, runs them for all devices, and holds the results against one "
      "device's.");
  SearchOptions options;
  app.add_option("--first", options.first, "The first seed")->capture_default_str();
  app.add_option("--programs", options.programs, "So many seeds")->capture_default_str();
  app.add_option("--seconds", options.seconds, "As many seeds as this time allows");
  if (with_devices)
    app.add_option("--devices", options.devices, "Meshes of so many devices, as on so many ranks");
  else {
    app.add_flag("--simple", options.simple, "By the simple execution, not by Executable");
    app.add_option(
           "--started", options.started,
           "Collectives between nodes of so many ranks are started, and awaited later; 1: all")
        ->check(CLI::PositiveNumber);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &stop) {
    std::exit(app.exit(stop));
  }
  if (options.seconds)
    options.programs = ~std::uint64_t{0};
  return options;
}

bool search(const SearchOptions &options, const SearchPlace &place) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto in_time = [&] {
    return !options.seconds ||
           std::chrono::duration<double>(Clock::now() - begin).count() < *options.seconds;
  };
  Tally tally;
  std::uint64_t done = 0;
  for (; done < options.programs && place.agree(in_time()); ++done) {
    const std::uint64_t seed = options.first + done;
    const PlanTrial trial = random_plan(seed, options.devices);
    tally.begin(trial.program);
    const RunPlan counted = [&](const Program &partitioned, const std::vector<Literal> &arguments) {
      tally.count(partitioned);
      return place.run(partitioned, arguments);
    };
    const std::string repeat = fmt::format("{} --first {} --programs 1", place.command, seed);
    const std::optional<std::string> wrong = [&] {
      try {
        return disagreement(trial, counted);
      } catch (const std::exception &error) {
        throw std::runtime_error(
            fmt::format("{} (seed {}; repeat with: {})", error.what(), seed, repeat));
      }
    }();
    if (!wrong)
      continue;
    place.say(fmt::format("seed {} fails: {}\n", seed, *wrong));
    const PlanTrial small = shrink(trial, [&](const PlanTrial &candidate) {
      return disagreement(candidate, place.run).has_value();
    });
    place.say(fmt::format("\nMade smaller:\n{}\n{}\n\nRepeat with: {}\n",
                          to_string(small.program, {.types = true}),
                          disagreement(small, place.run).value_or("it fails no more"), repeat));
    return false;
  }
  place.say(tally.text(done));
  if (tally.refuses_too_much())
    place.say("too few of those with partial results were planned\n");
  return !tally.refuses_too_much();
}

} // namespace brigade::testing
