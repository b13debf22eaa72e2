# cmake -D ROOT=… -D "TRAIN=command…" -P readme_training.cmake: what the README shows of ./kitchen train is what it prints, but for
# what is the machine's: speeds, times, the memory of a whole process, and loss and accuracy behind the second digit.
file(READ "${ROOT}/README.md" readme)
execute_process(COMMAND ${TRAIN} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)

function(without_the_machine text result)
  string(REGEX REPLACE "[0-9]+ samples/s" "N samples/s" text "${text}")
  string(REGEX REPLACE "takes [0-9.]+ ms \\(median\\), [0-9.]+ s of" "takes N ms (median), N s of" text "${text}")
  string(REGEX REPLACE "(utilisation +)[0-9.]+" "\\1N" text "${text}")
  string(REGEX REPLACE "[0-9.]+ MB to [0-9.]+ MB a rank" "N MB to N MB a rank" text "${text}")
  string(REGEX REPLACE "((loss|accuracy) +[0-9]\\.[0-9][0-9])[0-9]+" "\\1" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

if(NOT readme MATCHES "\n```\n(epoch [^`]*)```\n")
  message(FATAL_ERROR "README.md has no block that begins with 'epoch '")
endif()
without_the_machine("${CMAKE_MATCH_1}" quote)
without_the_machine("${printed}" printed)
string(FIND "${printed}" "${quote}" place)
if(place EQUAL -1)
  message(FATAL_ERROR "README.md shows of ./kitchen train\n${quote}\nwhich is not in what it prints:\n${printed}")
endif()
