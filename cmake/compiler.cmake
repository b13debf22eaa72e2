# How our own code is compiled. A target asks for it by linking brigade::options.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
# Release keeps asserts out and line numbers in (-g1), so that a stack names the line.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG -g1")

# To look for memory that it can use again takes the compiler time; most files need less than this in all.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(--param=ggc-min-heapsize=393216)
endif()

include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-march=native BRIGADE_COMPILER_TAKES_MARCH_NATIVE)
option(BRIGADE_NATIVE "Compile for this machine's processor (-march=native)"
       ${BRIGADE_COMPILER_TAKES_MARCH_NATIVE})
option(BRIGADE_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)

add_library(brigade_options INTERFACE)
add_library(brigade::options ALIAS brigade_options)
target_compile_options(brigade_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -fno-math-errno -fno-trapping-math)
if(BRIGADE_NATIVE)
  target_compile_options(brigade_options INTERFACE -march=native)
endif()
if(BRIGADE_SANITIZE)
  # Optimisation makes compiling several times slower here, and most tests hardly faster.
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O0 -g1")
  target_compile_options(brigade_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(brigade_options INTERFACE -fsanitize=address,undefined)
  # What the sanitizers insert hides from g++ 12 that values in its own headers are set.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(brigade_options INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized)
  endif()
endif()

# Without relro: where thread-local data lie at the end of a page, mold 1.10 to 2.3 lay the part to be protected such that
# the program cannot be loaded ("cannot apply additional memory protection"; its issue 1151). With code on pages of its own: else
# at some sizes of the data mold 1.10 never ends, since the number of segments and their places go on changing each other.
find_program(MOLD mold)
set(BRIGADE_MOLD_FLAGS)
if(MOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12)
  set(BRIGADE_MOLD_FLAGS -fuse-ld=mold -Wl,-z,norelro -Wl,-z,separate-code)
  target_link_options(brigade_options INTERFACE ${BRIGADE_MOLD_FLAGS})
endif()
