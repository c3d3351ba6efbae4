#!/bin/bash
# From a fresh machine to the first report: installs what the analyser needs, builds it into
# build/, analyses the matrix multiplication with the driver and inside clang.
set -eu
cd "$(dirname "$0")"
log=build/demo.log
mkdir -p build

# quietly WHAT COMMAND...: runs it; its output is in the log, and shown where it fails.
quietly() {
  local begin=$SECONDS what=$1
  shift
  printf '%s ..' "$what"
  "$@" >>"$log" 2>&1 || { printf '\n' && cat "$log" && exit 1; }
  printf ' %d s\n' $((SECONDS - begin))
}

# Shows a command, then runs it.
show() {
  printf '\n$'
  printf ' %s' "$@"
  printf '\n\n'
  "$@"
}

: >"$log"
quietly "installing what is missing" scripts/setup.sh analysis
# A build folder that has more keeps it.
[ -f build/CMakeCache.txt ] || quietly "configuring" cmake --preset analysis
quietly "building the analyser" cmake --build build --target analysis

show build/bin/roofline analyze opencl-samples/mm/mm.cl --device de5net
show clang-22 -fplugin=build/lib/libRoofline.so -fpass-plugin=build/lib/libRoofline.so \
  -target spir64 -cl-std=CL2.0 -O2 -emit-llvm -c opencl-samples/mm/mm.cl -o build/mm.bc \
  -Rpass-analysis=fpga-cost

printf '\nthe first report took %d s\n' $SECONDS
# Parts that this machine cannot build, and what they need.
grep -A3 'CMake Warning' "$log" | grep -v '^--' || true
[ -x build/bin/roofline-cores ] || cat <<'END'
The rest, which makes hardware of kernels (variants, explore, emit, verify, ..):
  scripts/setup.sh && cmake --preset all && cmake --build build --target cores
Then ./test.sh runs the tests.
END
