#include "grader/workshop/compiler_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class CompilerWords : public ::testing::Test {
protected:
  CompilerWords() {
    std::ofstream file(source_);
    for (int line = 1; line <= 40; ++line)
      file << "line " << line << (line == 12 ? "\r\n" : "\n");
  }
  ~CompilerWords() override { fs::remove(source_); }

  CompileFailure fold(const std::string &words, std::vector<std::string> layers = {}) const {
    return fold_compiler_words(words, {source_}, layers);
  }
  std::string at(int line, const std::string &rest) const {
    return source_.string() + ":" + std::to_string(line) + ":3: " + rest + "\n";
  }

  const fs::path source_ = fs::temp_directory_path() / "brigade-compiler-words-ring.cpp";
};

TEST_F(CompilerWords, AreFoldedToTheFirstErrorInTheStudentsFile) {
  const CompileFailure failure =
      fold(source_.string() + ": In function 'int kitchen::ring(int)':\n" +
           at(12, "warning: unused variable 'a' [-Wunused-variable]") +
           at(14, "error: 'totl' was not declared in this scope; did you mean 'total'?") +
           at(20, "error: expected ';' before 'return'"));
  EXPECT_EQ(failure.sentence, "'totl' was not declared in this scope; did you mean 'total'?");
  EXPECT_EQ(failure.line, 14);
  EXPECT_EQ(failure.source_line, "line 14");
  EXPECT_THAT(failure.cause, HasSubstr("misspelt"));
  EXPECT_THAT(failure.full, HasSubstr("expected ';'"));
}

TEST_F(CompilerWords, NameTheStudentsFileWithoutItsFolders) {
  const CompileFailure failure = fold(at(14, "error: expected ';' before 'return'"));
  EXPECT_EQ(failure.full,
            "brigade-compiler-words-ring.cpp:14:3: error: expected ';' before 'return'\n");
  EXPECT_EQ(failure.file, source_.string()); // where it can be opened
}

TEST_F(CompilerWords, OfAnErrorInsideALibraryNameTheStudentsLine) {
  const CompileFailure failure = fold(
      "In file included from /usr/include/c++/12/vector:64,\n"
      "                 from " +
      source_.string() +
      ":1:\n"
      "/usr/include/c++/12/bits/stl_vector.h: In instantiation of 'class X<int>':\n"
      "/usr/include/c++/12/bits/a.h:10:5:   required from 'void f() [with T = int]'\n"
      "/usr/include/c++/12/bits/b.h:11:5:   required from 'void g() [with T = int]'\n" +
      at(17, "  required from here") +
      "/usr/include/c++/12/bits/stl_vector.h:99:2: error: static assertion failed: no const\n");
  EXPECT_EQ(failure.line, 17);
  EXPECT_EQ(failure.source_line, "line 17");
  EXPECT_EQ(failure.sentence, "static assertion failed: no const");
  EXPECT_THAT(failure.full, HasSubstr("(2 steps through templates)"));
  EXPECT_THAT(failure.full, Not(HasSubstr("b.h:11")));
}

TEST_F(CompilerWords, CutLongTypesShort) {
  const CompileFailure failure = fold(at(3, "error: cannot convert 'A<B<C<D<int> > > >' to 'int'"));
  EXPECT_EQ(failure.sentence, "cannot convert 'A<B<C<…> > >' to 'int'");
}

TEST_F(CompilerWords, SayWhichLayersMayBeIncluded) {
  const std::string words = at(2, "fatal error: brigade/comm/group.hpp: No such file or directory");
  EXPECT_THAT(fold(words).cause, HasSubstr("uses no layer"));
  EXPECT_THAT(fold(words, {"core", "mesh"}).cause, HasSubstr("core, mesh only"));
}

TEST_F(CompilerWords, HavePlainQuotesInEveryLocale) {
  EXPECT_EQ(fold(at(2, "error: \u2018x\u2019 was not declared in this scope")).sentence,
            "'x' was not declared in this scope");
}

TEST_F(CompilerWords, ThatNameNoLineAreShownAsTheyAre) {
  const CompileFailure failure = fold("c++: fatal error: no input files\n");
  EXPECT_EQ(failure.sentence, "c++: fatal error: no input files");
  EXPECT_EQ(failure.line, 0);
}

TEST_F(CompilerWords, OfWarningsKeepThoseOfTheStudent) {
  EXPECT_THAT(warnings_of(at(31, "warning: no return statement in function returning non-void "
                                 "[-Wreturn-type]") +
                              "/usr/include/x.h:3:1: warning: not yours\n",
                          {source_}),
              ElementsAre("brigade-compiler-words-ring.cpp:31: no return statement in function "
                          "returning non-void"));
  EXPECT_THAT(warnings_of("", {source_}), IsEmpty());
}

TEST_F(CompilerWords, LineOfIsWithoutItsEnd) {
  EXPECT_EQ(line_of(source_, 12), "line 12");
  EXPECT_EQ(line_of(source_, 41), "");
  EXPECT_EQ(line_of(source_, 0), "");
}

TEST(LinkerWords, OfBothLinkersNameTheFunction) {
  for (const char *words :
       {"mold: error: undefined symbol: kitchen::ring(int)\n>>> referenced by trial.cpp\n",
        "/usr/bin/ld: trial.o: in function `X':\ntrial.cpp:(.text+0x1): undefined reference to "
        "`kitchen::ring(int)'\ncollect2: error: ld returned 1 exit status\n"}) {
    const CompileFailure failure = fold_linker_words(words, {"work/ring.cpp"}, "");
    EXPECT_EQ(failure.sentence, "kitchen::ring(int) is declared and called, but not defined");
    EXPECT_EQ(failure.file, "work/ring.cpp");
    EXPECT_THAT(failure.cause, HasSubstr("namespace"));
  }
}

TEST(LinkerWords, WriteAMissingFunctionAsTheContractDoes) {
  const std::string header = "// roll_call(1) is an example\nnamespace kitchen {\n"
                             "int my_roll_call(int);\nstd::vector<int> roll_call(int badge,\n"
                             "                           MPI_Comm comm);\n"
                             "int twice(int a);\nint twice(float a);\n}\n";
  const auto sentence = [&](const std::string &name) {
    return fold_linker_words("mold: error: undefined symbol: " + name + "\n", {}, header).sentence;
  };
  EXPECT_EQ(sentence("kitchen::roll_call(int, int)"),
            "kitchen::roll_call(int badge, MPI_Comm comm) is declared and called, but not defined");
  EXPECT_EQ(sentence("kitchen::twice(float)"),
            "kitchen::twice(float) is declared and called, but not defined");
  EXPECT_EQ(sentence("kitchen::other(int)"),
            "kitchen::other(int) is declared and called, but not defined");
}

TEST(LinkerWords, NameWhatIsDefinedTwice) {
  EXPECT_EQ(
      fold_linker_words("mold: error: duplicate symbol: a.o: b.o: kitchen::ring(int)\n", {}, "")
          .sentence,
      "kitchen::ring(int) is defined twice");
}

} // namespace
} // namespace brigade::grader
