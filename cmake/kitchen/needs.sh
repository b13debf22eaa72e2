# What Brigade needs from the system, how it is found, and how it is installed.
#
# A need is "what | packages": several packages by blanks, alternatives by commas (the first that this system has).
# Whether it is there is found by looking for the thing itself, since it may come from anywhere.
missing=()

need() { missing+=("$1|$2"); }

have() { command -v "$1" >/dev/null 2>&1; }

# MPICH's own compiler wrapper, where a system has several MPIs.
mpich_wrapper() { command -v mpicxx.mpich || command -v mpicxx; }

need_tools() {
  have c++ || need "a C++20 compiler (c++)" "g++"
  have cmake || need "cmake 3.22" "cmake"
  have ninja || have make || need "ninja or make" "ninja-build"
  have python3 || need "Python 3" "python3"
  have pkg-config || need "pkg-config" "pkg-config,pkgconf"
  if ! mpich_wrapper >/dev/null || ! { have mpiexec.hydra || have mpiexec.mpich || have mpiexec; }; then
    need "MPICH" "mpich libmpich-dev"
  fi
  { have pkg-config && pkg-config --exists openblas; } || need "OpenBLAS" "libopenblas-dev"
}

# header | what | packages; a header that moved in a newer version has two names.
headers="
gtest/gtest.h|GoogleTest|libgtest-dev
gmock/gmock.h|GoogleMock|libgmock-dev
CLI/CLI.hpp|CLI11|libcli11-dev
fmt/core.h|fmt|libfmt-dev
nlohmann/json.hpp|nlohmann-json|nlohmann-json3-dev
zlib.h|zlib|zlib1g-dev
archive.h|libarchive|libarchive-dev
toml++/toml.h|toml++|libtomlplusplus-dev
boost/pfr.hpp|Boost.PFR 1.75|libboost1.81-dev,libboost-dev
xsimd/xsimd.hpp|xsimd|libxsimd-dev
xtensor/xtensor.hpp xtensor/containers/xtensor.hpp|xtensor|libxtensor-dev
xtensor-blas/xlinalg.hpp|xtensor-blas|libxtensor-blas-dev
"

# The compiler knows best where it finds headers; it is asked once for all.
need_headers() {
  have c++ || { need_every_header; return; }
  local line names what packages condition name answers
  answers=$(
    while IFS='|' read -r names what packages; do
      [ -n "$names" ] || continue
      condition=""
      for name in $names; do condition="$condition && !__has_include(<$name>)"; done
      printf '#if 1%s\n@%s|%s\n#endif\n' "$condition" "$what" "$packages"
    done <<<"$headers" | c++ -std=c++20 -E -P -x c++ - 2>/dev/null
  ) || { need "a compiler that takes -std=c++20 (g++ 11 or newer)" "g++"; return; }
  while IFS= read -r line; do
    [ "${line#@}" = "$line" ] || missing+=("${line#@}")
  done <<<"$answers"
}

need_every_header() {
  local names what packages
  while IFS='|' read -r names what packages; do
    [ -z "$names" ] || need "$what" "$packages"
  done <<<"$headers"
}

need_docs() {
  have doxygen || need "Doxygen" "doxygen"
  have dot || need "Graphviz" "graphviz"
  under_share doxygen-awesome-css/doxygen-awesome.css || need "Doxygen's theme" "doxygen-awesome-css"
  under_share javascript/mathjax/MathJax.js || need "MathJax 2" "libjs-mathjax"
}

under_share() { [ -e "/usr/share/$1" ] || [ -e "/usr/local/share/$1" ]; }

# What nothing needs, and is installed along with the rest: three that make builds faster, one that `grade --debug` calls,
# one that holds the programs of others.
useful_packages="ninja-build ccache mold gdb bubblewrap"

list_missing() {
  local entry
  for entry in "${missing[@]}"; do echo "  ${entry%%|*}"; done
}

has_candidate() { apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [0-9]'; }

# The packages of all needs, each alternative decided by what this system offers.
packages_to_install() {
  local entry choice name
  for entry in "${missing[@]}"; do
    for choice in ${entry#*|}; do
      for name in ${choice//,/ }; do
        if has_candidate "$name"; then echo "$name"; break; fi
      done
    done
  done
  for name in $useful_packages; do
    ! has_candidate "$name" || echo "$name"
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif attended; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

# Empty, or older than a week: versions in it may be gone from the servers.
lists_are_old() { [ -z "$(find /var/lib/apt/lists -name '*Packages*' -mtime -7 2>/dev/null | head -n 1)" ]; }

update_lists() {
  echo "Reading the list of packages (apt-get update)"
  as_root apt-get update -qq || echo "apt-get update failed; trying with the lists that are there" >&2
}

# Ends the program, with the reason $1 and the command that would help.
cannot_install() {
  {
    echo "Missing:"
    list_missing
    if have apt-get; then
      echo "Install with: sudo apt-get install $(packages_to_install | tr '\n' ' ')"
    else
      echo "Found: $(found_things)"
      echo "Install what is missing with your system's package manager, then run ./kitchen again."
    fi
  } >&2
  unfit "$1"
}

found_things() {
  local thing found=""
  for thing in c++ cmake ninja make pkg-config mpicxx mpiexec doxygen ccache; do
    ! have "$thing" || found="$found $thing"
  done
  echo "${found:- nothing of it}"
}

install_missing() {
  have apt-get || cannot_install "this system has no apt-get, so ./kitchen cannot install what is missing"
  [ "$(id -u)" -eq 0 ] || have sudo || cannot_install "installing needs root, and there is no sudo"
  echo "Missing:"
  list_missing
  if [ -z "$assume_yes" ] && attended; then
    local answer
    read -r -p "Install it with apt-get? [Y/n] " answer
    case $answer in
    "" | [yYjJ]*) ;;
    *) cannot_install "not installed, as you wish" ;;
    esac
  fi
  ! lists_are_old || update_lists
  local packages
  packages=$(packages_to_install)
  echo "Installing: $(echo "$packages" | tr '\n' ' ')"
  # shellcheck disable=SC2086 # one word a package
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
    -o Dpkg::Use-Pty=0 $packages >build/install.log 2>&1 || {
    tail -n 15 build/install.log >&2
    cannot_install "apt-get could not install it (its whole output: build/install.log)"
  }
}
