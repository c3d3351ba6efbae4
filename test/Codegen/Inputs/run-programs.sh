#!/bin/sh
# Writes the programs of test kernels and runs their checks.
#
#   run-programs.sh WRITE-PROGRAM SUPPORT FOLDER "KERNEL VECTOR DIALECT" ...
writer=$1 support=$2 folder=$3
shift 3
rm -rf "$folder"
for design in "$@"; do
  out=$folder/$(echo "$design" | tr ' :' '--')
  mkdir -p "$out"
  # The three words of the design.
  $writer $design "$support" "$out" > "$out/write.log" || exit 1
  make -s -C "$out" check SCHEDULES=5 \
    CXXFLAGS="-std=c++17 -O0 -ffp-contract=off -w" > "$out/check.log" 2>&1 ||
    { echo "$design:"; tail -n 20 "$out/check.log"; exit 1; }
  grep -q '^PASS' "$out/check.log" || { echo "$design: no PASS"; exit 1; }
done
