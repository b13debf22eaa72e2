# The first screen of ./kitchen watch: what to read and to edit is shown, and the file to edit is there, before anything is built.

# value_of KEY FILE: of a line `key = "value"` in an exercise.toml.
value_of() { sed -n "s/^$1 = \"\\(.*\\)\"\$/\\1/p" "$2" | head -n 1; }

# first_open: the folder of the first exercise, by number, that work/progress.txt does not call passed.
first_open() {
  local manifest id
  for manifest in exercises/*/*/exercise.toml; do
    id=$(value_of id "$manifest")
    grep -q -s "^$id .*passed" work/progress.txt || printf '%s %s\n' "$(value_of number "$manifest")" "${manifest%/exercise.toml}"
  done | sort -V | sed -n '1s/^[^ ]* //p'
}

first_screen() {
  local folder chapter topic name file
  folder=$(first_open)
  [ -n "$folder" ] || return
  chapter=$(basename "$(dirname "$folder")")
  topic=${chapter#*-}
  name=$(basename "$folder")
  echo "$(value_of number "$folder/exercise.toml") $(value_of title "$folder/exercise.toml")"
  echo "  read   chapters/$chapter/README.md"
  [ ! -e "$folder/exercise.hpp" ] || echo "  task   $folder/exercise.hpp"
  for file in $(sed -n 's/^files = \[\(.*\)\]$/\1/p' "$folder/exercise.toml" | tr -d '",'); do
    mkdir -p "work/$topic/$name"
    [ -e "work/$topic/$name/$file" ] || cp "$folder/$file" "work/$topic/$name/$file"
    echo "  edit   work/$topic/$name/$file"
  done
  echo "Begin to read. Meanwhile the grader is built; that is done once."
}

# Learns who watches; what is needed to grade is built while the student reads.
watch() {
  [ $# -eq 0 ] || wrong "./kitchen watch takes no arguments, but was given '$1'; it begins with the first exercise that is \
not passed (./kitchen grade $1 grades what you name)"
  setup
  [ -x build/release/bin/grade ] || first_screen
  grade watch
}
