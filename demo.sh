#!/bin/sh
# From a fresh machine to the first report: installs, builds into build/, analyses
# the matrix multiplication with the driver and inside clang.
set -eu
cd "$(dirname "$0")"

scripts/setup.sh
cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release >build-demo.log 2>&1 || {
  cat build-demo.log
  exit 1
}
grep -A3 'CMake Warning' build-demo.log || true # parts that this machine cannot build
rm -f build-demo.log
cmake --build build --target product

# Shows a command, then runs it.
show() {
  printf '\n$'
  printf ' %s' "$@"
  printf '\n\n'
  "$@"
}

show build/bin/roofline analyze opencl-samples/mm/mm.cl --device de5net
show clang-22 -fplugin=build/lib/libRoofline.so -fpass-plugin=build/lib/libRoofline.so \
  -target spir64 -cl-std=CL2.0 -O2 -emit-llvm -c opencl-samples/mm/mm.cl -o build/mm.bc \
  -Rpass-analysis=fpga-cost
