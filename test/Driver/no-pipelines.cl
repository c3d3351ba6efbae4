// The time of a single work-item kernel is that of pipelines. A device that has none gives counts
// and roofs, and says why there is no time.
// RUN: not %roofline analyze --verbose %s --kernel single --arg n=64 --device gtx460 | FileCheck %s
// RUN: not %roofline analyze --verbose %s --kernel single --arg n=64 --device virtex6-lx240t | FileCheck %s
// CHECK: launch: single work-item, n = 64
// CHECK: Q requested [byte] {{ *}}256
// CHECK: roofs
// CHECK: unknown
// CHECK-NEXT: [[#@LINE+9]] time of a single work-item kernel; the device '{{.*}}' has no pipelines
// RUN: %roofline analyze --verbose %s --kernel single --arg n=64 --device gtx460 --allow-unknown > %t.txt
// RUN: %roofline analyze --verbose %s --kernel single --arg n=64 --device de5net > %t.txt

// Launched as work-items it is a kernel as others are.
// RUN: %roofline analyze --verbose %s --kernel single --arg n=64 --device gtx460 --global 1 | FileCheck %s --check-prefix=RANGE
// RANGE: launch: 1 work-items
// RANGE-NOT: unknown

kernel void single(global int *restrict x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = i;
}
