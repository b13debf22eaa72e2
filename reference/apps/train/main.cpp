#include "shardings.hpp"
#include "trainer.hpp"

#include "training/run_program.hpp"

int main(int argc, char **argv) {
  return brigade::training::run_program(
      argc, argv,
      {.words = {.name = "brigade-train",
                 .description =
                     "The training is written for one device; a table says what is cut over which\n"
                     "axis. Loss and result do not depend on it.",
                 .has_sharding = true},
       .make = brigade::train::make_trainer,
       .share = brigade::train::data_share});
}
