#!/bin/bash
# Builds the Debian packages, roofline and roofline-cores, and tries them.
#
#   scripts/package.sh BUILD        # unpacked in a folder: the driver and the plugin run
#   scripts/package.sh BUILD ROOT   # as root: installed on a bare Debian 12 in the folder
#                                   # ROOT (made by mmdebstrap), which runs the commands of docs/commands.md
#
# The first takes some 30 s and needs no network. The second loads 700 MB from Debian.
set -eu -o pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
root=${2:-}

cmake --build "$build" --target schemas
(cd "$build" && cpack -G DEB -B "$build/package")
package=$(ls -t "$build"/package/roofline_*.deb | head -1)
cores=$(ls -t "$build"/package/roofline-cores_*.deb | head -1)

# The commands that docs/commands.md shows, a line each, and the file that they need. Code 2
# says that something is unknown.
page_commands() {
  awk '/^```c heat.cl/ { print "cat >heat.cl <<END"; file = 1; next }
       /^```/ { if (file) print "END"; file = 0 }
       file
       sub(/^\$ /, "") { print $0 " || [ $? -eq 2 ]" }' "$source/docs/commands.md"
}

# README's clang command, on its sample. $1: the folder of the plugin.
plugin_command() {
  echo "clang-22 -fplugin=$1/libRoofline.so -fpass-plugin=$1/libRoofline.so" \
    "-target spir64 -cl-std=CL2.0 -O2 -emit-llvm -c opencl-samples/mm/mm.cl -o k.bc" \
    "-Rpass-analysis=fpga-cost"
}

unpacked() {
  local folder=$build/package/unpacked version
  rm -rf "$folder"
  dpkg-deb --extract "$package" "$folder"
  dpkg-deb --field "$package" Package Version Depends Recommends
  dpkg-deb --field "$cores" Package Version Depends Recommends
  version=$("$folder/usr/bin/roofline" --version)
  [ "$version" = "roofline $(dpkg-deb --field "$package" Version)" ]
  for file in share/man/man1/roofline.1.gz share/bash-completion/completions/roofline \
    share/doc/roofline/copyright share/doc/roofline/CHANGELOG.md lib/libRooflineClang.so \
    libexec/roofline/roofline-opencl share/roofline/builtins/clamp.ll \
    share/roofline/schemas/report.schema.json share/roofline/editors/roofline.vsix; do
    [ -s "$folder/usr/$file" ] || { echo "not in the package: $file" >&2; return 1; }
  done
  cd "$folder/usr/share/doc/roofline"
  python3 "$source/test/Driver/Inputs/run_page.py" "$source/README.md" \
    "$folder/usr/bin/roofline" opencl-samples "$folder/page"
  if "$folder/usr/bin/roofline" variants opencl-samples/sobel/sobel.cl >"$folder/report" 2>&1; then
    echo "roofline runs variants without roofline-cores" >&2
    return 1
  fi
  grep -q "Debian's package is roofline-cores" "$folder/report"
  dpkg-deb --extract "$cores" "$folder"
  "$folder/usr/bin/roofline" variants opencl-samples/sobel/sobel.cl >/dev/null
  ln -s usr/lib "$folder/lib" # as on Debian, where the linker finds the plugin by its name
  eval "$(plugin_command "$folder/lib")" 2>"$folder/remarks"
  grep -q 'remark: kernel mm: .* limited by computation' "$folder/remarks"
}

installed() {
  [ -e "$root/etc/debian_version" ] || mmdebstrap --variant=minbase \
    --aptopt='APT::Sandbox::User "root"' bookworm "$root" \
    "deb http://deb.debian.org/debian bookworm main" \
    "deb http://deb.debian.org/debian-security bookworm-security main"
  cp "$package" "$root/tmp/roofline.deb"
  cp "$cores" "$root/tmp/roofline-cores.deb"
  {
    echo 'set -eu; cd /tmp; export DEBIAN_FRONTEND=noninteractive'
    echo 'apt-get update -q; apt-get install -y -q --reinstall ./roofline.deb ./roofline-cores.deb'
    echo 'rm -rf try; cp -r /usr/share/doc/roofline try; cd try; set -x'
    page_commands
    plugin_command /usr/lib
    plugin_command /usr/lib | sed 's,/usr/lib/libR,libR,g' # found by its name
    echo 'clang-22 -x cl -target spir64 -cl-std=CL2.0 -S -emit-llvm -cl-kernel-arg-info \
      opencl-samples/mm/mm.cl -o k.ll'
    echo 'opt-22 -load-pass-plugin=/usr/lib/libRoofline.so -passes=fpga-cost -disable-output k.ll'
  } >"$root/tmp/try.sh"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && mount -t sysfs sys "$0/sys" &&
    chroot "$0" sh /tmp/try.sh' "$root"
}

if [ -z "$root" ]; then unpacked; else installed; fi
echo "package: $(basename "$package") works"
