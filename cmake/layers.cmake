# brigade_layer(NAME LINKS target...): the static library brigade::NAME from the sources in this folder and its subfolders.
# The order of layers is checked by the test `layer_order`, since a linker would not notice. Headers of the standard
# library and of fmt, which take most of the time of compiling a file, are compiled once, with core.
# HEADERS: headers of the layer's own to compile once instead.
set(BRIGADE_COMMON_HEADERS <fmt/format.h> <fmt/ranges.h> <algorithm> <cstdint> <filesystem> <functional> <map> <memory>
    <numeric> <optional> <random> <span> <sstream> <string> <vector>)

function(brigade_layer name)
  cmake_parse_arguments(layer "" "" "LINKS;HEADERS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp */*.cpp)
  set(archive "${PROJECT_SOURCE_DIR}/reference/lib/libbrigade_${name}.a")
  if(EXISTS "${archive}")
    brigade_layer_from_archive(${name} "${archive}" ${layer_LINKS})
    return()
  endif()
  if(sources)
    add_library(brigade_${name} STATIC ${sources})
    target_include_directories(brigade_${name} PUBLIC "${PROJECT_SOURCE_DIR}/reference")
    target_link_libraries(brigade_${name} PUBLIC ${layer_LINKS} PRIVATE brigade::options)
    if(layer_HEADERS)
      target_precompile_headers(brigade_${name} PRIVATE ${layer_HEADERS})
    elseif(name STREQUAL "core")
      target_precompile_headers(brigade_core PRIVATE ${BRIGADE_COMMON_HEADERS})
    else()
      target_precompile_headers(brigade_${name} REUSE_FROM brigade_core)
    endif()
  else()
    add_library(brigade_${name} INTERFACE)
    target_include_directories(brigade_${name} INTERFACE "${PROJECT_SOURCE_DIR}/reference")
    target_link_libraries(brigade_${name} INTERFACE ${layer_LINKS})
  endif()
  add_library(brigade::${name} ALIAS brigade_${name})
endfunction()

# A handout may hold the layers as headers and archives in reference/lib, since their sources would be answers.
function(brigade_layer_from_archive name archive)
  add_library(brigade_${name} STATIC IMPORTED GLOBAL)
  set_target_properties(brigade_${name} PROPERTIES IMPORTED_LOCATION "${archive}" IMPORTED_NO_SYSTEM TRUE)
  target_include_directories(brigade_${name} INTERFACE "${PROJECT_SOURCE_DIR}/reference")
  target_link_libraries(brigade_${name} INTERFACE ${ARGN})
  add_library(brigade::${name} ALIAS brigade_${name})
endfunction()
