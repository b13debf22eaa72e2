#pragma once

#include <string>
#include <string_view>

namespace brigade::grader {

/// A function as exercise.hpp declares it: of "kitchen::roll_call(int, int)", as a linker names it,
/// "kitchen::roll_call(int badge, MPI_Comm comm)". The name as it is where the header declares no
/// such function, or several.
/// @param header the text of exercise.hpp
std::string as_declared(const std::string &linker_name, std::string_view header);

} // namespace brigade::grader
