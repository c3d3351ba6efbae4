// Each pragma becomes metadata of its own loop, where it shall stay in the IR. Clang nests the hints of a loop
// with several; nested-loop-hints.ll reads them.
// REQUIRES: llvm-22
// RUN: %clang -mllvm -fpga-keep-hints -O0 -S -emit-llvm %s -o - | FileCheck %s
#define II 3

// CHECK-LABEL: define {{.*}} @__clang_ocl_kern_imp_hints(
kernel void hints(global float *a, int n) {
// CHECK: br label %{{.*}}, !llvm.loop ![[II:[0-9]+]]
#pragma ii II
  for (int i = 0; i < n; ++i) a[i] += 1;
// CHECK: br label %{{.*}}, !llvm.loop ![[PAREN:[0-9]+]]
#pragma ii (2)
  for (int i = 0; i < n; ++i) a[i] += 1;
// CHECK: br label %{{.*}}, !llvm.loop ![[IVDEP:[0-9]+]]
#pragma ivdep
  for (int i = 0; i < n; ++i) a[i] += 1;
// CHECK: br label %{{.*}}, !llvm.loop ![[UNROLL:[0-9]+]]
#pragma unroll 4
  for (int i = 0; i < n; ++i) a[i] += 1;
// CHECK: br label %{{.*}}, !llvm.loop ![[HINT:[0-9]+]]
  __attribute__((opencl_unroll_hint(8)))
  for (int i = 0; i < n; ++i) a[i] += 1;
}
// CHECK-DAG: ![[II]] = distinct !{![[II]], ![[II3:[0-9]+]]}
// CHECK-DAG: ![[II3]] = !{!"llvm.loop.pipeline.initiationinterval", i32 3}
// CHECK-DAG: ![[PAREN]] = distinct !{![[PAREN]], ![[II2:[0-9]+]]}
// CHECK-DAG: ![[II2]] = !{!"llvm.loop.pipeline.initiationinterval", i32 2}
// CHECK-DAG: ![[IVDEP]] = distinct !{![[IVDEP]], ![[PARALLEL:[0-9]+]]
// CHECK-DAG: ![[PARALLEL]] = !{!"llvm.loop.parallel_accesses"
// CHECK-DAG: ![[UNROLL]] = distinct !{![[UNROLL]], ![[COUNT4:[0-9]+]]}
// CHECK-DAG: ![[COUNT4]] = !{!"llvm.loop.unroll.count", i32 4}
// CHECK-DAG: ![[HINT]] = distinct !{![[HINT]], ![[COUNT8:[0-9]+]]}
// CHECK-DAG: ![[COUNT8]] = !{!"llvm.loop.unroll.count", i32 8}
