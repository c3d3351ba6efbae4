// Without an NDRange the time by HPCA16 is a lower bound: that of one work-item, whose
// pipeline waits for no others. The address and the sum: 1 + 7 cycles.
// RUN: not %roofline analyze --verbose %s --device de5net --model hpca16-repaired > %t.out
// RUN: FileCheck %s < %t.out
// CHECK-NOT: does not divide
// CHECK: time at least 33.3 ns, 8 cycles, 0.12 memory transactions
kernel void add(global const float *a, global float *o) {
  size_t i = get_global_id(0);
  o[i] = a[i] + 1.5f;
}

// Nor is anything known of the division of a trip count that is not.
// CHECK: design: {{.*}} unroll 4
// CHECK-NOT: does not divide
// CHECK: time at least
kernel void sum(global const float *a, global float *o, int n) {
  float s = 0;
#pragma unroll 4
  for (int i = 0; i < n; ++i)
    s += a[i];
  o[get_global_id(0)] = s;
}
