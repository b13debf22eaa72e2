#include "trial/run_trials.hpp"

int main(int argc, char **argv) { return brigade::harness::run_trials(argc, argv); }
