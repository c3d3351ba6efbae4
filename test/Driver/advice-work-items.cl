// More work-items are advised where too few are under way, and only there.
// RUN: %roofline analyze --verbose %s --global 16 --local 16 --arg n=65536 | FileCheck %s
// CHECK: limited by latency
// CHECK: WI {{ *}}launch at least {{[0-9]+}} work-items
// RUN: %roofline analyze --verbose %s --global 4096 --local 16 --arg n=64 | FileCheck %s --check-prefix=MANY
// MANY: what to change
// MANY-NOT: {{^ *}}WI
kernel void few(global const float *restrict a, global float *restrict sum, int n) {
  int g = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i * 16 + g];
  sum[g] = s;
}
