#!/usr/bin/env bash
# Once, when the platform builds its image: installs what the course needs, and builds the grader and what trials are linked with.
set -e
cd "$(dirname "${BASH_SOURCE[0]}")/course"
./kitchen setup --yes
# A first submission should not wait for what all of them share.
./kitchen grade --yes $(cat ../exercises) >/dev/null || true
