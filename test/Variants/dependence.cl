// An element that the iteration before wrote; one that nobody wrote is fine.
// RUN: %sourceir %s -o %t.ll
// RUN: not %opt -passes='fpga-variants<kernel=back;lanes=4;arg.n=101>' -disable-output %t.ll 2>&1 | FileCheck %s
// RUN: %opt -passes='fpga-variants<kernel=place;lanes=4;arg.n=101>,verify' -disable-output %t.ll
kernel void back(global int *a, int n) {
  for (int i = 1; i < n; ++i)
    // CHECK: dependence.cl:[[@LINE+1]]:{{[0-9]+}}: may touch memory that another iteration touches at {{.*}}dependence.cl:[[@LINE+1]]:{{[0-9]+}}: lanes and vectors would race
    a[i] = a[i - 1] + 1;
}
kernel void place(global int *a, int n) {
  for (int i = 1; i < n; ++i)
    a[i] = a[i] + 1;
}
