#include "exercise.hpp"

#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <string>

using brigade::Trial;

// As many products as the size says, each a sum over a dimension that is cut.
TEST(Plan, OfAProduct) {
  Trial trial;
  std::string parameters, results;
  for (int i = 0; i < trial.size(); ++i) {
    const std::string n = std::to_string(i), comma = i == 0 ? "" : ", ";
    parameters += comma + "a" + n + ": f32[4, 8] @ [-, x], b" + n + ": f32[8, 4] @ [x, -]";
    results += comma + "tanh(dot(a" + n + ", b" + n + "))";
  }
  trial.record("all-reduces", kitchen::all_reduces("mesh {x: 2} program p(" + parameters +
                                                   ") { return " + results + " }"));
}
