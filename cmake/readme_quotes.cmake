# cmake -D ROOT=… -D PROGRAM=… -D RANKS_COMMAND=… -D PLAN=… -P readme_quotes.cmake: the README's C++ stands in the example that it
# names, the picture below it is what the example draws, and the plan is what brigade-plan prints.
file(READ "${ROOT}/README.md" readme)
file(READ "${ROOT}/reference/examples/shard_an_array.cpp" example)
execute_process(COMMAND ${RANKS_COMMAND} "${PROGRAM}" OUTPUT_VARIABLE drawn RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${status}")
endif()

# The fenced block that begins with `first`, without its fences.
function(quoted_block first result)
  string(FIND "${readme}" "${first}" begin)
  if(begin EQUAL -1)
    message(FATAL_ERROR "README.md has no block that begins with '${first}'")
  endif()
  string(SUBSTRING "${readme}" ${begin} -1 rest)
  string(FIND "${rest}" "```" end)
  string(SUBSTRING "${rest}" 0 ${end} block)
  set(${result} "${block}" PARENT_SCOPE)
endfunction()

function(expect_inside what text quote)
  string(FIND "${text}" "${quote}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "README.md quotes what is not in ${what}:\n${quote}")
  endif()
endfunction()

quoted_block("int main(" code)
expect_inside("reference/examples/shard_an_array.cpp" "${example}" "${code}")
quoted_block("w1 [16, 8]" picture)
expect_inside("the output of shard_an_array on 8 ranks" "${drawn}" "${picture}")

execute_process(COMMAND "${PLAN}" chapters/01-opening-night/layer.txt WORKING_DIRECTORY "${ROOT}"
                OUTPUT_VARIABLE planned COMMAND_ERROR_IS_FATAL ANY)
quoted_block("On every device:" plan)
expect_inside("what brigade-plan prints of chapters/01-opening-night/layer.txt" "${planned}" "${plan}")
