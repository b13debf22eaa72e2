# A build inside the source tree would leave its files among the sources.
if(CMAKE_SOURCE_DIR STREQUAL CMAKE_BINARY_DIR)
  message(FATAL_ERROR
    "brigade does not build in its source folder. Use a preset (cmake --preset release) or name "
    "another folder (cmake -B build/release), and delete the CMakeCache.txt and CMakeFiles left here.")
endif()
