# cmake -D ROOT=… -D PROGRAM=… -D RANKS_COMMAND=… -P readme_quotes.cmake: the README's C++ stands in the example that it names,
# and the picture below it is what the example draws.
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
