// opt-viewer shows the remark at the source line.
// RUN: rm -rf %t && mkdir %t && cp %s %t/k.cl && cd %t
// RUN: %clang -O2 -emit-llvm -c k.cl -o k.bc -fsave-optimization-record=yaml \
// RUN:   -foptimization-record-file=k.opt.yaml -mllvm -fpga-global=4096
// RUN: %python %optviewer --no-highlight --source-dir %t --output-dir html k.opt.yaml
// RUN: cat html/*.cl.html | FileCheck %s
kernel void copy(global const float *A, global float *B) {
  int i = get_global_id(0);
  B[i] = A[9 * i];
}
// The remark's row follows the row of line 9, before that of line 10.
// CHECK: <a name="L9">9</a>
// CHECK-NOT: <a name="{{L10}}">
// CHECK: fpga-cost{{.*[[:space:]].*}}read of
// CHECK: <a name="L10">
