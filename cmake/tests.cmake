# Tests are run by ctest; those on ranks through brigade-launch, which ends everything that they started.
if(BRIGADE_SANITIZE)
  set(BRIGADE_TEST_SECONDS 400 CACHE STRING "Time limit of one test binary")
  set(BRIGADE_TEST_ENVIRONMENT "LSAN_OPTIONS=suppressions='${PROJECT_SOURCE_DIR}/cmake/leaks.supp':print_suppressions=0"
                               "UBSAN_OPTIONS=print_stacktrace=1")
else()
  set(BRIGADE_TEST_SECONDS 120 CACHE STRING "Time limit of one test binary")
endif()

# Tests spend their time in the library; more optimisation of their own code makes compiling several times slower.
add_library(brigade_test_options INTERFACE)
target_compile_options(brigade_test_options INTERFACE -O1)
target_link_libraries(brigade_test_options INTERFACE GTest::gmock fmt::fmt brigade::options)

# What most tests include, compiled once.
add_library(brigade_test_headers OBJECT "${PROJECT_SOURCE_DIR}/cmake/empty.cpp")
target_link_libraries(brigade_test_headers PRIVATE brigade_test_options)
target_precompile_headers(brigade_test_headers PRIVATE <gmock/gmock.h> <gtest/gtest.h> <fmt/format.h> <fmt/ranges.h>
  <algorithm> <cstdint> <filesystem> <fstream> <functional> <map> <memory> <numeric> <optional> <random> <span> <string> <vector>)

# brigade_test(NAME LINKS target... [SUBFOLDERS folder...] [SHARDS n]): one GoogleTest binary from the sources in this
# folder (and its SUBFOLDERS), run as one test, or as n of them, NAME.1 to NAME.n, which divide its TESTs: for those that
# wait most of the time. Tests include what they share from reference/tests ("data/sample_files.hpp").
# NAME_tests holds the tests' names in the caller's scope.
function(brigade_test name)
  cmake_parse_arguments(test "" "SHARDS" "LINKS;SUBFOLDERS" ${ARGN})
  list(TRANSFORM test_SUBFOLDERS APPEND "/*_test.cpp")
  file(GLOB sources CONFIGURE_DEPENDS *_test.cpp ${test_SUBFOLDERS})
  add_executable(${name} ${sources})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/reference/tests")
  target_link_libraries(${name} PRIVATE ${test_LINKS} GTest::gtest_main brigade_test_options)
  target_precompile_headers(${name} REUSE_FROM brigade_test_headers)
  if(NOT test_SHARDS)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${BRIGADE_TEST_SECONDS}
                                            ENVIRONMENT "${BRIGADE_TEST_ENVIRONMENT}")
    return()
  endif()
  set(names)
  foreach(shard RANGE 1 ${test_SHARDS})
    math(EXPR index "${shard} - 1")
    add_test(NAME ${name}.${shard} COMMAND ${name})
    set_tests_properties(${name}.${shard} PROPERTIES TIMEOUT ${BRIGADE_TEST_SECONDS}
      ENVIRONMENT "${BRIGADE_TEST_ENVIRONMENT};GTEST_TOTAL_SHARDS=${test_SHARDS};GTEST_SHARD_INDEX=${index}")
    list(APPEND names ${name}.${shard})
  endforeach()
  set(${name}_tests ${names} PARENT_SCOPE)
endfunction()

# brigade_mpi_test(NAME RANKS 1 2 3 ... LINKS target... [SUBFOLDERS folder...] [SECONDS limit]): one GoogleTest binary
# from the sources in this folder (and its SUBFOLDERS), run under mpiexec as NAME.ranks1, NAME.ranks2, ... (label
# ranks1, ranks2, ...). Its tests find the job in brigade::testing::runtime() ("ranks/runtime.hpp"), except in a layer
# below comm.
function(brigade_mpi_test name)
  cmake_parse_arguments(test "" "SECONDS" "RANKS;LINKS;SUBFOLDERS" ${ARGN})
  if(NOT test_SECONDS)
    set(test_SECONDS ${BRIGADE_TEST_SECONDS})
  endif()
  list(TRANSFORM test_SUBFOLDERS APPEND "/*_test.cpp")
  file(GLOB sources CONFIGURE_DEPENDS *_test.cpp ${test_SUBFOLDERS})
  add_executable(${name} ${sources})
  set(below_comm ${test_LINKS})
  list(FILTER below_comm EXCLUDE REGEX "^brigade::(core|mesh|sharding|tracer|interposed)$")
  list(FILTER below_comm INCLUDE REGEX "^brigade::")
  if(below_comm)
    set(main brigade_runtime_test_main)
  else()
    set(main brigade_mpi_test_main)
  endif()
  target_link_libraries(${name} PRIVATE ${test_LINKS} ${main} brigade_test_options)
  target_precompile_headers(${name} REUSE_FROM brigade_test_headers)
  foreach(ranks IN LISTS test_RANKS)
    brigade_add_ranks_test(${name}.ranks${ranks} ${ranks} ${test_SECONDS} $<TARGET_FILE:${name}>)
  endforeach()
endfunction()

# One ctest test: a command on so many ranks, with a time limit in seconds.
function(brigade_add_ranks_test test_name ranks seconds)
  add_test(NAME ${test_name}
           COMMAND brigade-launch --quiet-banners --time-limit ${seconds} --
                   ${BRIGADE_MPIEXEC} -n ${ranks} ${ARGN})
  # ctest's own limit only ends brigade-launch itself, so it comes later.
  math(EXPR backstop "${seconds} + 30")
  set_tests_properties(${test_name} PROPERTIES TIMEOUT ${backstop} PROCESSORS ${ranks}
                                               LABELS ranks${ranks}
                                               ENVIRONMENT "${BRIGADE_TEST_ENVIRONMENT}")
endfunction()
