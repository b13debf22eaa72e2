// expect: does not compile; words: incbin
// mistake: hostile: has the assembler take a file of the course into the program
#include "exercise.hpp"

asm(".section .rodata\nstolen: .incbin "
    "\"../../../exercises/01-opening-night/roll-call/solution.cpp\"\n"
    ".byte 0\n.text\n");
extern "C" const char stolen[1];

namespace kitchen {

std::vector<int> roll_call(int, MPI_Comm) { throw static_cast<const char *>(stolen); }

} // namespace kitchen
