// Data choose where the next one goes: a resident buffer, read and written.
// By hand: 1024 + L(1024,2) + 1 for the count + L(1024,2) cycles.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core compact, loops with memories, cycles 3075 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}3075 {{ *}}3075 {{ *}}exact
kernel void compact(global const int *in, global int *out, global int *count) {
  int o = 0;
  for (int i = 0; i < 1024; ++i)
    if (in[i] > 0)
      out[o++ & 1023] = in[i];
  *count = o;
}
