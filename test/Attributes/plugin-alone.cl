// Without the library beside it, the plugin says what it does not read.
// RUN: mkdir -p %t && cp %plugin %t/libRoofline.so
// RUN: env ROOFLINE_DEVICES=%devices clang-22 -fplugin=%t/libRoofline.so -fpass-plugin=%t/libRoofline.so -target spir64 -cl-std=CL2.0 -O2 -c -emit-llvm %s -o /dev/null -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s
// CHECK: warning: fpga-cost: kernel attributes and loop pragmas are not read: {{.*}}libRooflineClang.so
// CHECK: remark: kernel k:
kernel void k(global float *a) { a[get_global_id(0)] = 0; }
