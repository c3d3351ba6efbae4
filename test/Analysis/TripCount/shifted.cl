// Powers of two of an argument or of a loop around: 1 + 2 + 4 + 8 + 16 are 31 in 5
// levels, 40 + 20 + 10 + 5 + 2 are 77, 1024 by 16 are 64.
// RUN: %roofline analyze --verbose %s --arg k=5 --kernel power | FileCheck %s --check-prefix=POWER
// POWER: loop {{.*}}, trip exp2(k % 32) = 32
// RUN: %roofline analyze --verbose %s --arg n=5 --kernel levels | FileCheck %s --check-prefix=LEVELS
// LEVELS: trip exp2(iteration({{[0-9]+}}) % 32) = 6.20
// RUN: %roofline analyze --verbose %s --arg n=40 --kernel halves | FileCheck %s --check-prefix=HALVES
// HALVES: trip n / exp2(iteration({{[0-9]+}})) = 15.40
// RUN: %roofline analyze --verbose %s --arg k=4 --kernel steps | FileCheck %s --check-prefix=STEPS
// STEPS: trip (exp2(k % 32) + 1023) / exp2(k % 32) = 64
// STEPS: stride 64 B along the loop
// Unbound it is in closed form, and nothing but k is missing.
// RUN: not %roofline analyze --verbose %s --kernel power | FileCheck %s --check-prefix=UNBOUND
// UNBOUND: loop {{.*}}, trip exp2(k % 32)
kernel void power(global const float *a, global float *o, int k) {
  float s = 0;
  for (int j = 0; j < (1 << k); j++)
    s += a[j];
  o[0] = s;
}
kernel void levels(global float *a, int n) {
  for (int s = 0; s < n; s++)
    for (int j = 0; j < (1 << s); j++)
      a[j] += 1;
}
kernel void halves(global float *a, int n) {
  for (int s = 0; s < 5; s++)
    for (int j = 0; j < (n >> s); j++)
      a[j] += 1;
}
kernel void steps(global const float *a, global float *o, int k) {
  float s = 0;
  for (int i = 0; i < 1024; i += 1 << k)
    s += a[i];
  o[0] = s;
}
