#include "brigade/core/error.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/ir/text/lexer.hpp"
#include "ir/text/operations.hpp"
#include "programs/choices.hpp"
#include "programs/random_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cctype>

namespace brigade {
namespace {

using testing::Choices;

// "text:3:17: …" on one line.
bool is_error_with_place(std::string_view message) {
  if (!message.starts_with("text:") || message.find('\n') != std::string_view::npos)
    return false;
  message.remove_prefix(5);
  for (int number = 0; number < 2; ++number) {
    std::size_t digits = 0;
    while (digits < message.size() && std::isdigit(static_cast<unsigned char>(message[digits])))
      ++digits;
    if (digits == 0 || digits == message.size() || message[digits] != ':')
      return false;
    message.remove_prefix(digits + 1);
  }
  return message.size() > 1;
}

struct Outcome {
  int programs = 0, errors = 0;
};

// A text is a program, which is printed and read back to itself, or has an error with a place.
void read(const std::string &text, Outcome &outcome) {
  std::string printed;
  try {
    printed = to_string(parse_program(text, "text"));
  } catch (const InputError &error) {
    ++outcome.errors;
    EXPECT_TRUE(is_error_with_place(error.what())) << error.what() << "\n" << text;
    return;
  }
  ++outcome.programs;
  EXPECT_EQ(to_string(parse_program(printed, "text")), printed) << text;
}

std::vector<std::string> corpus() {
  std::vector<std::string> texts = testing::programs_of_each_operation();
  const Mesh mesh(create_device_mesh({2, 2}), {"x", "y"});
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    texts.push_back(to_string(testing::random_program(seed, {.operations = 12,
                                                             .mesh = mesh,
                                                             .annotated_values = 0.5,
                                                             .priorities = true,
                                                             .for_devices = true}),
                              {.types = seed % 2 == 0}));
  texts.push_back("program p(a: f32[2, 3], b: f32[3, 4]) { return einsum(a, b, \"ij,jk->ki\") }");
  return texts;
}

std::vector<std::string> words_of(const std::string &text) {
  std::vector<std::string> words;
  for (const Token &token : tokens_of(text))
    words.emplace_back(token.text);
  return words;
}

TEST(Mutations, OfTokensGiveAProgramOrAnErrorWithAPlace) {
  const std::vector<std::string> texts = corpus();
  std::vector<std::string> all_words{"9223372036854775807", "-1", "-0", "1e308", "-inf",
                                     "99999999999",         "@",  "?"};
  for (const std::string &text : texts)
    for (std::string &word : words_of(text))
      all_words.push_back(std::move(word));
  Choices choices(1);
  Outcome outcome;
  for (int i = 0; i < 20'000; ++i) {
    std::vector<std::string> words = words_of(choices.one_of(texts));
    const auto place = [&] { return choices.below(static_cast<std::int64_t>(words.size())); };
    for (auto changes = choices.between(1, 2); changes > 0; --changes) {
      switch (choices.below(4)) {
      case 0:
        words.erase(words.begin() + place());
        break;
      case 1:
        words.insert(words.begin() + place(), choices.one_of(all_words));
        break;
      case 2:
        words[static_cast<std::size_t>(place())] = choices.one_of(all_words);
        break;
      default:
        std::swap(words[static_cast<std::size_t>(place())],
                  words[static_cast<std::size_t>(place())]);
        break;
      }
    }
    read(fmt::format("{}", fmt::join(words, " ")), outcome);
  }
  EXPECT_GT(outcome.errors, 10'000);
  EXPECT_GT(outcome.programs, 500);
}

TEST(Mutations, OfBytesGiveAProgramOrAnErrorWithAPlace) {
  const std::vector<std::string> texts = corpus();
  Choices choices(2);
  Outcome outcome;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = choices.one_of(texts);
    for (auto changes = choices.between(1, 3); changes > 0 && !text.empty(); --changes) {
      const auto place =
          static_cast<std::size_t>(choices.below(static_cast<std::int64_t>(text.size())));
      switch (choices.below(4)) {
      case 0:
        text.erase(place, 1);
        break;
      case 1:
        text.insert(place, 1, static_cast<char>(choices.below(256)));
        break;
      case 2:
        text[place] = static_cast<char>(choices.below(256));
        break;
      default:
        text.resize(place);
        break;
      }
    }
    read(text, outcome);
  }
  EXPECT_GT(outcome.errors, 10'000);
  EXPECT_GT(outcome.programs, 500);
}

TEST(Mutations, OfNothingAreNone) {
  Outcome outcome;
  for (const std::string &text : corpus())
    read(text, outcome);
  EXPECT_EQ(outcome.errors, 0);
}

TEST(Mutations, NoiseIsAnErrorWithAPlace) {
  Choices choices(3);
  Outcome outcome;
  for (int i = 0; i < 2'000; ++i) {
    std::string text = i % 2 == 0 ? "program p(" : "";
    for (auto length = choices.below(200); length > 0; --length)
      text += static_cast<char>(choices.below(256));
    read(text, outcome);
  }
  EXPECT_EQ(outcome.programs, 0);
}

TEST(Mutations, WhatIsNestedTooDeepIsAnError) {
  Outcome outcome;
  std::string opened, closed;
  for (int i = 0; i < 100'000; ++i) {
    opened += "relu(";
    closed += ")";
  }
  read("program p(a: f32[]) { return " + opened + "a" + closed + " }", outcome);
  read("program p(a: f32[]) { return " + opened, outcome);
  read(std::string(100'000, '('), outcome);
  read("mesh {x: 2} program p(a: f32[] @ " + std::string(100'000, '['), outcome);
  EXPECT_EQ(outcome.errors, 4);
}

} // namespace
} // namespace brigade
