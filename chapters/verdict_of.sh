#!/bin/sh
# verdict_of.sh MISTAKE.cpp: grades a wrong solution of the museum as if a student had written it, and prints the verdict
# with its first finding, and where it shows. The folder work/ is not touched. `grade` must be on the path.
set -eu
id=$(basename "$(dirname "$1")")
exercise=$(dirname "$(grep -lx "id = \"$id\"" exercises/*/*/exercise.toml)")
file=$(sed -n 's/^files = \["\(.*\)"\]$/\1/p' "$exercise/exercise.toml")
course=$(mktemp -d)
trap 'rm -rf "$course"' EXIT
ln -s "$PWD/exercises" "$course/exercises"
mkdir -p "$course/work/${id%.*}/${id#*.}"
cp "$1" "$course/work/${id%.*}/${id#*.}/$file"
{ grade --course "$course" "$id" || [ $? -eq 1 ]; } | awk -v RS= 'NR == 1; NR == 2 || NR == 3 { print ""; print }'
