#include "exercise.hpp"

#include "trial/likely_causes.hpp"
#include "trial/trial.hpp"

#include <gtest/gtest.h>

#include <xtensor/xview.hpp>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using brigade::Tolerance;
using brigade::Trial;
using kitchen::Array;
using kitchen::Parameters;
using kitchen::sgd_step;
using kitchen::TrainingState;

// Three parameters; one has a single row, so that most of its pieces are empty.
Parameters draw(Trial &trial, double low, double high) {
  Parameters drawn;
  for (const auto &[name, shape] :
       std::map<std::string, std::vector<std::size_t>>{{"b1", {5}}, {"scale", {1}}, {"w1", {9, 4}}})
    drawn[name] = std::make_shared<Array>(trial.same_everywhere<double>(shape, low, high));
  return drawn;
}

struct Step {
  TrainingState state;
  Parameters gradient;
  double learning_rate = 0.1, momentum = 0.75;
};

Step make_step(Trial &trial) {
  Step made;
  made.state.weights = draw(trial, 10, 20);
  made.state.velocity = draw(trial, 2, 4);
  made.gradient = draw(trial, -9, 9);
  return made;
}

TrainingState take(const Step &step) {
  return sgd_step(step.state, step.gradient, step.learning_rate, step.momentum);
}

Parameters copy_of(const Parameters &parameters) {
  Parameters copy;
  for (const auto &[name, array] : parameters)
    copy[name] = std::make_shared<Array>(*array);
  return copy;
}

bool equal(const Parameters &left, const Parameters &right) {
  if (left.size() != right.size())
    return false;
  for (const auto &[name, array] : left) {
    const auto other = right.find(name);
    if (other == right.end() || !array || !other->second || *array != *other->second)
      return false;
  }
  return true;
}

std::string names(const Parameters &parameters) {
  std::string joined;
  for (const auto &[name, array] : parameters)
    joined += (joined.empty() ? "" : ", ") + name + (array ? "" : " (null)");
  return joined;
}

// First, since what one call leaves for the next makes every later number wrong.
TEST(SgdStep, TwoCallsAgree) {
  Trial trial;
  const Step step = make_step(trial), other = make_step(trial);
  // Each call is given copies: what one call changes in its arguments does not reach the next.
  const auto fresh = [&] {
    return Step{{copy_of(step.state.weights), copy_of(step.state.velocity)},
                copy_of(step.gradient)};
  };
  const TrainingState first = take(fresh());
  const TrainingState kept{copy_of(first.weights), copy_of(first.velocity)};
  const auto agrees = [&](const TrainingState &state) {
    return equal(kept.weights, state.weights) && equal(kept.velocity, state.velocity);
  };
  const bool at_once = agrees(take(fresh()));
  take(other);
  trial.record("all calls agree bit for bit", at_once && agrees(take(fresh())),
               brigade::kKeptBetweenCalls);
  trial.record("the first result is still as it was", agrees(first), brigade::kKeptBetweenCalls);
}

constexpr std::string_view kVelocity =
    "velocity' = momentum·velocity + gradient: both with a plus, "
    "and the learning rate is no part of it.";
constexpr std::string_view kWeights =
    "weights' = weights - learning_rate·velocity', with the new velocity and a minus.";

void record(Trial &trial, const std::string &what, const Parameters &parameters,
            std::string_view cause) {
  trial.record("names of " + what, names(parameters),
               "The next state has an array for each parameter, under the same name.");
  for (const auto &[name, array] : parameters)
    if (array) {
      trial.record(what + " of " + name, *array, Tolerance::sum_of(3));
      trial.likely_cause(what + " of " + name, cause);
    }
}

TEST(SgdStep, WeightsAndVelocityFollowTheFormula) {
  Trial trial;
  Step step = make_step(trial);
  const TrainingState first = take(step);
  record(trial, "velocity", first.velocity, kVelocity);
  record(trial, "weights", first.weights, kWeights);
  step.state = {copy_of(first.weights), copy_of(first.velocity)};
  step.gradient = draw(trial, -9, 9);
  const TrainingState second = take(step);
  record(trial, "second step's velocity", second.velocity, kVelocity);
  record(trial, "second step's weights", second.weights, kWeights);
}

bool shares_an_array(const TrainingState &next, const Step &step) {
  std::set<const Array *> seen;
  for (const Parameters *given : {&step.state.weights, &step.state.velocity, &step.gradient})
    for (const auto &[name, array] : *given)
      seen.insert(array.get());
  for (const Parameters *made : {&next.weights, &next.velocity})
    for (const auto &[name, array] : *made)
      if (!seen.insert(array.get()).second)
        return true;
  return false;
}

TEST(SgdStep, WhatWasGivenStaysAsItWas) {
  Trial trial;
  constexpr std::string_view kCopiedPointer =
      "A copy of Parameters copies pointers, so it holds the arrays that were given: make a new "
      "array for each that the step returns.";
  Step step = make_step(trial);
  for (const std::string when : {"in the first step", "later"}) {
    if (when != "later")
      for (auto &[name, velocity] : step.state.velocity)
        *velocity *= 0;
    const Parameters weights = copy_of(step.state.weights), velocity = copy_of(step.state.velocity),
                     gradient = copy_of(step.gradient);
    const TrainingState next = take(step);
    trial.record("the given weights are as they were, " + when, equal(step.state.weights, weights),
                 kCopiedPointer);
    trial.record("the given velocity is as it was, " + when, equal(step.state.velocity, velocity),
                 kCopiedPointer);
    trial.record("the given gradient is as it was, " + when, equal(step.gradient, gradient),
                 kCopiedPointer);
    trial.record("the result has arrays of its own, " + when, !shares_an_array(next, step),
                 kCopiedPointer);
    step.state = {copy_of(next.weights), copy_of(next.velocity)};
  }
}

TEST(SgdStep, PiecesOfTheParametersJoinToTheWhole) {
  Trial trial;
  const auto pieces = static_cast<std::size_t>(trial.size());
  const Step step = make_step(trial);
  const auto cut = [&](const Parameters &parameters, std::size_t d) {
    Parameters piece;
    for (const auto &[name, array] : parameters) {
      const std::size_t rows = array->shape(0);
      piece[name] = std::make_shared<Array>(
          xt::view(*array, xt::range(d * rows / pieces, (d + 1) * rows / pieces)));
    }
    return piece;
  };
  for (std::size_t d = 0; d < pieces; ++d) {
    const Step piece{{cut(step.state.weights, d), cut(step.state.velocity, d)},
                     cut(step.gradient, d)};
    const TrainingState next = take(piece);
    record(trial, "piece " + std::to_string(d) + ": velocity", next.velocity, kVelocity);
    record(trial, "piece " + std::to_string(d) + ": weights", next.weights, kWeights);
  }
}

} // namespace
