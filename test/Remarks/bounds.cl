// A count under a condition is a bound, and its argument a number alone.
// RUN: %clang -O2 -emit-llvm -c %s -o %t.bc -mllvm -fpga-global=64 \
// RUN:   -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s
// RUN: %clang -O2 -emit-llvm -c %s -o %t.bc -mllvm -fpga-global=64 \
// RUN:   -fsave-optimization-record -foptimization-record-file=%t.yaml
// RUN: FileCheck %s --check-prefix=YAML < %t.yaml
// One product of each work-item; 4 bytes read and 4 written, and the same at most once.
// CHECK: W <= 64 floating-point operations, Q <= 512 bytes (each once <= 512)
// YAML: - WorkRelation: {{.*}}<=
// YAML: - Work: {{ *}}'64'
// YAML: - CompulsoryRelation: {{ *}}'<='
// YAML: - Compulsory: {{ *}}'512'
kernel void k(global float *a, int n) {
  int i = get_global_id(0);
  if (i < n)
    a[i] = a[i] * 2.0f;
}
