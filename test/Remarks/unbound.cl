// Without a launch the remarks are closed forms in the unknowns, by the names of the source.
// RUN: %clang -O2 -emit-llvm -c %s -o %t.bc -Rpass-analysis=fpga-cost 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{[0-9]}} ns,' --implicit-check-not=predicted
//
// A pipeline starts a work-item's iteration each cycle: WI * n, and less than 100 to drain. An
// iteration reads 4 + 4 + 4 bytes, multiplies and adds; a work-item writes 4 bytes at its end.
// W = 2 * WI * n, Q = 12 * WI * n + 4 * WI, I = 2 n / (12 n + 4).
// CHECK: unbound.cl:[[#@LINE+9]]:1: remark: kernel gather: at least WI*n + {{[0-9][0-9]}} cycles at 240 MHz on de5net (WI: work-items)
// CHECK: remark: W = 2*WI*n floating-point operations, Q = 12*WI*n + 4*WI bytes, I = n / (6*n + 2) operations per byte
// CHECK: unbound.cl:[[#@LINE+11]]:3: remark: has the most cycles; trip count n, initiation interval of one work-item {{[0-9]+}}, which other work-items fill: line [[#@LINE+12]] computes what line [[#@LINE+12]] needs 1 iteration later
// CHECK: unbound.cl:[[#@LINE+11]]:12: remark: read of a: 4 bytes each, consecutive along the loop at line [[#@LINE+10]], stride 4*pitch B along dim 0; let neighbouring work-items take neighbours along the loop at line [[#@LINE+10]], or stage these in local memory
// CHECK: unbound.cl:[[#@LINE+10]]:31: remark: read of a: 4 bytes each, irregular {{.*}}; sort or group what decides the address
// CHECK: unbound.cl:[[#@LINE+4]]:1: remark: unknown: number of work-items (bind with -fpga-global=X[,Y[,Z]], or all in unbound.launch.yaml beside the source)
// CHECK: unbound.cl:[[#@LINE+7]]:3: remark: unknown: argument n (bind with -fpga-arg=n=VALUE)
// CHECK: unbound.cl:[[#@LINE+7]]:12: remark: unknown: argument pitch (bind with -fpga-arg=pitch=VALUE)

kernel void gather(global const float *a, global const int *which, global float *b, int n,
                   int pitch) {
  int i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[i * pitch + k] * a[which[k]];
  b[i] = sum;
}

// One work-item. The inner loop runs rows * (width - 1) times: 2 operations, 8 bytes read and 4
// written each; W and Q are 2 and 12 times that, so I is 1/6. What is written is read by the next
// iteration, and the column of m is consecutive along the outer loop.
// CHECK: remark: kernel scan: at least {{[0-9]+}}*rows*width - {{[0-9]+}}*rows cycles
// CHECK: remark: W = 2*rows*width - 2*rows floating-point operations, Q = 12*rows*width - 12*rows bytes, I = 0.167 operations per byte
// CHECK: unbound.cl:[[#@LINE+7]]:5: remark: has the most cycles; trip count width - 1, initiation interval of one work-item {{[1-9][0-9]}}: line [[#@LINE+8]] writes what line [[#@LINE+8]] reads 1 iteration later
// CHECK: unbound.cl:[[#@LINE+7]]:32: remark: read of m: 4 bytes each, stride 4*rows B along the loop at line [[#@LINE+6]], consecutive along the loop at line [[#@LINE+5]]; interchange the loops at lines [[#@LINE+6]] and [[#@LINE+5]] where the results permit; or lay `m` out consecutive along the loop at line [[#@LINE+6]]
// CHECK: unbound.cl:[[#@LINE+4]]:3: remark: unknown: argument rows
// CHECK: unbound.cl:[[#@LINE+4]]:5: remark: unknown: argument width

kernel void scan(global float *a, global const float *m, int rows, int width) {
  for (int r = 0; r < rows; ++r)
    for (int c = 1; c < width; ++c)
      a[c] = a[c - 1] * 0.5f + m[c * rows + r];
}

// A condition that an argument decides makes bounds of W and Q; the guard itself always runs. A
// record of 16 bytes of which 4 are read and written is one fact.
// CHECK: remark: kernel field: at least WI + {{[0-9]}} cycles
// CHECK: remark: W <= WI floating-point operations, Q <= 8*WI bytes, I = 0.125 operations per byte
// CHECK: unbound.cl:[[#@LINE+8]]:{{[0-9]+}}: remark: read and write of p: 4 bytes each, stride 16 B along dim 0; lay `p` out consecutive along dimension 0, without what lies between
// CHECK-NOT: of p:
// CHECK: remark: unknown: argument last (bind

typedef struct { float x, y, z, w; } Point;
kernel void field(global Point *p, int last) {
  int i = get_global_id(0);
  if (i <= last)
    p[i].x += 1.0f;
}

// The board's model has no time while an argument is missing.
// RUN: %clang -O2 -emit-llvm -c %s -o %t.bc -Rpass-analysis=fpga-cost -mllvm -fpga-global=64 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SIZE
// SIZE: kernel gather: at least 64*n + {{[0-9]+}} cycles
// SIZE: unknown: argument n
