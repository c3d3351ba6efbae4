// Each interval above 1 is told with both ends of the chain that it is from, and with what
// removes it.

// A load of 64 cycles, with which the addition shares one: the value of the iteration before in
// a register leaves the addition.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=65536 --kernel running --json %t.json | FileCheck %s --check-prefix=RUNNING
// RUNNING: the loop at line [[@LINE+5]]:3 {{ *}}65535 64
// RUNNING: starts a pass each 64 cycles: line [[@LINE+5]] writes what line [[@LINE+5]] reads 1 iteration later; the load of `c` takes 64 cycles
// RUNNING: PM keep what line [[@LINE+4]] writes to `c` in a register: line [[@LINE+4]] reads it 1 iteration later: 6{{[0-9.]+}}
// RUN: FileCheck %s --check-prefix=JSON < %t.json
kernel void running(global const uint *restrict x, global uint *restrict c, int n) {
  for (int i = 1; i < n; ++i)
    c[i] = c[i - 1] + x[i];
}
// JSON: "forced_by"
// JSON: "interval_reason": "line [[@LINE-3]] writes what line [[@LINE-3]] reads 1 iteration later; the load of `c` takes 64 cycles"

// Data choose the element: 7 cycles of local memory, and none where no iteration reads what
// one of the seven before it wrote.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=65536 --kernel tally | FileCheck %s --check-prefix=TALLY
// TALLY: starts a pass each 7 cycles: line [[@LINE+9]] writes what line [[@LINE+9]] reads an unknown number of iterations later; the load of `h` takes 7 cycles
// TALLY: IV put `#pragma ivdep` before the loop at line [[@LINE+7]]
// TALLY: note: only where it is true: no iteration may read at line [[@LINE+7]] what one of
kernel void tally(global const uchar *restrict x, global int *restrict c, int n) {
  int h[256];
  for (int i = 0; i < 256; ++i)
    h[i] = 0;
#pragma nounroll
  for (int i = 0; i < n; ++i)
    h[x[i]] += 1;
  for (int i = 0; i < 256; ++i)
    c[i] = h[i];
}

// The loop inside carries, the one around does not: interchanged, 1024 iterations lie between.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=1024 --kernel columns | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: starts a pass each 71 cycles: line [[@LINE+5]] writes what line [[@LINE+5]] reads 1 iteration later; the load of `a` takes 64 cycles
// COLUMNS: LI interchange the loop at line [[@LINE+2]], which carries nothing, and the loop at line [[@LINE+3]]: all
kernel void columns(global float *restrict a, int n) {
  for (int i = 0; i < 1024; ++i)
    for (int j = 1; j < n; ++j)
      a[j * 1024 + i] += a[(j - 1) * 1024 + i];
}

// A pragma asks for more than the chain.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=65536 --kernel asked | FileCheck %s --check-prefix=ASKED
// ASKED: starts a pass each 3 cycles: `#pragma ii` asks for it
kernel void asked(global const int *restrict x, global int *restrict c, int n) {
#pragma ii 3
  for (int i = 0; i < n; ++i)
    c[i] = x[i] + 1;
}
