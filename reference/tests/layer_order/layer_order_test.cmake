# cmake -DCHECK=<layer_order.cmake> -DWORK=<folder to write in> -P layer_order_test.cmake
# Small trees of sources, and what the check must say of each.
cmake_minimum_required(VERSION 3.22)

# expect(WORDS FILE LINE [FILE LINE...]): the check of a tree of these files, with one line each, says WORDS, and
# fails; with WORDS "" it passes.
function(expect words)
  file(REMOVE_RECURSE "${WORK}")
  while(ARGN)
    list(POP_FRONT ARGN file line)
    file(WRITE "${WORK}/brigade/${file}" "${line}\n")
  endwhile()
  execute_process(COMMAND ${CMAKE_COMMAND} "-DSOURCES=${WORK}" -P "${CHECK}"
                  RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  string(FIND "${said}" "${words}" at)
  if(words STREQUAL "" AND NOT status EQUAL 0)
    message(SEND_ERROR "refused a right tree: ${said}")
  elseif(NOT words STREQUAL "" AND (status EQUAL 0 OR at EQUAL -1))
    message(SEND_ERROR "expected a failure with '${words}', got status ${status}: ${said}")
  endif()
endfunction()

expect("" comm/ring.cpp "#include \"brigade/mesh/mesh.hpp\"" mesh/mesh.hpp "#include <vector>")
expect("mesh/mesh.hpp includes brigade/comm/group.hpp, but mesh/ may include only: mesh core"
       mesh/mesh.hpp "#include \"brigade/comm/group.hpp\"")
expect("tracer/wait.cpp includes brigade/mesh/mesh.hpp" tracer/wait.cpp "  #  include <brigade/mesh/mesh.hpp>")
expect("sharding/box.cpp includes mpi.h, but sharding/ knows nothing of MPI" sharding/box.cpp "#include <mpi.h>")
expect("'cooking' is no layer" cooking/pot.hpp "#pragma once")
expect("comm/job/node.hpp includes brigade/comm/call/call.hpp, but in comm/ subfolders come in the order"
       comm/job/node.hpp "#include \"brigade/comm/call/call.hpp\"" comm/call/call.hpp "#pragma once")
expect("" comm/call/call.hpp "#include \"brigade/comm/job/node.hpp\"" comm/job/node.hpp "#pragma once")
expect("from the include root" comm/call/call.cpp "#include \"call.hpp\"" comm/call/call.hpp "#pragma once")
expect("from the include root" core/shape.cpp "#include \"shape.hpp\"" core/shape.hpp "#pragma once")
expect("a circle of includes: brigade/core/a.hpp, brigade/core/b.hpp"
       core/a.hpp "#include \"brigade/core/b.hpp\"" core/b.hpp "#include \"brigade/core/a.hpp\""
       core/c.hpp "#include \"brigade/core/a.hpp\"" core/d.hpp "#pragma once")
expect("no sources" ../empty.hpp "")
