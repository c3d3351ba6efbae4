// --reassociate: sums of floats in partial ones, a position a cycle. The kernel in its own order
// is compared with the original, the core with the sums in the other order, bit for bit.
// REQUIRES: nightly, iverilog, verilator
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{name} =
// DEFINE: %{launch} =
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{name} %{launch} --reassociate \
// DEFINE:   -o %t/%{name} && %verify %t/%{name} --no-synthesis | FileCheck %s
// CHECK: outputs equal those of sums in {{16|32}} partial ones, which round in another order than the original's, bit for bit
// CHECK: cycles {{.*}} exact

// A thousand sums: a cycle each, 64 for four halvings, 8 stages of the adder.
// REDEFINE: %{name} = total
// REDEFINE: %{launch} = --arg n=1000
// RUN: %{prove}
// RUN: %verify %t/total --no-synthesis --seeds 1 | FileCheck %s --check-prefix=CYCLES
// CYCLES: cycles 1072 1072 exact
// RUN: %verify %s --kernel total --arg n=1000 --variant 'map-pipe f' --no-synthesis \
// RUN:   | FileCheck %s --check-prefix=ORDER
// ORDER: outputs equal the original's, bit for bit
// ORDER: cycles 9000 9000 exact
// RUN: FileCheck %s --check-prefix=README < %t/total/README.md
// README: Sums of floats are in 16 partial ones, which are joined in the end: they round in
// README-NEXT: another order than the kernel's.
// Fewer positions than partial sums, and any number of them in one core.
// RUN: %verify %s --kernel total --arg n=3 --variant 'map-pipe f' --no-synthesis --reassociate \
// RUN:   | FileCheck %s
// RUN: %verify %s --kernel total --max n=4096 --variant 'map-pipe f' --no-synthesis --reassociate \
// RUN:   | FileCheck %s --check-prefix=SIZES
// SIZES: with n = 4096; n =
// SIZES: cycles 4168 4168 exact
kernel void total(global const float *a, global float *r, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  r[0] = s;
}

// fma, whose factor is the value; beginning with what the element holds.
// REDEFINE: %{name} = squares
// RUN: %{prove}
kernel void squares(global const float *a, global float *r, int n) {
  float s = r[0];
  for (int i = 0; i < n; ++i)
    s = fma(a[i], a[i], s);
  r[0] = s;
}

// Rows with borders, under a condition, of doubles; a result computed of the sum.
// REDEFINE: %{name} = norm
// REDEFINE: %{launch} = --arg w=30 --arg h=20
// RUN: %{prove}
kernel void norm(global const double *a, global double *r, int w, int h) {
  double s = 0;
  for (int y = 1; y < h - 1; ++y)
    for (int x = 1; x < w - 1; ++x)
      if (a[y * w + x] > 0)
        s += a[y * w + x] * a[y * w + x];
  r[0] = sqrt(s);
}

// The host reads sums in the core's order.
// RUN: %roofline emit system %s --kernel total --arg n=500 --reassociate -o %t/system
// RUN: make -C %t/system check 2>&1 | FileCheck %s --check-prefix=SYSTEM
// SYSTEM: PASS
// SYSTEM: PASS

// RUN: not %roofline emit verilog %s --kernel total --arg n=1000 --reassociate -o %t/not \
// RUN:   --variant 'map-seq f' 2>&1 | FileCheck %s --check-prefix=SEQ
// SEQ: partial-sums.cl:{{[0-9]+}}:{{[0-9]+}}: the reduction 'r' in partial sums is of form pipe, with as many as its operator has stages
