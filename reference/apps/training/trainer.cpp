#include "trainer.hpp"

namespace brigade::training {

DataShare share_along_data(const Runtime &runtime, const TrainOptions &options) {
  const Mesh mesh = options.mesh();
  return {mesh.axis_size("data"), mesh.coordinates_of(runtime.rank())[mesh.axis_index("data")]};
}

} // namespace brigade::training
