cmake_minimum_required(VERSION 3.22)
# cmake -D GRADE=… -D COURSE=… -D FOLDER=… -P grade_program.cmake: what a student does, word by word.
file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")
file(COPY "${COURSE}/exercises" DESTINATION "${FOLDER}")

# run(STATUS word...): runs grade; `out` and `err` are what it printed.
macro(run wanted)
  execute_process(COMMAND "${GRADE}" --course "${FOLDER}" ${ARGN}
                  RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT status STREQUAL "${wanted}")
    message(SEND_ERROR "grade ${ARGN} ended with ${status}, not ${wanted}\n${out}${err}")
  endif()
endmacro()

function(expect text words)
  string(FIND "${text}" "${words}" place)
  if(place EQUAL -1)
    message(SEND_ERROR "no '${words}' in:\n${text}")
  endif()
endfunction()

function(expect_error words)
  run(2 ${ARGN})
  expect("${err}" "${words}")
  string(REGEX MATCHALL "\n" ends "${err}")
  list(LENGTH ends lines)
  if(NOT lines EQUAL 1 OR NOT err MATCHES "^brigade: error: ")
    message(SEND_ERROR "grade ${ARGN} does not say one line:\n${err}")
  endif()
endfunction()

# A wrong word is one line and status 2.
expect_error("did you mean 'sample.total'" sample.totla)
expect_error("no exercise or chapter 'reste'" reste)
expect_error("--rnks" run 01.1 --rnks 2)
expect_error("--ranks" run 01.1 --ranks 0)
expect_error("EXERCISE" reset)
expect_error("once you have passed it" solution 01.1)

# The first exercise comes first, and its stub is copied.
run(0 next)
expect("${out}" "01.1 Total of all ranks (sample.total, about 5 minutes)")
expect("${out}" "work/sample/total/total.cpp")
if(NOT EXISTS "${FOLDER}/work/sample/total/total.cpp")
  message(SEND_ERROR "there is no working copy")
endif()
file(READ "${FOLDER}/compile_commands.json" commands)
expect("${commands}" "work/sample/total/total.cpp")

run(0 hint)
expect("${out}" "hint 1 of 2: Which collective")
run(0 hint total)
expect("${out}" "hint 2 of 2: MPI_Allreduce")

run(1 01.1)
expect("${out}" "not started")

# A pass is kept, and the solution is shown from then on.
file(COPY_FILE "${COURSE}/exercises/01-sample/total/solution.cpp" "${FOLDER}/work/sample/total/total.cpp")
file(WRITE "${FOLDER}/work/progress.txt" "of-another-course.id 3 4 open\n")
run(0 sample.total)
expect("${out}" "pass")
if(out MATCHES "\r|\\[K")
  message(SEND_ERROR "without a terminal there is nothing but results:\n${out}")
endif()
file(READ "${FOLDER}/work/progress.txt" progress)
expect("${progress}" "of-another-course.id 3 4 open\n")
expect("${progress}" "sample.total 10 10 passed\n")
run(0 solution 01.1)
expect("${out}" "MPI_Allreduce")
run(0 next)
expect("${out}" "01.2")
run(0 list)
expect("${out}" "passed    10/10")

# A worse run takes nothing away.
file(COPY_FILE "${COURSE}/exercises/01-sample/total/total.cpp" "${FOLDER}/work/sample/total/total.cpp")
run(1 sample.total)
file(READ "${FOLDER}/work/progress.txt" progress)
expect("${progress}" "sample.total 10 10 passed\n")
file(COPY_FILE "${COURSE}/exercises/01-sample/total/solution.cpp" "${FOLDER}/work/sample/total/total.cpp")

# The old file of a reset is kept, and what was reached is open again.
run(0 reset total)
expect("${out}" "work/sample/total/total.cpp.1")
file(READ "${FOLDER}/work/sample/total/total.cpp.1" kept)
expect("${kept}" "MPI_Allreduce")
file(READ "${FOLDER}/work/sample/total/total.cpp" stub)
expect("${stub}" "NotImplemented")

file(READ "${FOLDER}/work/progress.txt" progress)
if(progress MATCHES "sample.total 10 10 passed")
  message(SEND_ERROR "a reset left what was reached:\n${progress}")
endif()

# A chapter has a line an exercise and a table.
file(COPY_FILE "${COURSE}/exercises/01-sample/triple/solution.cpp" "${FOLDER}/work/sample/triple.cpp")
run(1 run sample)
expect("${out}" "01.1  sample.total")
expect("${out}" "01.5  sample.exchange")
expect("${out}" "01-sample  0 of 6 passed       0/60 points")
