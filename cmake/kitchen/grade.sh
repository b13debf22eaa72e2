# What is built before an exercise is graded: the grader, and what every trial is linked with. Layers of the library
# are built by the grader itself when an exercise first names them; from then on they are kept up to date here.

# built_layers PRESET: the targets of the layers whose archives are there.
built_layers() {
  local archive
  for archive in "build/$1"/reference/brigade/*/libbrigade_*.a; do
    [ ! -e "$archive" ] || { archive=${archive##*/lib}; echo "${archive%.a}"; }
  done
}

# needs_trials WORD: does this word of the grader run anything?
needs_trials() {
  case $1 in
  list | hint | next | reset | solution) return 1 ;;
  esac
}

# grade WORD [OPTIONS]: the program grade with this word.
grade() {
  local option presets=release preset
  for option in "$@"; do
    [ "$option" != --asan ] || presets="release asan"
  done
  setup
  if needs_trials "$1"; then
    build release grade trial_parts $(built_layers release)
    for preset in ${presets#release}; do
      setup "$preset"
      build "$preset" trial_parts $(built_layers "$preset")
    done
  else
    build release grade
  fi
  run "$root/build/release/bin/grade" "$@"
}

# handout [OPTIONS]: with --reference binary the archives come from a build of their own, which runs on any processor of
# this kind.
handout() {
  local layer targets=(brigade-train brigade-train-by-hand)
  setup
  build release grade trial_parts $(built_layers release)
  case " $* " in
  *" --reference binary "* | *" --reference=binary "*)
    if ! configured portable; then
      configure release portable -D BRIGADE_NATIVE=OFF
    fi
    for layer in reference/brigade/*/; do
      [ -z "$(find "$layer" -name '*.cpp' -print -quit)" ] || targets+=("brigade_$(basename "$layer")")
    done
    build portable "${targets[@]}" ;;
  esac
  run "$root/build/release/bin/grade" handout --archives "$root/build/portable" "$@"
}

# usage_line COMMAND: how it is called; what it does, where the program cannot say it yet.
usage_line() {
  local line pattern="^  ($1( [^ ]+)*)  +(.*)\$"
  while IFS= read -r line; do
    [[ $line =~ $pattern ]] || continue
    echo "./kitchen ${BASH_REMATCH[1]}"
    [ -x build/release/bin/grade ] || printf '\n%s\n' "${BASH_REMATCH[3]}"
  done < <(usage)
}

# grade_usage COMMAND [batch]: what it does, and the program's own list of options, once it has been built.
grade_usage() {
  local word=$1
  [ "$1/${2:-}" != grade/batch ] || word=batch
  case $word in
  grade) cat <<'END'
./kitchen grade [EXERCISE|CHAPTER] [OPTIONS]

Compiles your files below work/, runs them on several numbers of ranks, compares
what they computed and communicated with the solution, and says what is wrong.
An exercise is named by id, number or name; a chapter by number or topic.

  ./kitchen grade opening-night.roll-call
  ./kitchen grade 01.1 --ranks 3
  ./kitchen grade 02
  ./kitchen grade 01.1 --asan
  ./kitchen grade 01.1 --debug --rank 1
END
    word=run ;;
  batch) usage_line "grade batch" ;;
  *) usage_line "$word" ;;
  esac
  echo
  if [ -x build/release/bin/grade ]; then
    build/release/bin/grade "$word" --help
  else
    echo "Its options are listed here once the grader has been built;"
    echo "./kitchen list builds it."
  fi
}
