// What a pragma asks of a loop that `continue` goes back in holds in a helper, too,
// and wherever it is called.
// RUN: %roofline analyze %s --summary-out - --allow-unknown | FileCheck %s
// CHECK-COUNT-2: "factor": 4
static int work(global const int *a, int n) {
  int s = 0, i = 0;
#pragma unroll 4
  while (i < n) {
    int v = a[i];
    i++;
    if (v < 0)
      continue;
    s += v;
  }
  return s;
}
kernel void twice(global const int *a, global int *o, int n) {
  o[0] = work(a, n);
  o[1] = work(a + n, n);
}
