#include "grader/answers/answers.hpp"

#include "grader/answers/key.hpp"
#include "grader/answers/questions.hpp"
#include "grader/answers/sheet.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace brigade::grader {
namespace {

/// The measurement failed, which is no fault of the student's.
struct MeasurementFault : Error {
  using Error::Error;
};

double bytes_sent(const records::TestRecords &records) {
  std::int64_t bytes = 0;
  for (const records::CallRecord &call : records.calls)
    bytes += call.bytes;
  return static_cast<double>(bytes);
}

double as_number(const records::ScalarRecord &scalar) {
  return std::visit([](auto value) { return static_cast<double>(value); }, scalar.value);
}

/// What the exercise's own program measured; it is run when the first number is wanted.
class Measurements {
public:
  explicit Measurements(const Measure &measure) : measure_(measure) {}

  double number(const MeasuredNumber &wanted) {
    if (!launch_)
      launch_ = measure_();
    if (launch_->end != LaunchEnd::complete)
      throw MeasurementFault("the program that measures did not end well: " +
                             (launch_->reason.empty() ? launch_->output : launch_->reason));
    for (const records::RankRecords &rank : launch_->ranks)
      for (const records::TestRecords &test : rank.tests)
        if (test.rank == wanted.rank && test.test.ends_with("." + wanted.test))
          return number_in(test, wanted);
    throw MeasurementFault(fmt::format("the program that measures has no TEST {} on rank {}",
                                       wanted.test, wanted.rank));
  }

private:
  static double number_in(const records::TestRecords &test, const MeasuredNumber &wanted) {
    if (wanted.record == "bytes sent")
      return bytes_sent(test);
    const auto scalar =
        std::ranges::find(test.scalars, wanted.record, &records::ScalarRecord::name);
    if (scalar == test.scalars.end())
      throw MeasurementFault(
          fmt::format("TEST {} recorded no number '{}'", wanted.test, wanted.record));
    return as_number(*scalar);
  }

  const Measure &measure_;
  std::optional<LaunchResult> launch_;
};

/// What is said of one answer.
struct Graded {
  bool is_right = false;
  std::string sentence; ///< what was answered, and that it is right or not
  std::string cause;    ///< the reason
};

Graded grade_choices(const Question &question, const Answer &answer, const RightAnswer &right) {
  std::vector<std::string> wrong, missing;
  for (const std::string &choice : answer.choices)
    if (std::ranges::count(right.choices, choice) == 0)
      wrong.push_back(choice);
  for (const std::string &choice : right.choices)
    if (std::ranges::count(answer.choices, choice) == 0)
      missing.push_back(choice);
  auto reasons = [&](const std::vector<std::string> &choices) {
    std::string text;
    for (const std::string &choice : choices)
      text += fmt::format("{}{}", text.empty() ? "" : " ", right.why.at(choice));
    return text;
  };
  const std::string chosen = fmt::format("{}: {}", question.key, fmt::join(answer.choices, ", "));
  if (wrong.empty() && missing.empty())
    return {true, chosen + " is right.", reasons(right.choices)};
  if (!wrong.empty())
    return {false, fmt::format("{}: not {}.", question.key, fmt::join(wrong, ", ")),
            reasons(wrong)};
  return {false, chosen + ": right, but not all that is right.",
          fmt::format("{} more of the choices {} right.", missing.size(),
                      missing.size() == 1 ? "is" : "are")};
}

Graded grade_number(const Question &question, const Answer &answer, const RightAnswer &right,
                    Measurements &measurements) {
  constexpr double kRounding = 1e-9; // a number with many digits, typed in
  const double wanted = right.measured ? measurements.number(*right.measured) : right.number;
  auto is_near = [&](double number) {
    return std::abs(answer.number - number) <=
           std::max(right.tolerance, kRounding) * std::abs(number);
  };
  const std::string predicted = with_unit(answer.number, question.unit);
  const std::string sentence = right.measured
                                   ? fmt::format("{}: predicted {}, measured {}.", question.key,
                                                 predicted, with_unit(wanted, question.unit))
                                   : fmt::format("{}: {} is {}.", question.key, predicted,
                                                 is_near(wanted) ? "right" : "not right");
  if (is_near(wanted))
    return {true, sentence, right.reason};
  for (const Slip &slip : right.slips)
    if (is_near(slip.number))
      return {false, sentence, slip.why};
  return {false, sentence, right.measured ? right.reason : ""};
}

CompileFailure unreadable(const SheetError &error, const std::filesystem::path &sheet) {
  CompileFailure failure;
  failure.sentence = error.sentence;
  failure.file = sheet.filename().string();
  failure.line = error.line;
  failure.source_line = error.text;
  failure.cause = error.remedy;
  failure.full =
      fmt::format("{}:{}: {}; {}", failure.file, error.line, error.sentence, error.remedy);
  return failure;
}

/// The exercise's name and points, nothing earned yet.
ExerciseResult blank_result(const Exercise &exercise) {
  ExerciseResult result;
  result.id = exercise.id;
  result.number = exercise.number;
  result.title = exercise.title;
  result.chapter = exercise.chapter;
  result.bonus = exercise.bonus;
  for (const TestPoints &test : exercise.points) {
    result.tests.push_back({test.test, 0, test.points, test.mandatory, {}});
    result.of += test.points;
  }
  return result;
}

TestResult &result_of(ExerciseResult &result, const std::string &question) {
  const auto found = std::ranges::find(result.tests, question, &TestResult::test);
  if (found == result.tests.end())
    throw InputError(fmt::format("{}: exercise.toml gives no points for the question `{}`",
                                 result.id, question));
  return *found;
}

void grade_sheet(const std::vector<Question> &questions, const Sheet &sheet,
                 const std::map<std::string, RightAnswer> &key, const std::string &file,
                 Measurements &measurements, ExerciseResult &result) {
  std::vector<std::string> unanswered;
  for (const Question &question : questions) {
    TestResult &test = result_of(result, question.key);
    const auto found = sheet.answers.find(question.key);
    if (found == sheet.answers.end()) {
      unanswered.push_back(question.key);
      test.runs.push_back({question.key, 0, VerdictKind::not_started, 0});
      continue;
    }
    const Answer &answer = found->second;
    const RightAnswer &right = key.at(question.key);
    const Graded graded = question.kind == QuestionKind::number
                              ? grade_number(question, answer, right, measurements)
                              : grade_choices(question, answer, right);
    test.runs.push_back(
        {question.key, 0, graded.is_right ? VerdictKind::pass : VerdictKind::wrong, 0});
    if (graded.is_right) {
      test.points = test.of;
      result.points += test.of;
      result.notes.push_back(graded.sentence + " " + graded.cause);
      continue;
    }
    Finding finding;
    finding.test = question.key;
    finding.sentence = graded.sentence;
    finding.where = fmt::format("{}, line {}", file, answer.line);
    finding.cause = graded.cause;
    if (!answer.because.empty())
      finding.details = "You wrote: because " + answer.because;
    result.findings.push_back(finding);
  }
  if (std::ranges::any_of(result.tests, [](const TestResult &test) {
        return test.mandatory && test.points < test.of;
      })) {
    result.points = 0;
    for (TestResult &test : result.tests)
      test.points = 0;
  }
  if (unanswered.empty())
    return;
  Finding finding;
  finding.kind = VerdictKind::not_started;
  finding.sentence =
      fmt::format("{} of {} questions {} no answer yet: {}.", unanswered.size(), questions.size(),
                  unanswered.size() == 1 ? "has" : "have", fmt::join(unanswered, ", "));
  finding.where = file;
  result.findings.push_back(finding);
}

} // namespace

ExerciseResult grade_answers(const Exercise &exercise, const std::filesystem::path &folder,
                             const Measure &measure) {
  ExerciseResult result = blank_result(exercise);
  try {
    const auto questions = load_questions(exercise.folder / "questions.toml");
    const std::filesystem::path plain = exercise.folder / "solution.toml";
    const bool is_packed = !exists(plain); // in a handout
    const auto key = load_key(is_packed ? exercise.folder / "solution.key" : plain, questions);
    const std::filesystem::path file = folder / exercise.files.at(0);
    const Sheet sheet = read_sheet(read_file(file), questions);
    if (!sheet.errors.empty()) {
      result.kind = VerdictKind::unreadable;
      result.compile_failure = unreadable(sheet.errors.front(), file);
      for (std::size_t i = 1; i < sheet.errors.size(); ++i)
        result.compile_failure->full += "\n" + unreadable(sheet.errors[i], file).full;
      return result;
    }
    Measurements measurements(measure);
    grade_sheet(questions, sheet, key, file.filename().string(), measurements, result);
    result.kind = sheet.answers.empty()     ? VerdictKind::not_started
                  : result.findings.empty() ? VerdictKind::pass
                                            : VerdictKind::wrong;
  } catch (const std::exception &fault) {
    result = blank_result(exercise);
    result.kind = VerdictKind::grader_fault;
    Finding finding;
    finding.kind = VerdictKind::grader_fault;
    finding.sentence = fault.what();
    result.findings.push_back(finding);
  }
  return result;
}

} // namespace brigade::grader
