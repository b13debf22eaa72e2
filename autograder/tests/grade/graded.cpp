#include "graded.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace brigade::grader {

namespace fs = std::filesystem;

Graded::Graded() : course_(load_course(SAMPLE_COURSE)) {
  std::string name = (fs::temp_directory_path() / "brigade-graded-XXXXXX").string();
  folder_ = mkdtemp(name.data());
}
Graded::~Graded() { fs::remove_all(folder_); }

const Exercise &Graded::exercise(const std::string &name) const {
  return course_.find("sample." + name);
}

std::string Graded::text_of(const std::string &name, const std::string &file) const {
  std::ifstream stream(exercise(name).folder / file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

ExerciseResult Graded::grade(const std::string &name, const std::string &text,
                             const GradeOptions &options) {
  return grade(exercise(name), text, options);
}

ExerciseResult Graded::grade(const Exercise &exercise, const std::string &text,
                             const GradeOptions &options) {
  const fs::path folder = folder_ / exercise.id;
  fs::create_directories(folder);
  std::ofstream(folder / exercise.files.front()) << text;
  return grader::grade(exercise, folder, folder / "out", options);
}

std::string total_with(const std::string &body, const std::string &before) {
  return fmt::format("#include \"exercise.hpp\"\n{}\nnamespace kitchen {{\n"
                     "int total(int number, MPI_Comm comm) {{\n{}\n}}\n}}\n",
                     before, body);
}

const TestResult &test_of(const ExerciseResult &result, const std::string &test) {
  const auto found = std::find_if(result.tests.begin(), result.tests.end(),
                                  [&](const TestResult &one) { return one.test == test; });
  if (found == result.tests.end())
    throw std::runtime_error("there is no TEST " + test + " in the result");
  return *found;
}

std::string words_of(const ExerciseResult &result) {
  std::string words =
      fmt::format("{} {:g}/{:g}\n", to_string(result.kind), result.points, result.of);
  if (result.compile_failure)
    words += result.compile_failure->sentence + "\n" + result.compile_failure->full;
  for (const Finding &finding : result.findings)
    words +=
        fmt::format("{} {} at {}: {} | {} | {} | {}\n", to_string(finding.kind), finding.test,
                    finding.size, finding.sentence, finding.where, finding.cause, finding.details);
  for (const std::string &note : result.notes)
    words += "note: " + note + "\n";
  return words + result.output;
}

} // namespace brigade::grader
