#!/bin/bash
# Builds the Debian packages roofline, roofline-plugin-22 and roofline-cores, the archives of
# binaries and of sources, and tries them.
#
#   scripts/package.sh BUILD                # unpacked in a folder: driver and plugin run
#   scripts/package.sh BUILD BUILD19 ..     # also roofline-plugin-19 of a build with LLVM 19
#   scripts/package.sh --root ROOT BUILD .. # as root: installed on a bare Debian 12 in the folder
#                                           # ROOT (made by mmdebstrap), which runs docs/commands.md
#
# The first takes some 30 s and needs no network. The last loads 700 MB from Debian. Debian's
# lintian, where it is installed, has to be silent. Packages are in BUILD/package.
set -eu -o pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
root=
if [ "${1:-}" = --root ]; then
  root=$2
  shift 2
fi
[ $# -gt 0 ] || { sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 1; }
build=$(cd "$1" && pwd)
shift
made=$build/package
versions=(22)
cores=$(sed -n 's/^ROOFLINE_CORES:BOOL=ON$/yes/p' "$build/CMakeCache.txt") # else the analyser alone

# fail WHAT
fail() {
  echo "package.sh: $1" >&2
  exit 1
}

# only PATTERN: the one that was made.
only() {
  local found=()
  mapfile -t found < <(find "$made" -maxdepth 1 -name "$1")
  [ ${#found[@]} -eq 1 ] || fail "${#found[@]} of $1 in $made"
  echo "${found[0]}"
}

pack() { # OTHER..
  local other
  rm -rf "$made"
  cmake --build "$build" --target schemas
  (cd "$build" && cpack -G DEB -B "$made" && cpack -G TGZ -B "$made" &&
    cpack --config CPackSourceConfig.cmake -B "$made")
  for other in "$@"; do
    versions+=("$(sed -n 's/^ROOFLINE_LLVM:STRING=//p' "$other/CMakeCache.txt")")
    (cd "$other" && cpack -G DEB -B "$made")
  done
}

# The commands that docs/commands.md shows, a line each, and the file that they need. Code 2
# says that something is unknown.
page_commands() {
  awk '/^```c heat.cl/ { print "cat >heat.cl <<END"; file = 1; next }
       /^```/ { if (file) print "END"; file = 0 }
       file
       sub(/^\$ /, "") { print $0 " || [ $? -eq 2 ]" }' "$source/docs/commands.md"
}

# README's clang command, on its sample. $1: LLVM's version, $2: the plugin.
plugin_command() {
  echo "clang-$1 -fplugin=$2 -fpass-plugin=$2" \
    "-target spir64 -cl-std=CL2.0 -O2 -emit-llvm -c opencl-samples/mm/mm.cl -o k.bc" \
    "-Rpass-analysis=fpga-cost"
}

lint() {
  if ! command -v lintian >/dev/null; then
    echo "left out: lintian is not installed"
    return 0
  fi
  lintian --allow-root --fail-on error,warning "$made"/*.deb
}

# The package NAME, extracted into FOLDER.
extract() { # NAME FOLDER
  local package
  package=$(only "$1_*.deb")
  dpkg-deb --field "$package" Package Version Depends Recommends
  dpkg-deb --extract "$package" "$2"
}

unpacked() {
  local folder=$made/unpacked version
  extract roofline "$folder"
  version=$("$folder/usr/bin/roofline" --version | head -n 1)
  [ "$version" = "roofline $(dpkg-deb --field "$(only "roofline_*.deb")" Version | sed 's/-.*//')" ] ||
    fail "the package's version is not '$version'"
  for file in share/man/man1/roofline.1.gz share/bash-completion/completions/roofline \
    share/doc/roofline/copyright share/doc/roofline/CHANGELOG.md \
    libexec/roofline/roofline-opencl share/roofline/builtins/22/clamp.ll \
    share/roofline/schemas/report.schema.json share/roofline/editors/roofline.vsix; do
    [ -s "$folder/usr/$file" ] || fail "not in the package: $file"
  done
  cd "$folder/usr/share/doc/roofline"
  python3 "$source/test/Driver/Inputs/run_page.py" "$source/README.md" \
    "$folder/usr/bin/roofline" opencl-samples "$made/page"
  if "$folder/usr/bin/roofline" variants opencl-samples/sobel/sobel.cl >"$made/report" 2>&1; then
    fail "roofline runs variants without roofline-cores"
  fi
  grep -q "Debian's package is roofline-cores" "$made/report"
  if [ "$cores" ]; then
    extract roofline-cores "$folder"
    "$folder/usr/bin/roofline" variants opencl-samples/sobel/sobel.cl --device adm-pcie-7v3 >/dev/null
  fi
  ln -s usr/lib "$folder/lib" # as on Debian, where the linker finds the plugin by its name
  for version in "${versions[@]}"; do
    extract "roofline-plugin-$version" "$folder"
    plugin_works "$version" "$folder/lib/libRoofline-$version.so"
  done
  plugin_works 22 "$folder/lib/libRoofline.so"
}

# plugin_works LLVM PATH
plugin_works() {
  (cd "$made" && cp -r "$source/opencl-samples" . && eval "$(plugin_command "$1" "$2")") 2>"$made/remarks"
  grep -q 'remark: kernel mm: .* limited by computation' "$made/remarks" ||
    fail "clang-$1 with $2: $(head -n 3 "$made/remarks")"
}

# The archive of binaries runs where it is unpacked; that of sources has what a build needs.
archives() {
  tar -xf "$(only 'roofline-*.tar.gz')" -C "$made"
  local folder
  folder=$(only 'roofline-*-Linux')
  "$folder/bin/roofline" analyze "$source/opencl-samples/mm/mm.cl" >/dev/null
  plugin_works 22 "$folder/lib/libRoofline.so"
  mkdir "$made/sources"
  tar -xf "$(only 'roofline-*-Source.tar.xz')" -C "$made/sources" --strip-components=1
  (cd "$source" && git ls-files) | sort >"$made/sources.expected"
  (cd "$made/sources" && find . -type f -o -type l | sed 's,^\./,,') | sort >"$made/sources.found"
  comm -23 "$made/sources.expected" "$made/sources.found" >"$made/sources.missing"
  [ ! -s "$made/sources.missing" ] || fail "not in the sources: $(head -n 3 "$made/sources.missing")"
  cmake -S "$made/sources" -B "$made/sources/build" -G Ninja -DROOFLINE_BUILD_TESTS=OFF >"$made/configure" 2>&1 ||
    fail "the sources: $(grep -m 1 -A 3 'CMake Error' "$made/configure")"
}

installed() {
  [ -e "$root/etc/debian_version" ] || mmdebstrap --variant=minbase \
    --aptopt='APT::Sandbox::User "root"' bookworm "$root" \
    "deb http://deb.debian.org/debian bookworm main" \
    "deb http://deb.debian.org/debian-security bookworm-security main"
  rm -rf "$root/tmp/packages"
  mkdir "$root/tmp/packages"
  cp "$made"/*.deb "$root/tmp/packages"
  {
    echo 'set -eu; cd /tmp; export DEBIAN_FRONTEND=noninteractive'
    echo 'apt-get update -q; apt-get install -y -q --reinstall ./packages/*.deb'
    echo 'rm -rf try; cp -r /usr/share/doc/roofline try; cd try; set -x'
    page_commands
    plugin_command 22 /usr/lib/libRoofline.so
    plugin_command 22 libRoofline.so # found by its name
    for version in "${versions[@]}"; do plugin_command "$version" "libRoofline-$version.so"; done
    echo 'clang-22 -x cl -target spir64 -cl-std=CL2.0 -S -emit-llvm -cl-kernel-arg-info \
      opencl-samples/mm/mm.cl -o k.ll'
    echo 'opt-22 -load-pass-plugin=/usr/lib/libRoofline.so -passes=fpga-cost -disable-output k.ll'
  } >"$root/tmp/try.sh"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  # shellcheck disable=SC2016 # the inner shell's
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && mount -t sysfs sys "$0/sys" &&
    chroot "$0" sh /tmp/try.sh' "$root"
}

pack "$@"
lint
if [ -z "$root" ]; then
  unpacked
  archives
else
  installed
fi
(cd "$made" && printf 'works: %s\n' ./*.deb ./*.tar.*)
