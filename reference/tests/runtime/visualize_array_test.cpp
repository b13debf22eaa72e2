#include "brigade/runtime/visualize_array.hpp"

#include "ranks/runtime.hpp"

#include <gmock/gmock.h>

#include <sstream>
#include <string>

namespace brigade {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(VisualizeArray, Rank0DrawsAndTheOthersAreSilent) {
  Runtime &runtime = testing::runtime();
  const Mesh mesh(DeviceGrid({runtime.device_count()}), {"x"});
  const Array array = Array::empty(runtime, {16, 8}, DType::f32, NamedSharding(mesh, P("x")));
  std::ostringstream out;
  visualize_sharding(array, {.array_name = "w1"}, out);
  if (runtime.rank() == 0)
    EXPECT_THAT(out.str(),
                AllOf(HasSubstr("w1"), HasSubstr(std::to_string(runtime.device_count() - 1))));
  else
    EXPECT_THAT(out.str(), IsEmpty());
}

} // namespace
} // namespace brigade
