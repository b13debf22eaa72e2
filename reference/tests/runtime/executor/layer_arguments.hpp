#pragma once

#include "brigade/runtime/device_put.hpp"
#include "ranks/runtime.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

/// Arrays for both ways to run a program, and how they are refused.
namespace brigade::testing {

/// Small whole numbers, whose sums are exact in any order.
inline xt::xarray<float> numbers(const Shape &shape) {
  xt::xarray<float> array = xt::xarray<float>::from_shape(extents(shape));
  for (std::size_t i = 0; i < array.size(); ++i)
    array.data()[i] = static_cast<float>(i * 7 % 11) - 4;
  return array;
}

/// On a mesh of all devices with the axis x.
inline NamedSharding lying(const PartitionSpec &spec) {
  return {Mesh(DeviceGrid({runtime().device_count()}), {"x"}), spec};
}

/// Of a program that takes (a: f32[7, 12] @ [x, -], b: f32[12, 5] @ [-, x], c: f32[5]).
inline std::vector<Array> layer_arguments() {
  return {device_put(runtime(), numbers({7, 12}), lying(P("x", nullptr))),
          device_put(runtime(), numbers({12, 5}), lying(P(nullptr, "x"))),
          device_put(runtime(), numbers({5}), lying(P()))};
}

/// `run(arguments)` runs such a program, of this name.
template <class Run> void expect_other_arguments_are_refused(Run run, const std::string &name) {
  std::vector<Array> wrong = layer_arguments();
  wrong[2] = device_put(runtime(), numbers({6}), lying(P()));
  EXPECT_THAT([&] { (void)run(wrong); },
              ::testing::ThrowsMessage<InputError>(::testing::HasSubstr(
                  "argument 2 of @" + name + " (c) is f32[5], and got f32[6]")));
  wrong.pop_back();
  EXPECT_THAT([&] { (void)run(wrong); }, ::testing::ThrowsMessage<InputError>(
                                             ::testing::HasSubstr("takes 3 arguments, and got 2")));
}

} // namespace brigade::testing
