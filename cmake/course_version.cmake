# COURSE_VERSION and COURSE_COMMIT, for reports: the project's version, and the commit where it is known. A copy of the
# course, such as a handout, has it in a file.
set(COURSE_VERSION "${PROJECT_VERSION}")
set(COURSE_COMMIT "")
if(EXISTS "${PROJECT_SOURCE_DIR}/cmake/commit.txt")
  file(STRINGS "${PROJECT_SOURCE_DIR}/cmake/commit.txt" COURSE_COMMIT LIMIT_COUNT 1 REGEX "^[0-9a-f]+$")
elseif(EXISTS "${PROJECT_SOURCE_DIR}/.git")
  execute_process(COMMAND git -C "${PROJECT_SOURCE_DIR}" rev-parse --short=10 HEAD
                  OUTPUT_VARIABLE COURSE_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(COURSE_COMMIT)
  string(APPEND COURSE_VERSION "+${COURSE_COMMIT}")
endif()
