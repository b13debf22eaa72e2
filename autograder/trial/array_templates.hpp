#pragma once

// The templates of Trial; included by trial/trial.hpp alone.

#include "trial/elements.hpp"

#include "brigade/core/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace brigade {
namespace recording {

/// Uniform between low and high, but no nearer to 0 than a twentieth of the larger of both.
template <class T>
T away_from_zero(const RandomStream &stream, std::uint64_t index, double low, double high) {
  constexpr int kAttempts = 64; // a range that lies near 0 as a whole gives what it has
  const double least = std::max(std::abs(low), std::abs(high)) / 20;
  double value = 0;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const RandomStream draw = attempt == 0 ? stream : stream.fold_in(std::uint64_t(attempt));
    if constexpr (std::integral<T>) {
      const auto first = static_cast<std::int64_t>(std::ceil(low));
      const auto last = static_cast<std::int64_t>(std::floor(high));
      value = static_cast<double>(first + draw.integer(index, last - first + 1));
    } else {
      value = low + (high - low) * draw.template uniform<T>(index);
    }
    if (std::abs(value) >= least)
      break;
  }
  return static_cast<T>(value);
}

template <class T>
xt::xarray<T> random_array(const std::vector<std::size_t> &shape, const RandomStream &stream,
                           double low, double high) {
  xt::xarray<T> array = xt::xarray<T>::from_shape(shape);
  std::uint64_t index = 0;
  for (T &value : array)
    value = away_from_zero<T>(stream, index++, low, high);
  return array;
}

/// Elements in row-major order, as bytes.
template <class Iterator> std::vector<std::byte> bytes_of(Iterator begin, Iterator end) {
  using T = std::decay_t<typename std::iterator_traits<Iterator>::value_type>;
  std::vector<Recorded<T>> values;
  values.reserve(static_cast<std::size_t>(std::distance(begin, end)));
  for (; begin != end; ++begin)
    values.push_back(recorded<T>(*begin));
  std::vector<std::byte> bytes(values.size() * sizeof(Recorded<T>));
  if (!bytes.empty())
    std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

} // namespace recording

template <Element T>
xt::xarray<T> Trial::random(const std::vector<std::size_t> &shape, double low, double high) {
  return recording::random_array<T>(shape, next_stream(true), low, high);
}

template <Element T>
xt::xarray<T> Trial::same_everywhere(const std::vector<std::size_t> &shape, double low,
                                     double high) {
  return recording::random_array<T>(shape, next_stream(false), low, high);
}

template <class T>
void Trial::record(std::string_view name, const std::vector<T> &values, Tolerance tolerance) {
  const Pause pause;
  write_array(name, recording::recorded_type<T>(), {static_cast<std::int64_t>(values.size())},
              recording::bytes_of(values.begin(), values.end()), tolerance, std::nullopt, false);
}

template <class E>
void Trial::write_expression(std::string_view name, const E &expression, const Tolerance &tolerance,
                             const std::optional<records::Placement> &placement, bool is_input) {
  using T = std::decay_t<typename E::value_type>;
  const Pause pause;
  const Shape shape(expression.shape().begin(), expression.shape().end());
  write_array(name, recording::recorded_type<T>(), shape,
              recording::bytes_of(expression.template begin<xt::layout_type::row_major>(),
                                  expression.template end<xt::layout_type::row_major>()),
              tolerance, placement, is_input);
}

} // namespace brigade
