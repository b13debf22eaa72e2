// What tracing records of a C++ function, and what it does not.
#include "brigade/core/error.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/ir/print.hpp"
#include "brigade/ir/random_inputs.hpp"
#include "brigade/trace/trace.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <type_traits>
#include <utility>

using namespace brigade;

// [layer]
int calls = 0;

Tensor layer(Tensor x, Tensor w) {
  std::printf("call %d: x is %s\n", ++calls, to_string(x.type()).c_str());
  Tensor h = matmul(x, w);
  for (int i = 0; i < 2; ++i)
    h = tanh(h);
  if (x.size(0) > 4)
    h = h / x.size(0);
  return h;
}
// [layer]

// Nothing can be decided by what has no number yet.
static_assert(!std::is_constructible_v<bool, Tensor>);

TensorType f32(Shape shape) { return {DType::f32, std::move(shape)}; }

void show_the_trace() {
  // [trace]
  const Program program = trace(layer, f32({6, 3}), f32({3, 2}));
  std::cout << to_string(program, {.types = true});
  // [trace]
}

void show_the_calls() {
  // [calls]
  const Program six_rows = trace(layer, f32({6, 3}), f32({3, 2}));
  for (std::uint64_t seed : {1, 2, 3})
    interpret(six_rows, random_inputs(six_rows, seed));
  std::printf("run 3 times, called %d time\n", calls);
  const Program four_rows = trace(layer, f32({4, 3}), f32({3, 2}));
  std::printf("%zu operations for 6 rows, %zu for 4\n", six_rows.main().instructions.size(),
              four_rows.main().instructions.size());
  // [calls]
}

void show_what_is_gone() {
  // [gone]
  static Tensor kept;
  trace([](Tensor x) { return kept = x * 2; }, f32({4}));
  trace([](Tensor x) { return x + kept; }, f32({4}));
  // [gone]
}

int main(int argc, char **argv) {
  const char *shown = argc == 2 ? argv[1] : "";
  try {
    if (std::strcmp(shown, "trace") == 0)
      show_the_trace();
    else if (std::strcmp(shown, "calls") == 0)
      show_the_calls();
    else if (std::strcmp(shown, "gone") == 0)
      show_what_is_gone();
    else {
      std::fprintf(stderr, "usage: tracing_program trace|calls|gone\n");
      return 2;
    }
  } catch (const InputError &error) {
    std::printf("%s\n", error.what());
  }
}
