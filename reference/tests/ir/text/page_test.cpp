// The page docs/text-form.md says what is so.
#include "brigade/core/error.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/ir/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace brigade {
namespace {

std::string page() {
  std::ifstream file(TEXT_FORM_PAGE);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What stands between ``` and ```, in their order.
std::vector<std::string> fenced_blocks() {
  const std::string text = page(), fence = "\n```\n";
  std::vector<std::string> blocks;
  std::size_t begin = text.find(fence);
  while (begin != std::string::npos) {
    begin += fence.size();
    const std::size_t end = text.find(fence, begin);
    blocks.push_back(text.substr(begin, end + 1 - begin));
    begin = text.find(fence, end + fence.size());
  }
  return blocks;
}

std::string replaced(std::string text, const std::string &what, const std::string &with) {
  const std::size_t place = text.find(what);
  EXPECT_NE(place, std::string::npos) << what;
  return place == std::string::npos ? text : text.replace(place, what.size(), with);
}

TEST(TextFormPage, ShowsAProgramAndWhatIsPrintedOfIt) {
  const std::vector<std::string> blocks = fenced_blocks();
  ASSERT_EQ(blocks.size(), 5u);
  EXPECT_EQ(to_string(parse_program(blocks[0]), {.types = true}), blocks[1]);
}

TEST(TextFormPage, HasAnExampleOfEachOperation) {
  const std::string program = fenced_blocks().at(3), text = page();
  std::set<std::string> operations;
  const std::regex row("\\| `(\\w+)` \\| `([^`]+)` \\| (.*) \\|");
  for (std::sregex_iterator match(text.begin(), text.end(), row), end; match != end; ++match) {
    operations.insert((*match)[1]);
    std::vector<std::string> examples{(*match)[2]};
    // Among the explanations stand other examples of the same operation.
    const std::string explanation = (*match)[3];
    const std::regex span("`([^`]+)`");
    for (std::sregex_iterator code(explanation.begin(), explanation.end(), span); code != end;
         ++code)
      if ((*code)[1].str().starts_with((*match)[1].str() + "("))
        examples.push_back((*code)[1]);
    for (const std::string &example : examples) {
      EXPECT_THAT(example, ::testing::StartsWith((*match)[1].str()));
      EXPECT_NO_THROW(parse_program(replaced(program, "…", example))) << example;
    }
  }
  for (std::size_t i = 0; i < kOperationCount; ++i)
    EXPECT_TRUE(operations.contains(std::string(to_string(static_cast<Operation>(i)))))
        << to_string(static_cast<Operation>(i));
  EXPECT_EQ(operations.size(), kOperationCount + 1); // and einsum
}

TEST(TextFormPage, ShowsErrorsAsTheyAre) {
  const std::string program = fenced_blocks().at(0);
  std::string errors;
  for (const std::string &text :
       {replaced(program, "dot(", "rleu("), replaced(program, "add(d,", "add(d2,"),
        replaced(program, "b: f32[32, 16]", "b: f32[5, 16]")}) {
    try {
      parse_program(text, "mlp.txt");
    } catch (const InputError &error) {
      errors += error.what() + std::string("\n");
    }
  }
  EXPECT_EQ(errors, fenced_blocks().at(4));
}

} // namespace
} // namespace brigade
