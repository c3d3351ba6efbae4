// What may be regrouped without changing a bit, and what may not.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='fpga-variants<kernel=greatest;lanes=4;arg.n=100>,verify' -disable-output %t.ll
// RUN: %opt -passes='fpga-variants<kernel=count;lanes=4;arg.n=100>,verify' -disable-output %t.ll
// RUN: %opt -passes='fpga-variants<kernel=less;lanes=4;vector=5;arg.n=100>,verify' -disable-output %t.ll
// RUN: not %opt -passes='fpga-variants<kernel=horner;lanes=4;arg.n=100>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=HORNER
// RUN: not %opt -passes='fpga-variants<kernel=choice;lanes=4;arg.n=100>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=CHOICE
// RUN: not %opt -passes='fpga-variants<kernel=alternate;vector=4;arg.n=100>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=ALTERNATE
kernel void greatest(global const int *a, global int *r, int n) {
  int v = a[0];
  for (int i = 0; i < n; ++i)
    v = max(v, a[i]);
  *r = v;
}
kernel void count(global const int *a, global int *r, int n) {
  int v = 0;
  for (int i = 0; i < n; ++i)
    if (a[i] > 3)
      v++;
  *r = v;
}
kernel void less(global const int *a, global int *r, int n) {
  int v = *r;
  for (int i = 0; i < n; ++i)
    v -= a[i];
  *r = v;
}
kernel void horner(global const int *a, global int *r, int n) {
  int v = 0;
  for (int i = 0; i < n; ++i)
    // HORNER: reductions.cl:[[@LINE+1]]:{{[0-9]+}}: a value is carried through different operators
    v = v * 3 + a[i];
  *r = v;
}
kernel void choice(global const int *a, global int *r, int n) {
  int v = 0;
  for (int i = 0; i < n; ++i)
    // CHOICE: reductions.cl:[[@LINE+1]]:{{[0-9]+}}: {{uses what all iterations before it left|icmp takes what the iteration before it left}}
    v = v > 100 ? 0 : v + a[i];
  *r = v;
}
kernel void alternate(global const int *a, global int *r, int n) {
  int v = 0;
  for (int i = 0; i < n; ++i)
    // ALTERNATE: reductions.cl:[[@LINE+1]]:{{[0-9]+}}: sub takes what the iteration before it left, and may not be regrouped
    v = a[i] - v;
  *r = v;
}
