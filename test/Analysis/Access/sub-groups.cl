// Ids of sub-groups whose size the kernel demands are a work-item's place in its group, in
// parts of 16. Both together are the place.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel parts --global 1024 --local 64 | FileCheck %s --check-prefix=PARTS
// 1024 * 4 B / 64 B = 64.
// PARTS: d {{ *}}read {{ *}}4 {{ *}}64 {{.*}}consecutive along dim 0
__attribute__((intel_reqd_sub_group_size(16)))
kernel void parts(global const float *restrict d, global float *restrict y) {
  const uint in = get_sub_group_local_id(), part = get_sub_group_id();
  y[get_global_id(0)] = d[64 * get_group_id(0) + 16 * part + in];
}
// One alone is a direction of its own, until the launch has a sub-group in each group.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel alone --allow-unknown --summary-out %t.json > /dev/null
// RUN: FileCheck %s --check-prefix=ALONE < %t.json
// ALONE: "variable": "sub_group_id(16)"
// ALONE: "variable": "sub_group_local_id(16)"
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel alone --global 1024 --local 16 | FileCheck %s --check-prefix=BOUND
// BOUND: d {{ *}}read {{ *}}4 {{ *}}64 {{.*}}consecutive along dim 0
__attribute__((intel_reqd_sub_group_size(16)))
kernel void alone(global const float *restrict d, global float *restrict y) {
  const uint in = get_sub_group_local_id(), part = get_sub_group_id();
  y[get_global_id(0)] = d[16 * get_group_id(0) + 100 * part + in];
}
