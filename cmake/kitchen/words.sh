# What kitchen says, and to whom.

# One line and the exit status of a wrong command line or input.
wrong() {
  echo "brigade: error: $1" >&2
  exit 2
}

# One line and the exit status of a machine that cannot do it.
unfit() {
  echo "brigade: error: $1" >&2
  exit 3
}

# Does somebody look who could answer?
attended() { [ -t 0 ] && [ -t 1 ]; }

cores() { nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2; }
