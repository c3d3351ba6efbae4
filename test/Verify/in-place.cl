// What a position reads before it writes there is its own, wherever the test stands;
// what it reads of its neighbour is not.
// RUN: rm -rf %t && mkdir %t
// RUN: %roofline emit verilog %s --kernel clip --arg k=3 --global 64 -o %t/clip
// RUN: %roofline emit verilog %s --kernel invert --arg n=64 -o %t/invert
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel prefix --arg n=64 -o %t/prefix 2>&1 \
// RUN:   | FileCheck %s
// RUN: not ls %t/prefix
kernel void clip(global int *restrict a, int k) {
  int i = get_global_id(0);
  if (a[i] > k)
    a[i] = k;
}
kernel void invert(global uchar *restrict a, int n, uchar low, uchar high) {
  for (int x = 0; x < n; ++x)
    if (a[x] >= low && a[x] <= high)
      a[x] = 255 - a[x];
}
kernel void prefix(global int *restrict a, int n) {
  for (int i = 1; i < n; ++i)
    if (a[i] > 0)
      a[i] += a[i - 1];
  // CHECK: in-place.cl:[[@LINE-1]]:{{[0-9]+}}: 'a' is written and also accessed at another place
}

// A temporary that the chain reads from memory first: emitting runs the chain and its
// streams on the same data.
// RUN: %roofline emit verilog %s --kernel step,back,step --temporary u --global 40 \
// RUN:   -o %t/chain
kernel void step(global int *restrict u, global int *restrict v) {
  int i = get_global_id(0);
  v[i] = (u[i > 0 ? i - 1 : 0] + u[i]) >> 1;
}
kernel void back(global int *restrict u, global const int *restrict v) {
  int i = get_global_id(0);
  u[i] = v[i] - (v[i > 1 ? i - 2 : 0] >> 3);
}
