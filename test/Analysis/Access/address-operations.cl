// What an address costs: a sum where its offset varies, nothing for a conversion.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --global 64 --local 8 | FileCheck %s

// The sum of the address, two products and two sums that wait for each other:
// 1 + 5 + 7 + 7.
// CHECK-LABEL: kernel vectors
// CHECK: block {{[0-9-]+ .* %}} {{ *}}20 {{.*}}
kernel void vectors(global const float *a, global float *o) {
  size_t i = get_global_id(0);
  float3 v = vload3(i, a);
  o[i] = v.x * v.x + v.y * v.y + v.z * v.z;
}

// An int that is made of a size_t: conversions alone, then the address.
// CHECK-LABEL: kernel casts
// CHECK: block {{[0-9-]+ .* %}} {{ *}}1 {{.*}}
kernel void casts(global int *o) {
  int i = get_global_id(0);
  o[i] = 7;
}
