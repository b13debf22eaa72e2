#include "grader/judge/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>

namespace brigade::grader {
namespace {

template <class T, class Take> void read_as(const std::vector<std::byte> &data, Take take) {
  for (std::size_t at = 0; at + sizeof(T) <= data.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, data.data() + at, sizeof(T));
    take(value);
  }
}

bool has_bytes_of_shape(const records::ArrayRecord &record) {
  const std::size_t held = record.data.size() / size_of(record.type);
  std::size_t elements = std::ranges::count(record.shape, 0) > 0 ? 0 : 1;
  for (const std::int64_t size : record.shape) {
    // Divided rather than multiplied: a forged shape must not overflow.
    if (size < 0 || (elements > 0 && static_cast<std::size_t>(size) > held / elements))
      return false;
    elements *= static_cast<std::size_t>(size);
  }
  return elements * size_of(record.type) == record.data.size();
}

/// "x", then "x (call 2)".
class Names {
public:
  std::string next(const std::string &name) {
    const int times = ++times_[name];
    return times == 1 ? name : fmt::format("{} (call {})", name, times);
  }

private:
  std::map<std::string, int> times_;
};

} // namespace

RankBlock block_from(const records::ArrayRecord &record) {
  RankBlock block;
  block.type = record.type;
  block.shape = record.shape;
  block.placement = record.placement;
  block.is_damaged = !has_bytes_of_shape(record);
  if (block.is_damaged)
    return block;
  const auto real = [&](auto value) { block.values.push_back(static_cast<double>(value)); };
  const auto whole = [&](auto value) {
    block.values.push_back(static_cast<double>(value));
    block.wholes.push_back(static_cast<std::int64_t>(value));
  };
  switch (record.type) {
  case DType::f32:
    read_as<float>(record.data, real);
    break;
  case DType::f64:
    read_as<double>(record.data, real);
    break;
  case DType::i32:
    read_as<std::int32_t>(record.data, whole);
    break;
  case DType::i64:
    read_as<std::int64_t>(record.data, whole);
    break;
  case DType::boolean:
    read_as<std::uint8_t>(record.data, [&](std::uint8_t value) { whole(value != 0); });
    break;
  }
  return block;
}

RankBlock block_from(const records::ScalarRecord &record) {
  RankBlock block;
  if (const auto *real = std::get_if<double>(&record.value)) {
    block.values = {*real};
    return block;
  }
  const auto *truth = std::get_if<bool>(&record.value);
  block.type = truth ? DType::boolean : DType::i64;
  block.wholes = {truth ? std::int64_t{*truth} : std::get<std::int64_t>(record.value)};
  block.values = {static_cast<double>(block.wholes.front())};
  return block;
}

std::string short_name(const std::string &test) { return test.substr(test.find('.') + 1); }

std::vector<TestOfAllRanks> tests_of(const LaunchResult &launch, int size) {
  using Key = std::tuple<std::string, int, int>; // TEST, mesh size, which of its Trials
  std::map<Key, std::size_t> places;
  std::vector<TestOfAllRanks> tests;
  for (const records::RankRecords &rank : launch.ranks) {
    std::map<std::pair<std::string, int>, int> trials;
    for (const records::TestRecords &records : rank.tests) {
      const int run_size = size > 0 ? size : records.size;
      const int trial = trials[{records.test, run_size}]++;
      const auto [place, is_new] =
          places.try_emplace({records.test, run_size, trial}, tests.size());
      if (is_new)
        tests.push_back({records.test, run_size, {}});
      if (records.rank < 0 || records.rank >= 1 << 20)
        continue;
      TestOfAllRanks &test = tests[place->second];
      const auto at = static_cast<std::size_t>(records.rank);
      if (test.ranks.size() <= at)
        test.ranks.resize(at + 1, nullptr);
      test.ranks[at] = &records;
    }
  }
  return tests;
}

std::vector<Field> fields_of(const TestOfAllRanks &test) {
  std::vector<Field> fields;
  const auto put = [&](std::size_t rank, const std::string &name, RankBlock block,
                       const records::Allowance &allowance, bool is_input) {
    auto field = std::ranges::find(fields, name, &Field::name);
    if (field == fields.end()) {
      fields.push_back({name, allowance, is_input, {}});
      fields.back().ranks.resize(test.ranks.size());
      field = fields.end() - 1;
    }
    field->ranks[rank] = std::move(block);
  };
  for (std::size_t rank = 0; rank < test.ranks.size(); ++rank) {
    if (test.ranks[rank] == nullptr)
      continue;
    Names names;
    for (const records::ArrayRecord &array : test.ranks[rank]->arrays)
      put(rank, names.next(array.name), block_from(array), array.allowance, array.is_input);
    for (const records::ScalarRecord &scalar : test.ranks[rank]->scalars)
      put(rank, names.next(scalar.name), block_from(scalar), scalar.allowance, false);
  }
  return fields;
}

std::string cause_in_trial(const records::TestRecords &rank, const std::string &name) {
  const auto found = std::ranges::find(rank.causes, name, &records::CauseRecord::name);
  return found == rank.causes.end() ? "" : found->cause;
}

std::string cause_in_trial(const TestOfAllRanks &test, const std::string &name) {
  std::string cause;
  for (const records::TestRecords *rank : test.ranks)
    if (rank != nullptr && cause.empty())
      cause = cause_in_trial(*rank, name);
  return cause;
}

} // namespace brigade::grader
