#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"
#include "grader/grade/grade.hpp"
#include "grader/manifest/exercise.hpp"
#include "grader/sandbox/sandbox.hpp"
#include "grader/workshop/compile_limits.hpp"
#include "grader/workshop/object_names.hpp"
#include "grader/workshop/precompiled.hpp"
#include "grader/workshop/student_rules.hpp"
#include "grader/workshop/system_instructions.hpp"
#include "grader/workshop/workshop.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A student's file of the sample exercise "total", compiled.
class AStudentsFile : public ::testing::Test {
protected:
  AStudentsFile() : course_(load_course(SAMPLE_COURSE)), exercise_(course_.find("sample.total")) {
    std::string name = (fs::temp_directory_path() / "brigade-workshop-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~AStudentsFile() override { fs::remove_all(folder_); }

  void write(const std::string &text) const { std::ofstream(folder_ / "total.cpp") << text; }
  /// `body` is the function's; `before` stands above it.
  std::string file_with(const std::string &body, const std::string &before = "") const {
    return "#include \"exercise.hpp\"\n" + before + "namespace kitchen {\n" +
           "int total(int number, MPI_Comm comm) {\n" + body + "\n}\n}\n";
  }
  std::variant<Program, CompileFailure> build() {
    return workshop_.build(exercise_, folder_, folder_ / "out");
  }
  CompileFailure failure_of(const std::string &text) {
    write(text);
    const auto built = build();
    const auto *failure = std::get_if<CompileFailure>(&built);
    EXPECT_NE(failure, nullptr) << "it was compiled and linked";
    return failure ? *failure : CompileFailure{};
  }
  Program program_of(const std::string &text) {
    write(text);
    const auto built = build();
    if (const auto *failure = std::get_if<CompileFailure>(&built)) {
      ADD_FAILURE() << failure->full << failure->sentence;
      return {};
    }
    return std::get<Program>(built);
  }

  Course course_;
  Exercise exercise_;
  Workshop workshop_{project_root(), Preset::release};
  fs::path folder_;
};

const std::string kRight = "int sum = 0;\nMPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, "
                           "comm);\nreturn sum;";

TEST_F(AStudentsFile, BecomesAProgram) {
  const Program program = program_of(file_with(kRight));
  EXPECT_TRUE(fs::exists(program.file));
  EXPECT_THAT(program.sources, ElementsAre(folder_ / "total.cpp"));
  EXPECT_THAT(program.suspicious, ::testing::IsEmpty());
}

TEST_F(AStudentsFile, IsCompiledAgainOnlyWhenItChanges) {
  const Program first = program_of(file_with(kRight));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  // What was saved in the tick of the clock in which it was compiled is compiled once more.
  ASSERT_TRUE(std::holds_alternative<Program>(build()));
  const auto object = fs::last_write_time(folder_ / "out" / "total.cpp.o");
  const auto linked = fs::last_write_time(first.file);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ASSERT_TRUE(std::holds_alternative<Program>(build()));
  EXPECT_EQ(fs::last_write_time(folder_ / "out" / "total.cpp.o"), object);
  EXPECT_EQ(fs::last_write_time(first.file), linked);
  EXPECT_NE(program_of(file_with("return number;")).digest, first.digest);
}

TEST_F(AStudentsFile, ThatIsOlderThanTheObjectIsCompiledAllTheSame) {
  const std::string digest = program_of(file_with(kRight)).digest;
  // A file that was moved here keeps its old time.
  write(file_with("return 2 * number;"));
  fs::last_write_time(folder_ / "total.cpp",
                      fs::file_time_type::clock::now() - std::chrono::hours(48));
  const auto built = build();
  ASSERT_TRUE(std::holds_alternative<Program>(built));
  EXPECT_NE(std::get<Program>(built).digest, digest);
}

TEST_F(AStudentsFile, ThatDoesNotCompileNamesItsLine) {
  const CompileFailure failure = failure_of(file_with("return totl;"));
  EXPECT_EQ(failure.line, 4);
  EXPECT_EQ(failure.source_line, "return totl;");
  EXPECT_THAT(failure.sentence, HasSubstr("'totl' was not declared"));
  EXPECT_FALSE(failure.is_forbidden_call);
}

TEST_F(AStudentsFile, WithoutItsFunctionIsToldSo) {
  EXPECT_THAT(
      failure_of("#include \"exercise.hpp\"\n").sentence,
      AllOf(HasSubstr("kitchen::total(int number, MPI_Comm comm)"), HasSubstr("not defined")));
}

TEST_F(AStudentsFile, ThatCallsWhatIsForbiddenNamesCallAndLine) {
  const CompileFailure failure =
      failure_of(file_with("int sum = 0;\n"
                           "MPI_Scan(&number, &sum, 1, MPI_INT, MPI_SUM, comm);\nreturn sum;"));
  EXPECT_TRUE(failure.is_forbidden_call);
  EXPECT_THAT(failure.sentence, HasSubstr("MPI_Scan"));
  EXPECT_EQ(failure.line, 5);
  EXPECT_THAT(failure.source_line, HasSubstr("MPI_Scan(&number"));
}

TEST_F(AStudentsFile, StartsMpiOnlyWhereItAsksWhetherItRuns) {
  EXPECT_THAT(failure_of(file_with(std::string("MPI_Init(nullptr, nullptr);\n") + kRight)).sentence,
              HasSubstr("MPI_Init is called, but the trial starts MPI"));
  const std::string asked = "int on = 0;\nMPI_Initialized(&on);\n"
                            "if (!on)\nMPI_Init(nullptr, nullptr);\n";
  program_of(file_with(asked + kRight));
  EXPECT_THAT(failure_of(file_with(asked + "MPI_Finalize();\n" + kRight)).sentence,
              HasSubstr("MPI_Finalize is called"));
}

TEST_F(AStudentsFile, CannotHideAForbiddenCallInAPointer) {
  EXPECT_THAT(failure_of(file_with("int sum = 0;\nauto call = &MPI_Scan;\n"
                                   "call(&number, &sum, 1, MPI_INT, MPI_SUM, comm);\nreturn sum;"))
                  .sentence,
              HasSubstr("MPI_Scan"));
  EXPECT_THAT(
      failure_of(file_with("int size;\nPMPI_Comm_size(comm, &size);\nreturn size;")).sentence,
      HasSubstr("PMPI_Comm_size"));
}

TEST_F(AStudentsFile, CannotIncludeALayerThatTheExerciseDoesNotUse) {
  const CompileFailure failure =
      failure_of("#include \"brigade/comm/all_reduce.hpp\"\n" + file_with("return number;"));
  EXPECT_EQ(failure.line, 1);
  EXPECT_THAT(failure.cause, HasSubstr("uses no layer of the library"));
  EXPECT_EQ(failure_of("#include \"trial/trial.hpp\"\n" + file_with("return number;")).line, 1);
}

TEST_F(AStudentsFile, CannotTakeTheSolutionIn) {
  EXPECT_THAT(failure_of("#include \"solution.cpp\"\n").sentence, HasSubstr("solution.cpp"));
  const std::string path = (exercise_.folder / "solution.cpp").string();
  const CompileFailure failure = failure_of("\n#include \"" + path + "\"\n");
  EXPECT_THAT(failure.sentence, HasSubstr("solution.cpp of an exercise is included"));
  EXPECT_EQ(failure.line, 2);
  EXPECT_THAT(
      failure_of(file_with("return number;", "asm(\".incbin \\\"" + path + "\\\"\");\n")).sentence,
      HasSubstr("incbin"));
}

TEST_F(AStudentsFile, CannotTakeAFileOfTheSystemIn) {
  const CompileFailure failure = failure_of("\n#include \"/etc/passwd\"\n");
  EXPECT_THAT(failure.sentence, HasSubstr("/etc/passwd is included"));
  EXPECT_EQ(failure.line, 2);
  EXPECT_THAT(failure.full, Not(HasSubstr("root"))) << "its lines are not handed on";
  EXPECT_THAT(failure_of("#include \"/etc/shells-that-are-not-there\"\n").sentence,
              HasSubstr("No such file"));
}

TEST_F(AStudentsFile, FindsNoOtherFileWhereTheCompilerIsInASandbox) {
  const SandboxLevel level = strongest_sandbox().level;
  if (level > SandboxLevel::bwrap)
    GTEST_SKIP() << strongest_sandbox().why_not_stronger;
  workshop_.compile_in(level);
  program_of(file_with(kRight));
  EXPECT_THAT(failure_of("#include \"/etc/passwd\"\n").sentence, HasSubstr("No such file"));
  // Put together from pieces, so that nobody finds the word.
  EXPECT_THAT(
      failure_of(file_with("return number;", "asm(\".inc\" \"bin \\\"/etc/passwd\\\"\");\n")).full,
      HasSubstr("/etc/passwd"));
  const CompileFailure failure = failure_of(file_with("return numbr;"));
  EXPECT_EQ(failure.line, 4) << "errors are told as without one";
}

TEST_F(AStudentsFile, CannotKeepTheCompilerBusyForEver) {
  CompileLimits limits;
  limits.processor_seconds = 2;
  workshop_.hold_compiler(limits);
  const CompileFailure failure = failure_of(file_with(
      "return kept<40>::value % 2;",
      "template <int N, int M = 0> struct kept {\n"
      "  static constexpr long value = kept<N - 1, 2 * M>::value + kept<N - 1, 2 * M + 1>::value;\n"
      "};\ntemplate <int M> struct kept<0, M> { static constexpr long value = M; };\n"));
  EXPECT_THAT(failure.sentence, HasSubstr("more than 2 s of processor time"));
  EXPECT_THAT(failure.cause, HasSubstr("template"));
}

TEST_F(AStudentsFile, CannotLetTheCompilerWaitForEver) {
  CompileLimits limits;
  limits.seconds = 3;
  workshop_.hold_compiler(limits);
  const fs::path pipe = folder_ / "endless.hpp";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const CompileFailure failure =
      failure_of("#include \"endless.hpp\"\n" + file_with("return number;"));
  EXPECT_THAT(failure.sentence, HasSubstr("not done after 3 s"));
}

TEST_F(AStudentsFile, CannotFillTheMemoryWhileItIsCompiled) {
  CompileLimits limits;
  limits.memory_megabytes = 700;
  workshop_.hold_compiler(limits);
  const CompileFailure failure = failure_of("#include \"/dev/zero\"\n");
  EXPECT_THAT(failure.sentence, HasSubstr("more than 700 MB of memory"));
}

TEST_F(AStudentsFile, CannotFillTheDiskWhileItIsCompiled) {
  CompileLimits limits;
  limits.file_megabytes = 8;
  workshop_.hold_compiler(limits);
  const CompileFailure failure =
      failure_of(file_with("return many[number];", "int many[100'000'000] = {1};\n"));
  EXPECT_THAT(failure.sentence, HasSubstr("larger than 8 MB"));
  EXPECT_THAT(failure.cause, HasSubstr("std::vector"));
}

TEST_F(AStudentsFile, CannotLetTheCompilerTalkForEver) {
  CompileLimits limits;
  limits.output_kilobytes = 64;
  workshop_.hold_compiler(limits);
  const fs::path temporary = folder_ / "temporary";
  fs::create_directory(temporary);
  const char *set = std::getenv("TMPDIR");
  const std::string before = set == nullptr ? "" : set;
  ::setenv("TMPDIR", temporary.c_str(), 1);
  std::string text;
  for (int i = 0; i < 3000; ++i)
    text += "nothing_of_this_name x;\n";
  EXPECT_THAT(failure_of(text).sentence, HasSubstr("printed more than 64 kB"));
  EXPECT_TRUE(fs::is_empty(temporary)) << "what a compiler that is ended leaves there stays";
  set == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", before.c_str(), 1);
}

TEST_F(AStudentsFile, ThatIncludesItselfIsStoppedByTheCompiler) {
  EXPECT_THAT(failure_of("#include \"total.cpp\"\n").sentence, HasSubstr("nested"));
}

TEST_F(AStudentsFile, CannotCallALayerByADeclarationOfItsOwn) {
  const CompileFailure failure = failure_of(
      file_with("return brigade::to_string(brigade::Shape(3, number)).size();",
                "#include <vector>\n#include <string>\nnamespace brigade { using Shape = "
                "std::vector<long>; std::string to_string(const Shape &); }\n"));
  EXPECT_TRUE(failure.is_forbidden_call);
  EXPECT_THAT(failure.sentence, AllOf(HasSubstr("brigade::to_string"), HasSubstr("core")));
}

TEST_F(AStudentsFile, MayIncludeALayerThatTheExerciseUses) {
  exercise_.uses = {"core"};
  program_of("#include \"brigade/core/shape.hpp\"\n" + file_with(kRight));
  exercise_.uses = {"no-such-layer"};
  EXPECT_THROW(build(), InputError);
}

TEST_F(AStudentsFile, CannotBringAMainOrAnMpiFunctionAlong) {
  EXPECT_THAT(failure_of(file_with(kRight) + "int main() {}\n").sentence, HasSubstr("main"));
  EXPECT_THAT(
      failure_of(file_with(kRight) + "extern \"C\" int MPI_Barrier(MPI_Comm) { return 0; }\n")
          .sentence,
      HasSubstr("MPI_Barrier is defined here"));
}

TEST_F(AStudentsFile, ThatReachesAroundTheTracerIsNoticed) {
  const Program program =
      program_of(file_with("if (dlsym(nullptr, \"x\") != nullptr) return fork();\nreturn number;",
                           "#include <dlfcn.h>\n#include <unistd.h>\n"));
  EXPECT_THAT(program.suspicious, ElementsAre("dlsym", "fork"));
}

TEST_F(AStudentsFile, ThatCallsTheSystemByAnInstructionIsNoticed) {
#ifdef __x86_64__
  const Program program = program_of(
      file_with("long process = 39; // getpid\nasm volatile(\"syscall\" : \"+a\"(process) : : "
                "\"rcx\", \"r11\", \"memory\");\nreturn number + (process > 0 ? 0 : 1);"));
  EXPECT_THAT(program.suspicious, ElementsAre("the instruction syscall"));
  // The same bytes in a number are none.
  EXPECT_THAT(program_of(file_with("return number ^ 0x80cd050f;")).suspicious,
              ::testing::IsEmpty());
  EXPECT_TRUE(program.was_looked_through);
  // Of what is too large to be read in words, that is told.
  const SystemInstructions cut =
      system_instructions({folder_ / "out" / "total.cpp.o"}, {.seconds = 0, .bytes = 20});
  EXPECT_FALSE(cut.is_all);
#else
  GTEST_SKIP() << "the assembly is x86's";
#endif
}

TEST_F(AStudentsFile, OfMoreNamesThanAreReadIsRefused) {
  program_of(file_with("return number;"));
  const std::vector<fs::path> objects = {folder_ / "out" / "total.cpp.o"};
  EXPECT_TRUE(names_of(objects).is_all);
  const ObjectNames cut = names_of(objects, {.seconds = 0, .bytes = 20});
  EXPECT_FALSE(cut.is_all);
  const Toolchain tools;
  const auto failure = StudentRules(tools).broken(exercise_, cut);
  ASSERT_TRUE(failure);
  EXPECT_THAT(failure->sentence, HasSubstr("longer than 64 MB, or takes longer than 60 s"));
}

TEST_F(AStudentsFile, KeepsItsWarnings) {
  EXPECT_THAT(program_of(file_with("int sum = number;\n(void)sum;")).warnings,
              Contains(HasSubstr("no return statement")));
  // Also where it was not compiled again.
  EXPECT_THAT(std::get<Program>(build()).warnings, Contains(HasSubstr("no return statement")));
}

TEST(AFileOfTheCourse, ThatDoesNotCompileAlwaysHasAReason) {
  CompileLimits limits;
  CompileOutcome outcome;
  outcome.timed_out = true;
  EXPECT_EQ(course_failure("the trial of x", outcome, limits),
            fmt::format("the trial of x does not compile: compiling it was not done after {} s; "
                        "the machine is busy, try again\n",
                        limits.seconds));
  outcome.timed_out = false;
  EXPECT_THAT(course_failure("the trial of x", outcome), HasSubstr("ended without a word"));
  outcome.words = "trial.cpp:3: error: a\n";
  EXPECT_EQ(course_failure("the trial of x", outcome),
            "the trial of x does not compile: trial.cpp:3: error: a\ntrial.cpp:3: error: a\n");
  outcome.words = "In file included from a.hpp:1:\nb.hpp:2:1: error: b\nb.hpp:3:1: error: c\n";
  EXPECT_THAT(course_failure("the trial of x", outcome),
              StartsWith("the trial of x does not compile: b.hpp:2:1: error: b\nIn file included"));
  outcome.words = "\ncannot execute cc1plus\n";
  EXPECT_THAT(course_failure("the trial of x", outcome),
              StartsWith("the trial of x does not compile: cannot execute cc1plus\n"));
}

TEST(TheHeadersOfAllExercises, ThatDoNotCompileComeWithTheCompilersReason) {
  std::string name = (fs::temp_directory_path() / "brigade-headers-XXXXXX").string();
  const fs::path folder = ::mkdtemp(name.data());
  Toolchain tools;
  const auto failure_with = [&](const std::string &script) -> std::string {
    tools.compiler = folder / "compiler";
    std::ofstream(tools.compiler) << "#!/bin/sh\n" << script;
    fs::permissions(tools.compiler, fs::perms::owner_all);
    try {
      precompile(folder / "headers", tools);
    } catch (const Error &error) {
      return error.what();
    }
    return "they compile";
  };
  EXPECT_THAT(failure_with("echo 'mpi.h:1: error: not there' >&2; exit 1\n"),
              StartsWith("the header of all students' files does not compile: mpi.h:1: error: not "
                         "there\n"));
  EXPECT_THAT(failure_with("exit 1\n"), HasSubstr("ended without a word"));
  fs::remove_all(folder);
}

TEST(AWorkshop, WithoutThePartsOfAllProgramsBlamesNoStudent) {
  std::string name = (fs::temp_directory_path() / "brigade-parts-XXXXXX").string();
  const fs::path root = ::mkdtemp(name.data());
  const fs::path folder = root / "build/release/exercises";
  fs::create_directories(folder);
  std::string tools =
      read_file(exercises_folder(project_root(), Preset::release) / "toolchain.json");
  const std::string part = "libbrigade_tracer.a";
  const auto at = tools.find(part);
  ASSERT_NE(at, tools.npos);
  std::ofstream(folder / "toolchain.json") << tools.replace(at, part.size(), "libmissing.a");
  const Course course = load_course(SAMPLE_COURSE);
  try {
    (void)Workshop(root, Preset::release)
        .build(course.find("sample.total"), root / "nothing", root / "out");
    ADD_FAILURE() << "it was built";
  } catch (const MachineError &error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("libmissing.a, with which"), HasSubstr("./kitchen")));
  }
  fs::remove_all(root);
}

TEST(AWorkshop, WithoutAToolchainSaysWhatToDo) {
  try {
    const Workshop workshop(fs::temp_directory_path() / "no-such-tree", Preset::release);
    FAIL();
  } catch (const MachineError &error) {
    EXPECT_THAT(error.what(), HasSubstr("./kitchen"));
  }
}

} // namespace
} // namespace brigade::grader
