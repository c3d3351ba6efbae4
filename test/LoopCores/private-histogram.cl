// A histogram in a private array: cleared, counted with forwarding, drained.
// By hand: L(256,1) + L(1024,3) + L(256,2) = 256 + 1026 + 257 cycles.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core histogram, loops with memories, cycles 1539 a launch
// PROOF: bit for bit: 6 launches
// PROOF: cycles {{ *}}1539 {{ *}}1539 {{ *}}exact
kernel void histogram(global const uchar *in, global uint *out) {
  uint bins[256];
  for (int i = 0; i < 256; ++i)
    bins[i] = 0;
  for (int i = 0; i < 1024; ++i)
    ++bins[in[i]];
  for (int i = 0; i < 256; ++i)
    out[i] = bins[i];
}
