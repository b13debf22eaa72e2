#include "trainer.hpp"

#include "training/run_program.hpp"

int main(int argc, char **argv) {
  return brigade::training::run_program(
      argc, argv,
      {.words = {.name = "brigade-train-by-hand",
                 .description =
                     "Every collective is called by hand. The batch is cut over data, the layers\n"
                     "over model; loss and result do not depend on the mesh."},
       .make = brigade::by_hand::make_trainer});
}
