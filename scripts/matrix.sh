#!/bin/bash
# Builds the analyser with every LLVM that this machine and roots of other Debian releases
# have, runs its tests, compares the summaries of all samples with those of LLVM 22 on
# Debian 12, and prints a row each.
#
#   scripts/matrix.sh --quick              # LLVM 19 and 22 on Debian 12: no root
#   scripts/matrix.sh                      # also Debian 13, testing and unstable
#   scripts/matrix.sh bookworm:19 testing:21   # these rows
#   ROOFLINE_UNITS=no scripts/matrix.sh sid:23 # without the unit tests, which take half of a build
#
# Debian 12 has LLVM 19 and 22, 13 has 19 and 22, testing 21 and 22, unstable 19 and 21 to 23. Roots
# are made by debootstrap, as root or with sudo, checked by Debian's keys, in
# ~/.cache/roofline/matrix: 2 GB and 15 minutes of two cores for each. What cannot be made or
# built is a row that says why. Exit code 0 where every row is green.
set -u -o pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
folder=${XDG_CACHE_HOME:-$HOME/.cache}/roofline/matrix
keys=/usr/share/keyrings/debian-archive-keyring.gpg
jobs=${ROOFLINE_JOBS:-$(nproc)}
flags=${ROOFLINE_FLAGS:--O1 -fno-inline-functions -D_GLIBCXX_ASSERTIONS}
# Tests of the analyser that ask for nothing beside clang, opt and the driver.
tests='^Roofline :: (Analysis|Attributes|Canonical|Diff|Hls|Remarks)/'

targets=(analysis schemas)
[ "${ROOFLINE_UNITS:-yes}" = no ] || targets+=(analysis-tests)

case ${1:-} in
  --quick) rows=(bookworm:22 bookworm:19) ;;
  "") rows=(bookworm:22 bookworm:19 trixie:19 trixie:22 testing:21 sid:23) ;;
  -*) sed -n '2,17s/^# \{0,1\}//p' "$0"; exit 1 ;;
  *) rows=("$@") ;;
esac
mkdir -p "$folder"

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

packages() { # LLVM
  echo "llvm-$1-dev clang-$1 libclang-$1-dev llvm-$1-tools"
}

# archive LABEL: where apt has Debian's archive of that label from.
archive() {
  # shellcheck disable=SC2016 # apt's own variable
  apt-get indextargets 'Created-By: Packages' 'Origin: Debian' "Label: $1" --format '$(REPO_URI)' | head -n 1
}

# add_security RELEASE ROOT: a release's newest LLVM comes as an update of security; testing
# has no such archive.
add_security() {
  local from
  from=$(archive Debian-Security)
  [ -n "$from" ] && [ "$1" != testing ] && [ "$1" != sid ] || return 0
  echo "deb $from $1-security main" | as_root tee "$2/etc/apt/sources.list.d/security.list" >/dev/null
}

# in_root ROOT COMMAND: as root of that root.
in_root() {
  # shellcheck disable=SC2016 # the inner shell's
  as_root unshare --mount sh -c 'mount -t proc proc "$0/proc" &&
    DEBIAN_FRONTEND=noninteractive exec chroot "$0" sh -c "$1"' "$@"
}

# make_root RELEASE LLVM: a root of its own, or of this machine, with that LLVM. Says what is wrong.
make_root() {
  local release=$1 llvm=$2 root=$folder/$1 mirror
  if [ "$release" = bookworm ]; then
    [ -e "/usr/lib/llvm-$llvm/include/clang" ] || { echo "not installed: $(packages "$llvm")"; return 1; }
    return 0
  fi
  if [ ! -e "$root/complete" ]; then
    mirror=$(archive Debian)
    as_root rm -rf "$root"
    as_root /usr/sbin/debootstrap --force-check-gpg --keyring=$keys --variant=minbase \
      --include=cmake,ninja-build,ccache,g++,python3,libgtest-dev,libxml2-dev,zlib1g-dev,libzstd-dev,opencl-c-headers,python3-jsonschema,python3-yaml,git \
      "$release" "$root" "$mirror" >"$folder/$release.log" 2>&1 ||
      { echo "debootstrap: $(tail -n 1 "$folder/$release.log")"; return 1; }
    add_security "$release" "$root"
    as_root touch "$root/complete"
  fi
  [ ! -e "$root/usr/lib/llvm-$llvm/include/clang" ] || return 0
  as_root cp /etc/resolv.conf "$root/etc/resolv.conf"
  # A mirror may lag behind testing for longer than its list says to be valid.
  in_root "$root" "apt-get -o Acquire::Check-Valid-Until=false update -q &&
    apt-get install -y -q --no-install-recommends $(packages "$llvm")" \
    >>"$folder/$release.log" 2>&1 ||
    { echo "apt: $(grep '^E:' "$folder/$release.log" | tail -n 1)"; return 1; }
}

# inside RELEASE COMMAND...: in its root, which sees the sources and the builds.
inside() {
  local release=$1 root=$folder/$1 part
  shift
  [ "$release" != bookworm ] || { "$@"; return; }
  local words=(--tmpfs / --dev /dev --proc /proc --tmpfs /tmp)
  for part in usr etc var; do words+=(--ro-bind "$root/$part" "/$part"); done
  for part in bin lib lib64 sbin; do words+=(--symlink "usr/$part" "/$part"); done
  words+=(--bind "$source" "$source" --bind "$folder" "$folder" --setenv CCACHE_DIR "$folder/ccache")
  bwrap "${words[@]}" --chdir "$source" "$@"
}

# libclc of that version, unpacked: Debian has one installed at a time.
libclc() { # RELEASE LLVM
  local place=$folder/libclc-$2 found
  [ "$1:$2" != bookworm:22 ] || return 0
  if [ ! -d "$place/usr" ]; then
    mkdir -p "$place"
    if [ "$1" = bookworm ]; then
      (cd "$place" && apt-get download -q "libclc-$2" >/dev/null 2>&1)
    else
      in_root "$folder/$1" "cd /tmp && rm -f libclc*.deb && apt-get download -q libclc-$2" >/dev/null 2>&1
      cp "$folder/$1/tmp/libclc-$2"_*.deb "$place" 2>/dev/null
    fi
    for found in "$place"/libclc*.deb; do dpkg-deb --extract "$found" "$place"; done
  fi
  found=$(find "$place/usr" -path '*/nvptx64--.bc' -o -path '*/nvptx64-unknown-unknown/libclc.bc' | head -n 1)
  [ -z "$found" ] || echo "-DLIBCLC_BITCODE=$found"
  found=$(find "$place/usr" -path '*/amdgcn*-amdhsa.bc' -o -path '*/amdgcn-amd-amdhsa*/libclc.bc' | head -n 1)
  [ -z "$found" ] || echo "-DLIBCLC_HALF_BITCODE=$found"
}

# row RELEASE LLVM: prints its line.
row() {
  local release=$1 llvm=$2 build=$folder/$1-$2 log=$folder/$1-$2.log units lit sums why
  line() { printf '%-9s  %-4s  %-8s  %-14s  %-14s  %s\n' "$release" "$llvm" "$@"; }
  why=$(make_root "$release" "$llvm") || { line "no root" - - "$why"; return 1; }
  local clc compiler=()
  mapfile -t clc < <(libclc "$release" "$llvm")
  [ "$release" = bookworm ] || # there CMake takes clang++-22
    compiler=(-DCMAKE_CXX_COMPILER="clang++-$llvm" -DCMAKE_C_COMPILER="clang-$llvm")
  # A build of another checkout is no use.
  grep -qs "^CMAKE_HOME_DIRECTORY:INTERNAL=$source$" "$build/CMakeCache.txt" || rm -rf "$build"
  # shellcheck disable=SC2015 # either one fails
  inside "$release" cmake -G Ninja -S "$source" -B "$build" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_UNITY_BUILD_BATCH_SIZE=15 -DROOFLINE_LLVM="$llvm" -DROOFLINE_CORES=OFF \
    "${compiler[@]}" "${clc[@]}" >"$log" 2>&1 &&
    inside "$release" ninja -C "$build" -j "$jobs" "${targets[@]}" >>"$log" 2>&1 ||
    { line FAILED - - "$(grep -m 1 -E 'error:|Error' "$log" | cut -c 1-100)"; return 1; }
  local status=0
  units=-
  [ "${ROOFLINE_UNITS:-yes}" = no ] || units=$(inside "$release" ctest --test-dir "$build" -L analysis -LE nightly -j "$jobs" 2>&1 |
    tee -a "$log" | sed -n 's/.*, \([0-9]*\) tests failed out of \([0-9]*\)/\1 of \2 fail/p')
  lit=$(inside "$release" "$(sed -n "s/^ROOFLINE_LIT:FILEPATH=//p" "$build/CMakeCache.txt")" -s --filter "$tests" -j "$jobs" "$build/test" 2>&1 |
    tee -a "$log" | awk '/Passed/ { p = $3 } /Failed  / { f = $3 } END { print f + 0 " of " p + f " fail" }')
  case "$units$lit" in *"0 of 0 fail"*) status=1 ;; "0 of "*"fail0 of "* | "-0 of "*) ;; *) status=1 ;; esac
  rm -rf "$folder/summaries-$release-$llvm"
  inside "$release" python3 "$source/scripts/summaries.py" write "$build/bin/roofline" "$folder/summaries-$release-$llvm"
  sums=-
  if [ -d "$folder/summaries-bookworm-22" ]; then
    sums=$(python3 "$source/scripts/summaries.py" compare "$folder/summaries-bookworm-22" \
      "$folder/summaries-$release-$llvm" | tee -a "$log" | tail -n 1)
  fi
  line built "$units" "$lit" "$sums"
  return $status
}

printf '%-9s  %-4s  %-8s  %-14s  %-14s  %s\n' release LLVM build "unit tests" "lit tests" "summaries, with 22 on Debian 12"
failed=0
for each in "${rows[@]}"; do
  row "${each%:*}" "${each#*:}" || failed=1
done
exit $failed
