# Configuring and building, with little output.

# setup [PRESET]: installs what is missing and configures, if that is needed.
setup() {
  local preset=${1:-release}
  mkdir -p build || exit 1
  need_tools
  need_headers
  if [ ${#missing[@]} -gt 0 ]; then
    install_missing
    missing=()
    need_tools
    need_headers
    [ ${#missing[@]} -eq 0 ] || cannot_install "still missing after installing"
  fi
  configured "$preset" || configure "$preset"
}

# alone FOLDER COMMAND...: while no other ./kitchen, and no grader, works on build/FOLDER.
alone() { cmake/kitchen/alone.sh "build/$1" "${@:2}"; }

cached() { sed -n "s/^$1:[A-Z]*=//p" "build/${2:-release}/CMakeCache.txt" 2>/dev/null; }

# Is there a build folder that was made for this folder, and not for one that was moved or copied here?
configured() {
  [ -e "build/$1/build.ninja" ] || [ -e "build/$1/Makefile" ] || return 1
  [ "$(cached CMAKE_HOME_DIRECTORY "$1")" -ef . ] && [ -e "build/$1/CTestTestfile.cmake" ]
}

# configure PRESET [FOLDER OPTION...]: in build/PRESET, or in build/FOLDER with further options of CMake's. Does nothing
# where another ./kitchen did it while this one waited.
configure() {
  local preset=$1 folder=${2:-$1} generator=()
  shift $(($# > 1 ? 2 : 1))
  ! have ninja || generator=(-G Ninja)
  export -f configure_alone configured cached
  alone "$folder" bash -c 'configure_alone "$@"' configure "$folder" --preset "$preset" "${generator[@]}" "$@" || {
    tail -n 30 "build/$folder.log" >&2
    unfit "CMake cannot configure; its whole output: build/$folder.log"
  }
}

# configure_alone FOLDER OPTION...: in a shell of its own, which holds the lock.
configure_alone() {
  ! configured "$1" || return 0
  rm -rf "build/$1"
  mkdir -p "build/$1"
  echo "Configuring build/$1"
  cmake -B "build/$1" "${@:2}" >"build/$1.log" 2>&1 || {
    rm -f "build/$1/CTestTestfile.cmake"
    return 1
  }
}

# Compilers of this code take a gigabyte at most: fewer at a time where memory is short.
jobs() {
  local most by_memory
  most=$(cores)
  by_memory=$(awk '/MemAvailable/ {print int($2 / 1000000)}' /proc/meminfo 2>/dev/null)
  [ -z "$by_memory" ] || [ "$by_memory" -ge "$most" ] || most=$by_memory
  [ "$most" -ge 1 ] || most=1
  echo "$most"
}

# build PRESET [TARGET...]: those targets, or all.
build() {
  local preset=$1 targets=()
  shift
  [ $# -eq 0 ] || targets=(--target "$@")
  alone "$preset" cmake --build "build/$preset" -j "$(jobs)" "${targets[@]}" 2>&1 | steps
  [ "${PIPESTATUS[0]}" -eq 0 ] ||
    { echo "brigade: error: the build failed; the compiler's words are above" >&2; exit 1; }
}

# Of Ninja's "[7/120] Building …" and Make's "[ 12%] Building …" only the count: a line at each tenth, on a terminal one line
# that changes and is gone in the end. What they say where there is nothing to do is left out; all else passes.
steps() {
  local line tenth last=-1 begin='' count
  local ninja='^\[([0-9]+)/([0-9]+)\] ' make='^\[ *([0-9]+)%\] '
  [ ! -t 1 ] || begin=$'\r\033[K'
  [ -z "$begin" ] || printf 'Building'
  while IFS= read -r line; do
    count=${line%%]*}]
    if [[ $line =~ $ninja ]]; then
      tenth=$((BASH_REMATCH[1] * 10 / BASH_REMATCH[2]))
    elif [[ $line =~ $make ]]; then
      tenth=$((BASH_REMATCH[1] / 10))
    else
      case $line in
      "ninja: error: "*) printf '%s%s\n' "$begin" "$line" ;;
      "ninja: "* | "-- "* | make*"directory "* | "Consolidate "* | "Scanning dep"*) ;;
      *) printf '%s%s\n' "$begin" "$line" ;;
      esac
      continue
    fi
    # "[0/2]" is Ninja's look for new files, before the work.
    if [ -n "$begin" ]; then
      [[ $count = "[0/"* ]] || printf '%sBuilding: %s' "$begin" "$count"
    elif [ "$tenth" -gt 0 ] && [ "$tenth" -ne "$last" ]; then
      printf 'Building: %s\n' "$count"
    fi
    last=$tenth
  done
  printf '%s' "$begin"
}

# test_names PRESET NAME: the tests whose names contain NAME, without the numbers of ranks.
test_names() {
  ctest --test-dir "build/$1" -N -R "$2" 2>/dev/null | sed -n 's/^ *Test *#[0-9]*: \([^. ]*\).*/\1/p' | sort -u
}

# test_targets PRESET NAME: the binaries of the tests whose names contain NAME. A name is TARGET or TARGET.ranksN;
# a test that is no binary of ours needs the whole build.
test_targets() {
  local names
  names=$(test_names "$1" "$2")
  local name all
  all=$(alone "$1" cmake --build "build/$1" --target help)
  for name in $names; do
    if grep -q -E "(^|[ /])$name(:|$)" <<<"$all"; then echo "$name"; else echo all; fi
  done
}
