// What the vendors' compilers see makes a single work-item kernel, whatever it asks for:
// no id, `task`, or `max_global_work_dim(0)`.
// RUN: %roofline analyze --verbose --clock 240 %s --kernel by_task --arg n=1000 | FileCheck %s --check-prefixes=CHECK,SINGLE
// RUN: %roofline analyze --verbose --clock 240 %s --kernel by_dimension --arg n=1000 | FileCheck %s --check-prefixes=CHECK,SINGLE
// RUN: %roofline analyze --verbose --clock 240 %s --kernel by_asking --arg n=1000 | FileCheck %s --check-prefixes=CHECK,SINGLE
// SINGLE: launch: single work-item
// An iteration each cycle, then the last one's depth: at most 200 cycles for the rest.
// CHECK: time 4.{{[0-9]+}} us, 1{{[01][0-9][0-9]}}{{(.[0-9]+)?}} cycles

// One that is not marked, and asks, is a pipeline of work-items, also of one; groups of one are no
// mark, as any number of them may run.
// RUN: not %roofline analyze --verbose %s --kernel unmarked --arg n=1000 | FileCheck %s --check-prefix=UNBOUND
// RUN: not %roofline analyze --verbose %s --kernel by_group --arg n=1000 | FileCheck %s --check-prefix=UNBOUND
// UNBOUND: launch: no NDRange given
// UNBOUND: number of work-items; bind with --global
// RUN: %roofline analyze --verbose %s --kernel unmarked --arg n=1000 --global 1 | FileCheck %s --check-prefix=RANGE
// RANGE: launch: 1 work-items

// The mark and the launch may contradict each other.
// RUN: not %roofline analyze --verbose --clock 240 %s --kernel by_task --global 64 2>&1 | FileCheck %s --check-prefix=TASK
// TASK: error: a global size of 64 in dimension 0 contradicts task of kernel 'by_task'
// RUN: not %roofline analyze --verbose --clock 240 %s --kernel by_dimension --global 2 2>&1 | FileCheck %s --check-prefix=DIMENSION
// DIMENSION: a global size of 2 in dimension 0 contradicts max_global_work_dim(0) of kernel 'by_dimension'
// RUN: not %roofline analyze --verbose %s --kernel flat --global 4,2 2>&1 | FileCheck %s --check-prefix=FLAT
// FLAT: a global size of 2 in dimension 1 contradicts max_global_work_dim(1) of kernel 'flat'

#define BODY                                                                                       \
  for (int i = 0; i < n; ++i)                                                                      \
    b[i] = a[i] + 1;

__attribute__((task)) kernel void by_task(global const int *restrict a, global int *restrict b, int n) {
  if (get_global_id(0) == 0) {
    BODY
  }
}
__attribute__((max_global_work_dim(0)))
kernel void by_dimension(global const int *restrict a, global int *restrict b, int n) {
  if (get_global_id(0) == 0) {
    BODY
  }
}
__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void by_group(global const int *restrict a, global int *restrict b, int n) {
  if (get_global_id(0) == 0) {
    BODY
  }
}
kernel void by_asking(global const int *restrict a, global int *restrict b, int n) { BODY }
kernel void unmarked(global const int *restrict a, global int *restrict b, int n) {
  if (get_global_id(0) == 0) {
    BODY
  }
}
__attribute__((max_global_work_dim(1))) kernel void flat(global int *a) { a[get_global_id(0)] = 1; }
