# Writes exercises/toolchain.json into the build folder: how `grade` compiles and links a trial program. The target
# `trial_parts` builds what every trial program is linked with; the archives of further layers are built by `grade`
# when an exercise first names them.

# What a library is linked with, itself first: files of the project's own archives, and the system's libraries.
function(brigade_link_closure target archives_variable system_variable)
  set(archives)
  set(system)
  set(seen)
  set(queue ${target})
  while(queue)
    list(POP_FRONT queue item)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" item "${item}")
    if(item IN_LIST seen OR item MATCHES "TARGET_OBJECTS|::@" OR item STREQUAL "brigade::options")
      continue()
    endif()
    list(APPEND seen "${item}")
    if(NOT TARGET "${item}")
      if(item MATCHES "^/|^-l")
        list(APPEND system "${item}")
      elseif(NOT item MATCHES "[$<>]")
        list(APPEND system "-l${item}")
      endif()
      continue()
    endif()
    get_target_property(alias ${item} ALIASED_TARGET)
    if(alias)
      list(PREPEND queue ${alias})
      continue()
    endif()
    get_target_property(kind ${item} TYPE)
    get_target_property(imported ${item} IMPORTED)
    if(NOT kind STREQUAL "INTERFACE_LIBRARY")
      if(imported AND NOT item MATCHES "^brigade_") # in a handout the layers are archives
        list(APPEND system "$<TARGET_FILE:${item}>")
      else()
        list(APPEND archives ${item})
      endif()
    endif()
    get_target_property(links ${item} INTERFACE_LINK_LIBRARIES)
    if(links)
      list(APPEND queue ${links})
    endif()
  endwhile()
  set(${archives_variable} ${archives} PARENT_SCOPE)
  set(${system_variable} ${system} PARENT_SCOPE)
endfunction()

# A list as JSON's array of texts; generator expressions that stand for lists are joined in the same way.
function(brigade_json_list variable)
  list(JOIN ARGN "\", \"" joined)
  if(joined STREQUAL "")
    set(${variable} "[]" PARENT_SCOPE)
  else()
    set(${variable} "[\"${joined}\"]" PARENT_SCOPE)
  endif()
endfunction()
function(brigade_json_expression variable expression)
  set(${variable} "[$<$<BOOL:${expression}>:\"$<JOIN:${expression},\", \">\">]" PARENT_SCOPE)
endfunction()

# Nothing is made of it: it stands for a file of a trial program, so that CMake says how one is compiled.
add_library(brigade_trial_pattern OBJECT EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/cmake/empty.cpp")
target_link_libraries(brigade_trial_pattern PRIVATE brigade::trial brigade::runtime GTest::gtest)

set(system_libraries)
set(layers_json)
file(GLOB layer_folders LIST_DIRECTORIES TRUE RELATIVE "${PROJECT_SOURCE_DIR}/reference/brigade"
     "${PROJECT_SOURCE_DIR}/reference/brigade/*")
foreach(layer IN LISTS layer_folders)
  if(NOT TARGET brigade_${layer} OR layer STREQUAL "supervisor")
    continue()
  endif()
  brigade_link_closure(brigade_${layer} archives system)
  list(APPEND system_libraries ${system})
  set(needs ${archives})
  list(TRANSFORM needs REPLACE "^brigade_" "")
  brigade_json_list(needs ${needs})
  set(archive "")
  get_target_property(kind brigade_${layer} TYPE)
  if(kind STREQUAL "STATIC_LIBRARY")
    set(archive "$<TARGET_FILE:brigade_${layer}>")
  endif()
  list(APPEND layers_json "    \"${layer}\": {\"archive\": \"${archive}\", \"needs\": ${needs}}")
endforeach()
list(JOIN layers_json ",\n" layers_json)

brigade_link_closure(brigade_trial harness_targets system)
list(APPEND system_libraries ${system})
list(REMOVE_DUPLICATES system_libraries)
set(harness)
foreach(target IN LISTS harness_targets)
  list(APPEND harness "$<TARGET_FILE:${target}>")
endforeach()
add_custom_target(trial_parts)
add_dependencies(trial_parts ${harness_targets} brigade_interposed_objects)

set(trial_flags -std=c++20 -O1 -g1 -Wall)
set(trial_link_flags)
if(BRIGADE_SANITIZE)
  # Without object-size, which finds less than AddressSanitizer, comes first, and cannot name the variable.
  set(sanitize -fsanitize=address,undefined -fno-sanitize=object-size -fno-sanitize-recover=undefined
               -fno-omit-frame-pointer)
  list(APPEND trial_flags ${sanitize})
  list(APPEND trial_link_flags ${sanitize})
endif()
list(APPEND trial_link_flags ${BRIGADE_MOLD_FLAGS})
foreach(list harness system_libraries trial_flags trial_link_flags)
  brigade_json_list(${list} ${${list}})
endforeach()
brigade_json_list(mpiexec ${BRIGADE_MPIEXEC})
brigade_json_expression(includes "$<TARGET_PROPERTY:brigade_trial_pattern,INCLUDE_DIRECTORIES>")
brigade_json_expression(definitions "$<TARGET_PROPERTY:brigade_trial_pattern,COMPILE_DEFINITIONS>")
brigade_json_expression(interposed "$<TARGET_OBJECTS:brigade_interposed_objects>")

file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/exercises/toolchain.json" CONTENT "{
  \"compiler\": \"${CMAKE_CXX_COMPILER}\",
  \"flags\": ${trial_flags},
  \"definitions\": ${definitions},
  \"includes\": ${includes},
  \"link_flags\": ${trial_link_flags},
  \"interposed\": ${interposed},
  \"harness\": ${harness},
  \"system_libraries\": ${system_libraries},
  \"layers\": {
${layers_json}
  },
  \"reference\": \"${PROJECT_SOURCE_DIR}/reference\",
  \"autograder\": \"${PROJECT_SOURCE_DIR}/autograder\",
  \"build_command\": [\"${PROJECT_SOURCE_DIR}/cmake/kitchen/alone.sh\", \"${CMAKE_BINARY_DIR}\",
    \"${CMAKE_COMMAND}\", \"--build\", \"${CMAKE_BINARY_DIR}\", \"--target\"],
  \"mpiexec\": ${mpiexec}
}
")
