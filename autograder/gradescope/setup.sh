#!/usr/bin/env bash
# Once, when the platform builds its image: installs what the course needs, builds the grader, and holds the course against
# itself on this image, so that a fault shows here and not in a student's score.
cd "$(dirname "${BASH_SOURCE[0]}")" || exit

stop() {
  echo "brigade: error: the autograder was not set up: $1" >&2
  exit 1
}

# Where bubblewrap is not to be had (in most containers), code of students may read what every user can.
chmod go-rwx . || stop "$PWD cannot be closed to other users"
cd course || stop "the archive holds no folder course"
./kitchen list --yes >/dev/null || stop "installing packages or building failed; the reason is above"
command -v bwrap >/dev/null || apt-get install -qq -y --no-install-recommends bubblewrap >/dev/null 2>&1 ||
  echo "bubblewrap cannot be installed; code of students runs as another user without it"
# Also builds what all submissions share.
./kitchen check-course $(cat ../exercises) || stop "on this machine the course does not hold; what does not is above"
