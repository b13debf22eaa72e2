# brigade_test(NAME LINKS target...): one GoogleTest binary from the sources in this folder, run as one test.
function(brigade_test name)
  cmake_parse_arguments(test "" "" "LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *_test.cpp)
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${test_LINKS} GTest::gmock GTest::gtest_main brigade::options)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 120)
endfunction()
