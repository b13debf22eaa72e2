#!/usr/bin/env bash
# alone.sh FOLDER COMMAND...: runs the command while no other alone.sh works on that build folder. Two builds in one
# folder at a time would spoil the log of what is built.
#
# The lock is FOLDER.lock, beside the folder, since configuring removes the folder itself. With flock the command and what
# it starts hold the lock: a build that outlives its ./kitchen is still waited for. Without flock it is a link whose target
# is the number of this process; one whose process is gone is taken away.
folder=$1
shift

waiting() { echo "another ./kitchen is building; waiting" >&2; }

if command -v flock >/dev/null 2>&1; then
  exec {lock}>>"$folder.lock" || exit 1
  flock -n "$lock" || { waiting; flock "$lock" || exit 1; }
  exec "$@"
fi

lock=$folder.link
said=
until ln -sn $$ "$lock" 2>/dev/null; do
  owner=$(readlink "$lock") || {
    [ -w "$(dirname "$lock")" ] || { echo "brigade: error: $lock cannot be made" >&2; exit 1; }
    continue
  }
  if ! kill -0 "$owner" 2>/dev/null && ! ps -p "$owner" >/dev/null 2>&1; then
    # Of several that see this, each moves what it judged, or puts back what another one has made since.
    if mv "$lock" "$lock.$$" 2>/dev/null; then
      [ "$(readlink "$lock.$$")" = "$owner" ] || ln -sn "$(readlink "$lock.$$")" "$lock" 2>/dev/null
      rm -f "$lock.$$"
    fi
    continue
  fi
  [ -n "$said" ] || { waiting; said=1; }
  sleep 0.2
done
trap 'rm -f "$lock"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
"$@"
