// expect: does not compile; words: solution.cpp
// mistake: hostile: takes the solution in while it is compiled
#include "solution.cpp"
