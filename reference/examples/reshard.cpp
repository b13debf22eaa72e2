// Moves an array from blocks of rows to blocks of columns, and shows the shard of each rank before
// and after.
//   mpiexec -n 4 reshard
#include "brigade/comm/run_main.hpp"
#include "brigade/mesh/create_device_mesh.hpp"
#include "brigade/runtime/broadcast_text.hpp"
#include "brigade/runtime/device_put.hpp"
#include "brigade/runtime/gather.hpp"
#include "brigade/runtime/make_array.hpp"

#include <iostream>
#include <sstream>

using namespace brigade;

/// Every rank's shard, one after the other, printed by rank 0.
void print_shards(const char *title, const Array &array) {
  Runtime &runtime = array.runtime();
  std::ostringstream mine;
  mine << "rank " << runtime.rank() << " holds " << to_string(array.slices()) << "\n"
       << array.shard<std::int32_t>() << "\n";
  if (runtime.rank() == 0)
    std::cout << title << "\n";
  for (int rank = 0; rank < runtime.device_count(); ++rank) {
    const std::string text = broadcast_text(runtime.world(), mine.str(), rank);
    if (runtime.rank() == 0)
      std::cout << text;
  }
}

int main(int argc, char **argv) {
  return run_main(argc, argv, [](Runtime &runtime) {
    const Mesh mesh(create_device_mesh({runtime.device_count()}), {"x"});
    const NamedSharding rows(mesh, P("x")), columns(mesh, P(nullptr, "x"));

    // Each rank makes only its own rows: row r holds 10 r + column.
    const Array before = make_array<std::int32_t>(runtime, {4, 8}, rows, [](const Slices &slices) {
      const auto row = xt::arange(slices[0].begin, slices[0].end);
      return xt::eval(10 * xt::view(row, xt::all(), xt::newaxis()) + xt::arange<std::int64_t>(8));
    });
    print_shards("--- by rows", before);

    // The same array by columns: each rank sends every other rank the block where its rows cross
    // their columns.
    const Array after = device_put(before, columns);
    print_shards("--- by columns", after);

    if (gather<std::int32_t>(before) != gather<std::int32_t>(after))
      throw Error("the array has changed on its way");
    if (runtime.rank() == 0)
      std::cout << "the global array is the same\n";
  });
}
