#pragma once

#include "records/record.hpp"
#include "trial/elements.hpp"
#include "trial/tolerance.hpp"

#include "brigade/core/random.hpp"

#include <mpi.h>

// xtensor's headers moved into subfolders with version 0.26.
#if __has_include(<xtensor/containers/xarray.hpp>)
#include <xtensor/containers/xarray.hpp>
#include <xtensor/containers/xtensor.hpp>
#else
#include <xtensor/xarray.hpp>
#include <xtensor/xtensor.hpp>
#endif

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brigade {

/// One TEST of an exercise: gives it inputs made from a seed and a fresh communicator, and writes
/// down what the student's function returned. The same TEST is linked with the solution; the grader
/// compares the two records, so a TEST holds no expected value. The MPI calls between construction
/// and destruction are recorded too.
///
///   TEST(RingReduceScatter, EveryRankKeepsItsBlockOfTheSum) {
///     Trial trial;
///     auto local = trial.random<float>({7, 5});
///     trial.record("block", ring_reduce_scatter(local, trial.comm()),
///     Tolerance::sum_of(trial.size()));
///   }
///
/// One in a TEST. In a pure exercise there is no communicator: size() is the mesh
/// size.
class Trial {
public:
  struct Options {
    bool permuted = false; ///< ranks of comm() in another order than in the world
    std::optional<int> ranks_used =
        std::nullopt; ///< comm() has only so many ranks; on the others is_member() is false
  };
  Trial() : Trial(Options{}) {}
  explicit Trial(Options options);
  ~Trial();
  Trial(const Trial &) = delete;
  Trial &operator=(const Trial &) = delete;

  /// A fresh duplicate, never MPI_COMM_WORLD. Throws Error in a pure exercise.
  MPI_Comm comm() const;
  bool is_member() const;
  int rank() const; ///< in comm(), -1 where this rank is not in it; 0 in a pure exercise
  int size() const; ///< of comm(); in a pure exercise the mesh size that is tried now
  std::uint64_t seed() const;

  /// Names the ranks by mesh coordinates (row-major) in the verdict. The product of the sizes is
  /// size().
  void mesh(std::initializer_list<std::pair<const char *, int>> axes);

  // Inputs. Each call draws other numbers; the same in both builds, and for the same seed. low and
  // high belong to the range.
  /// Other values on every rank, none near 0: a wrong number names its source.
  template <Element T>
  xt::xarray<T> random(const std::vector<std::size_t> &shape, double low = kLowest<T>,
                       double high = -kLowest<T>);
  /// The same values on every rank and at every number of ranks.
  template <Element T>
  xt::xarray<T> same_everywhere(const std::vector<std::size_t> &shape, double low = kLowest<T>,
                                double high = -kLowest<T>);
  /// A number 0 ≤ k < bound, the same on every rank: a root, a length.
  std::int64_t choose(std::int64_t bound);

  // What came back. `name` is what the verdict calls it. Elements: bool, integers (std::size_t
  // too), float, double; no characters.
  template <class E>
  void record(std::string_view name, const xt::xexpression<E> &array,
              Tolerance tolerance = Tolerance::exact()) {
    write_expression(name, array.derived_cast(), tolerance, std::nullopt, false);
  }
  /// The same, saying where this rank's block lies in the global array: the verdict then draws the
  /// shards and gives global indices.
  template <class E>
  void record(std::string_view name, const xt::xexpression<E> &block,
              const records::Placement &placement, Tolerance tolerance = Tolerance::exact()) {
    write_expression(name, block.derived_cast(), tolerance, placement, false);
  }
  template <class T>
  void record(std::string_view name, const std::vector<T> &values,
              Tolerance tolerance = Tolerance::exact());
  template <recording::Integer T> void record(std::string_view name, T value) {
    write_integer(name, recording::recorded<T>(value));
  }
  /// `cause`: what is likely to be at fault where it is not the solution's.
  void record(std::string_view name, bool value, std::string_view cause = {});
  void record(std::string_view name, double value, Tolerance tolerance = Tolerance::exact());
  void record(std::string_view name, float value, Tolerance tolerance = Tolerance::exact());
  void record(std::string_view name, std::string_view text, std::string_view cause = {});
  void record(std::string_view name, const char *text, std::string_view cause = {}) {
    record(name, std::string_view(text), cause);
  }
  void record(std::string_view name, const std::string &text, std::string_view cause = {}) {
    record(name, std::string_view(text), cause);
  }
  /// What is likely to be at fault where the record of this name is not the solution's and the
  /// grader knows no better.
  void likely_cause(std::string_view name, std::string_view cause);
  /// An input that the patterns are named with: "bias" (added n times?), "x" (changed?). Not
  /// compared.
  template <class E> void input(std::string_view name, const xt::xexpression<E> &array) {
    write_expression(name, array.derived_cast(), Tolerance::exact(), std::nullopt, true);
  }
  /// The records of this name must be the same at every number of ranks (and on every rank that has
  /// them).
  void same_at_every_size(std::string_view name);

  // What is asked of the traffic and the memory; the solution is held to it as well.
  void same_collectives();         ///< as the solution's, in any order
  void same_collective_sequence(); ///< in its order
  void sends_at_most(std::int64_t bytes);
  void sends_exactly(std::int64_t bytes);
  void calls_at_most(std::string_view kind, int calls); ///< "MPI_Allreduce"; "MPI_" counts all
  void chain_at_most(int messages);
  void allocates_at_most(std::int64_t bytes); ///< at once, on this rank, since construction
  /// On the virtual clock: a message of b bytes takes alpha + beta·b seconds, an operation
  /// seconds_per_operation.
  void virtual_clock(double alpha, double beta, double seconds_per_operation);
  void virtual_time_at_most(double times_the_solutions);
  void work(double operations); ///< stated work, done here

  /// Calls f while the ledger and the memory count are off: for a trial's own gathering.
  template <class F> void unrecorded(F &&f) {
    const Pause pause;
    std::forward<F>(f)();
  }

  /// A folder that all ranks and all phases of this TEST share, empty at the first phase.
  std::filesystem::path shared_folder() const;

private:
  struct State;
  /// Of random numbers where no range is given: -1, of integers -1000.
  template <class T> static constexpr double kLowest = std::is_integral_v<T> ? -1000 : -1;
  class Pause {
  public:
    Pause();
    ~Pause();
    Pause(const Pause &) = delete;
    Pause &operator=(const Pause &) = delete;
  };
  RandomStream next_stream(bool differs_by_rank);
  void write_integer(std::string_view name, std::int64_t value);
  template <class E>
  void write_expression(std::string_view name, const E &expression, const Tolerance &tolerance,
                        const std::optional<records::Placement> &placement, bool is_input);
  void write_array(std::string_view name, DType type, const Shape &shape,
                   std::span<const std::byte> data, const Tolerance &tolerance,
                   const std::optional<records::Placement> &placement, bool is_input);

  std::unique_ptr<State> state_;
};

} // namespace brigade

#include "trial/array_templates.hpp"
