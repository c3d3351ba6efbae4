// A launch file beside the source binds its kernels in a plain compile, and is named once.
// RUN: rm -rf %t && mkdir %t && cp %s %t/k.cl && cd %t
// RUN: printf 'format: roofline-launch\nversion: 1\nkernel: twice\nglobal: [64]\nargs: { n: 3 }\n' > launch.yaml
// RUN: %clang -O2 -emit-llvm -c k.cl -o k.bc -Rpass-analysis=fpga-cost > found.txt 2>&1
// RUN: FileCheck %s < found.txt
// RUN: grep -c 'launch as in' found.txt | FileCheck %s --check-prefix=ONCE
// ONCE: {{^1$}}
// A work-item reads 4 bytes and writes 4, three times each: 64 * 3 * 8 = 1536; one product each time.
// CHECK: k.cl:[[@LINE+26]]:{{[0-9]+}}: remark: launch as in launch.yaml (-fpga-launch=none: without)
// CHECK: remark: W = 192 floating-point operations, Q = 1536 bytes
// The file does not mention the other kernel.
// CHECK: remark: unknown: number of work-items
//
// The file of the source's own name wins, and an option wins over it: 16 * 2 * 8.
// RUN: printf 'format: roofline-launch\nversion: 1\nglobal: [16]\nlocal: [8]\nargs: { n: 2 }\n' > k.launch.yaml
// RUN: %clang -O2 -emit-llvm -c k.cl -o k.bc -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: launch as in k.launch.yaml
// OWN: W = 32 floating-point operations, Q = 256 bytes
// RUN: %clang -O2 -emit-llvm -c k.cl -o k.bc -Rpass-analysis=fpga-cost -mllvm -fpga-global=20 -mllvm -fpga-arg=n=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HAND
// HAND: W = 20 floating-point operations, Q = 160 bytes
// RUN: %clang -O2 -emit-llvm -c k.cl -o k.bc -Rpass-analysis=fpga-cost -mllvm -fpga-launch=launch.yaml 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAMED --implicit-check-not='launch as in'
// NAMED: W = 192 floating-point
// RUN: %clang -O2 -emit-llvm -c k.cl -o k.bc -Rpass-analysis=fpga-cost -mllvm -fpga-launch=none 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE --implicit-check-not='launch as in'
// NONE: number of work-items
//
// A file of another program, as ROS has them, is none; a mistake in one of ours is an error.
// RUN: printf 'launch:\n- arg: { name: rate }\n' > k.launch.yaml
// RUN: %clang -O2 -emit-llvm -c k.cl -o k.bc -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: printf 'format: roofline-launch\nglobal: [16]\n' > k.launch.yaml
// RUN: not %clang -O2 -emit-llvm -c k.cl -o k.bc -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s --check-prefix=MISTAKE
// MISTAKE: k.launch.yaml:1:1: error: fpga-cost: key 'version' is missing
kernel void twice(global float *a, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    a[i * n + k] = a[i * n + k] * 2.0f;
}
kernel void once(global float *b) { b[get_global_id(0)] = 1.0f; }
