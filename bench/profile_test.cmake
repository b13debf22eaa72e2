# brigade-bench profile measures a machine of two ranks, and brigade-plan plans for it. BENCH and PLAN are the programs.
# Nothing is said of the numbers but that there are some: they are this machine's, at this moment.
set(folder "${CMAKE_CURRENT_BINARY_DIR}/bench_profile_test")
file(REMOVE_RECURSE "${folder}")
file(MAKE_DIRECTORY "${folder}")

execute_process(COMMAND "${BENCH}" profile --ranks 2 --name two-ranks -o "${folder}/profile.json"
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 0 OR NOT output STREQUAL "")
  message(FATAL_ERROR "brigade-bench profile ended with ${status}: ${output}")
endif()

file(READ "${folder}/profile.json" profile)
string(JSON name GET "${profile}" name)
if(NOT name STREQUAL "two-ranks")
  message(FATAL_ERROR "the profile is called '${name}'")
endif()
foreach(number flops_per_second memory_bytes_per_second)
  string(JSON value GET "${profile}" ${number})
  if(NOT value GREATER 0)
    message(FATAL_ERROR "${number} is '${value}'")
  endif()
endforeach()

file(WRITE "${folder}/program.txt" "mesh {x: 2}\nprogram p(a: f32[8, 4] @ [x, -]) { return sum(a, dims=[0]) }\n")
execute_process(COMMAND "${PLAN}" "${folder}/program.txt" --profile "${folder}/profile.json"
                RESULT_VARIABLE status OUTPUT_VARIABLE plan ERROR_VARIABLE error)
if(NOT status EQUAL 0 OR NOT plan MATCHES "Modelled time \\(two-ranks\\): ")
  message(FATAL_ERROR "brigade-plan ended with ${status}: ${error}${plan}")
endif()

execute_process(COMMAND "${BENCH}" profile --ranks 1 RESULT_VARIABLE status ERROR_VARIABLE error)
if(NOT status EQUAL 2 OR NOT error MATCHES "^brigade: error: [^\n]*ranks[^\n]*\n$")
  message(FATAL_ERROR "brigade-bench profile --ranks 1 ended with ${status}: ${error}")
endif()
file(REMOVE_RECURSE "${folder}")
