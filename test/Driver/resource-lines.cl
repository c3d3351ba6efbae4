// What each line needs, by hand: a sum of 32 bits is 32 tables and registers; x ^ (x >> 7)
// changes 25 bits of 32; a product of shorts is one DSP block, and a row of 2000 of them waits in
// block RAM.
// REQUIRES: cores
// RUN: %roofline emit netlist %s --kernel two --global 64 --lines | FileCheck %s --match-full-lines
// CHECK: two, map-pipe f: the lines that its resources on xc7 are of
// CHECK: {{ *}}LUT FF DSP BRAM
// CHECK-NEXT: {{ *}}32.0 32.0 0.0 0.0 {{.*}}resource-lines.cl:[[#@LINE+5]]
// CHECK-NEXT: {{ *}}25.0 32.0 0.0 0.0 {{.*}}resource-lines.cl:[[#@LINE+5]]
// CHECK-NEXT: {{ *}}{{.*}} 0.0 0.0 control
kernel void two(global const uint *a, global const uint *b, global uint *c) {
  size_t i = get_global_id(0);
  uint x = a[i] + b[i];
  c[i] = x ^ (x >> 7);
}

// RUN: %roofline emit netlist %s --kernel rows --global 2000,4 --lines | FileCheck %s --check-prefix=ROWS
// ROWS: 1.0 0.0 {{.*}}resource-lines.cl:[[#@LINE+4]]
// ROWS: {{[1-9]}}{{[0-9.]*}} line buffers, and what cells of several lines share
kernel void rows(global const short *a, global short *c) {
  size_t x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  c[y * w + x] = y > 0 ? a[y * w + x] * a[(y - 1) * w + x] : 0;
}

// RUN: not %roofline emit netlist %s --kernel two --global 64 --lines --text 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BOTH
// BOTH: roofline: error: --text and --lines: one of them
// RUN: not %roofline emit netlist %s --kernel two --global 64 --lines --costs asic 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COSTS
// COSTS: roofline: error: {{.*}}asic

// An operator without a measurement is named at its place.
// RUN: sed 's/structure: sqrt$/structure: other/' %S/../../devices/costs/xc7.yaml > %t.yaml
// RUN: %roofline emit netlist %s --kernel root --global 64 --lines --costs %t.yaml \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
kernel void root(global const double *a, global double *b) {
  size_t i = get_global_id(0);
  // UNKNOWN: not counted: {{.*}}resource-lines.cl:[[#@LINE+1]]:10: sqrt of 64 bits: not in the cost file of xc7
  b[i] = sqrt(a[i]);
}
