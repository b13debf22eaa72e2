#pragma once

#include "grader/report/report.hpp"

#include <string>

/// A report with every kind of verdict, for the tests of what is made from it.
namespace brigade::grader::testing {

inline ShardPicture two_shards() {
  using State = PictureBlock::State;
  return {"w",
          {4, 6},
          {{"data", 2}, {"model", 2}},
          {{0, {0, 0}, {0, 0}, {2, 3}, State::right, {"1", "2", "3"}, {"1", "2", "3"}},
           {1, {0, 1}, {0, 3}, {2, 3}, State::wrong, {"4", "5", "6"}, {"4", "7", "nan"}},
           {2, {1, 0}, {2, 0}, {2, 3}, State::missing, {"7", "8", "9"}, {}},
           {3, {1, 1}, {2, 3}, {2, 3}, State::wrong, {"1e+10", "-1", "0"}, {"1", "-1", "0"}}}};
}

inline HangReport two_ranks_wait() {
  HangReport hang;
  hang.sentence =
      "Ranks 0 and 2 wait in MPI_Allreduce for rank 1, which is in MPI_Recv from rank 0.";
  hang.cause = "Rank 1 took another branch.";
  hang.ranks = {{0,
                 RankState::Kind::in_call,
                 "MPI_Allreduce",
                 "world (ranks 0 1 2)",
                 "rank 1",
                 {1},
                 {{"ring.cpp", 31, "ring_all_reduce"}},
                 4},
                {1,
                 RankState::Kind::in_call,
                 "MPI_Recv",
                 "world (ranks 0 1 2)",
                 "rank 0, tag 7",
                 {0},
                 {{"ring.cpp", 40, "ring_all_reduce"}, {"trial.cpp", 12, "TestBody"}},
                 3},
                {2, RankState::Kind::computing, "", "", "", {}, {}, 4}};
  hang.cycle = {0, 1};
  return hang;
}

inline TestResult test_of(const std::string &name, double points, double of, VerdictKind kind) {
  return {name,
          points,
          of,
          false,
          {{name, 1, VerdictKind::pass, 0, true},
           {name, 2, kind, 1024, true},
           {name, 3, kind, 2048, false}}};
}

inline ExerciseResult exercise_of(const std::string &number, const std::string &id,
                                  VerdictKind kind) {
  ExerciseResult result;
  result.number = number;
  result.id = id;
  result.title = "An exercise";
  result.chapter = "01-opening-night";
  result.kind = kind;
  result.of = 10;
  result.rerun = "./kitchen grade " + id + " --ranks 3 --seed 7";
  result.seed = 18'446'744'073'709'551'557ULL;
  result.sandbox = "bubblewrap with another user";
  result.seconds = 1.25;
  result.tests = {test_of("EveryRank", kind == VerdictKind::pass ? 10 : 0, 10, kind)};
  if (kind == VerdictKind::pass)
    result.points = 10;
  return result;
}

inline Finding finding_of(VerdictKind kind, std::string sentence) {
  Finding finding;
  finding.kind = kind;
  finding.test = "EveryRank";
  finding.size = 3;
  finding.sentence = std::move(sentence);
  return finding;
}

inline Report every_verdict() {
  using enum VerdictKind;
  Report report;
  report.course_version = "0.1.0";
  report.when = "2026-01-02T03:04:05Z";
  report.sandbox = "bubblewrap with another user";
  report.hidden_tests = true;

  ExerciseResult good = exercise_of("01.1", "opening-night.roll-call", pass);
  good.bytes_sent = 4096;
  good.notes = {"The object file names PMPI_Send, which reaches around the tracer."};
  report.exercises.push_back(good);

  ExerciseResult wrong_one = exercise_of("01.2", "opening-night.wrong", wrong);
  Finding values =
      finding_of(wrong, "`w` has wrong values on ranks 1 and 3: each rank holds partial "
                        "sums (1 and 2) that were never reduced.");
  values.actual = "`w` has wrong values on ranks 1 and 3; rank 1 (data 0, model 1), [0, 1] is 7.";
  values.where = "rank 1 (data 0, model 1), local [0, 1], global [0, 4]: got 7, expected SECRET5";
  values.cause = "The all-reduce is missing; SECRET would be right.";
  values.pattern = "partial sums never reduced";
  values.details =
      "rank 1: 2 of 6 elements differ\nfarthest off: got 7, expected SECRET5, 4e+08 % of "
      "the allowed error";
  values.picture = two_shards();
  Finding other = finding_of(wrong, "A check of the trial failed: expected SECRET6");
  other.size = 2;
  wrong_one.findings = {values, other};
  wrong_one.timeline = {{0, "MPI_Send", 0, 0.5}, {1, "MPI_Recv", 0.1, 0.5}};
  wrong_one.reference_timeline = {{0, "MPI_Allreduce", 0, 0.25}, {1, "MPI_Allreduce", 0, 0.25}};
  wrong_one.output = "[1] hello\n";
  report.exercises.push_back(wrong_one);

  ExerciseResult traffic = exercise_of("01.3", "opening-night.traffic", wrong_communication);
  traffic.findings = {finding_of(wrong_communication, "Needs one MPI_Allreduce (SECRET), made an "
                                                      "MPI_Gather and an MPI_Bcast.")};
  report.exercises.push_back(traffic);

  ExerciseResult waits = exercise_of("01.4", "opening-night.waits", hung);
  waits.findings = {finding_of(hung, two_ranks_wait().sentence)};
  waits.findings[0].where = "rank 0 at ring.cpp:31, rank 1 at ring.cpp:40";
  waits.findings[0].cause = two_ranks_wait().cause;
  waits.findings[0].hang = two_ranks_wait();
  report.exercises.push_back(waits);

  ExerciseResult falls = exercise_of("01.5", "opening-night.falls", crashed);
  falls.findings = {finding_of(crashed, "Rank 1: segmentation fault (signal 11)")};
  falls.findings[0].where = "rank 1 at rows.cpp:9 in scatter";
  falls.findings[0].stack = {{"rows.cpp", 9, "scatter"}, {"rows.cpp", 20, ""}};
  falls.debugger = "./kitchen grade opening-night.falls --debug --ranks 3 --rank 1";
  // What a program may print: control characters, bytes that are no UTF-8, markup, too much of it.
  falls.output = std::string("bell \x07 escape \x1b[31m red\x1b[0m \xff\xc3\x28 null ") +
                 std::string(1, '\0') + " ]]> <b>&amp;\r\n" + "été 中文 \xEF\xBF\xBF\n" +
                 std::string(100'000, 'x') + "\nthe end\n";
  report.exercises.push_back(falls);

  ExerciseResult heavy = exercise_of("01.6", "opening-night.heavy", over_limit);
  heavy.findings = {finding_of(over_limit, "memory: 1.2 GB of 1 GB")};
  report.exercises.push_back(heavy);

  ExerciseResult fresh = exercise_of("02.1", "mesh.fresh", not_started);
  fresh.findings = {finding_of(not_started, "Exercise 02.1 still throws NotImplemented.")};
  fresh.bonus = true;
  report.exercises.push_back(fresh);

  ExerciseResult broken = exercise_of("02.2", "mesh.broken", does_not_compile);
  broken.tests[0].runs.clear();
  broken.compile_failure = CompileFailure{"'total' was not declared in this scope",
                                          "work/mesh/broken/broken.cpp",
                                          12,
                                          "  return total < 3 && \"x\";",
                                          "A name is spelt otherwise than where it was declared.",
                                          "broken.cpp:12:10: error: 'total' was not declared\n",
                                          false};
  report.exercises.push_back(broken);

  ExerciseResult absent = exercise_of("02.3", "mesh.absent", skipped);
  absent.tests[0].runs.clear();
  absent.findings = {finding_of(skipped, "Needs jax, which Python does not import.")};
  report.exercises.push_back(absent);

  ExerciseResult fault = exercise_of("02.4", "mesh.fault", grader_fault);
  fault.tests[0].runs.clear();
  fault.findings = {finding_of(grader_fault, "The ranks did not start.")};
  fault.findings[0].test.clear();
  fault.findings[0].size = 0;
  report.exercises.push_back(fault);

  ExerciseResult late = exercise_of("02.5", "mesh.late", pass);
  late.kind = crashed;
  late.output = "[0] good night\n";
  late.findings = {
      finding_of(crashed, "Rank 1: segmentation fault (signal 11) after the last TEST")};
  late.findings[0].test.clear();
  report.exercises.push_back(late);
  return report;
}

} // namespace brigade::grader::testing
