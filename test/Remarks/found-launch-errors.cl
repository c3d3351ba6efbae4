// What is wrong in a launch file that was found is an error of the compilation at its place.
// RUN: rm -rf %t && mkdir %t && cp %s %t/k.cl && cd %t
// RUN: printf 'format: roofline-launch\nversion: 1\nglobal: [0]\n' > k.launch.yaml
// RUN: not %clang -O2 -emit-llvm -c k.cl -o k.bc -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: k.launch.yaml:3:10: error: fpga-cost: '0' is not a size from 1 to 2^32
// RUN: not ls k.bc
// RUN: printf 'format: roofline-launch\nversion: 1\nglobal: [64]\nargs:\n  m: 3\n' > k.launch.yaml
// RUN: not %clang -O2 -emit-llvm -c k.cl -o k.bc -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s --check-prefix=ARG
// ARG: k.launch.yaml:5:6: error: fpga-cost: no kernel of the source has an argument 'm'
// RUN: printf 'format: roofline-launch\nversion: 1\nglobal: [64]\nargs: { n: 300 }\n' > k.launch.yaml
// RUN: not %clang -O2 -emit-llvm -c k.cl -o k.bc -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: k.launch.yaml:4:12: error: fpga-cost: n=300: does not fit into 'uchar', 8 bits
// RUN: printf 'format: roofline-launch\nversion: 1\nglobal: [64]\nlocal: [7]\n' > k.launch.yaml
// RUN: not %clang -O2 -emit-llvm -c k.cl -o k.bc -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s --check-prefix=LOCAL
// LOCAL: k.launch.yaml:4:8: error: fpga-cost: the local size 7 does not divide the global size 64
// RUN: printf 'format: roofline-launch\nversion: 1\nglobal: [64]\ntrips: { 2: 5 }\n' > k.launch.yaml
// RUN: not %clang -O2 -emit-llvm -c k.cl -o k.bc -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s --check-prefix=TRIP
// TRIP: k.launch.yaml:4:13: error: fpga-cost: trip count of line 2: no loop starts there
// Without a listener nobody reads it.
// RUN: %clang -O2 -emit-llvm -c k.cl -o k.bc 2>&1 | count 0
kernel void fill(global float *a, uchar n) {
  for (uchar k = 0; k < n; ++k)
    a[get_global_id(0) * n + k] = 2.0f;
}
