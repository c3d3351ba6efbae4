// The work-items of a group copy together, as libclc has it: of 64 elements
// each of 64 copies one, consecutive along the group. With 4096 work-items that
// is 16384 bytes in and as many out, 256 transactions of 64 bytes each.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --global 4096 --local 64 | FileCheck %s
// CHECK: 512 memory transactions
// CHECK: [[#@LINE+5]]:15 {{ *}}g {{ *}}read {{ *}}4 {{ *}}256
// CHECK: o {{ *}}write {{ *}}4 {{ *}}256
// CHECK: Q requested [byte] {{ *}}32768
// CHECK-NOT: unknown, so
kernel void reverse(global const float *g, global float *o, local float *l) {
  event_t e = async_work_group_copy(l, g + get_group_id(0) * 64, 64, 0);
  wait_group_events(1, &e);
  o[get_global_id(0)] = l[63 - get_local_id(0)];
}
