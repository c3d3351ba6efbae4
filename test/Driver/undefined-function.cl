// A function without a body is an operator of the device's, as one of a library in
// Verilog is; what it moves through a pointer, nobody knows.
// RUN: not %roofline analyze --verbose %s --device de5net --global 1024 > %t.out
// RUN: FileCheck %s < %t.out
float shade(float x);
void move(global float *p, int n);
kernel void k(global float *restrict x, global float *restrict y, int n) {
  int i = get_global_id(0);
  move(x, n);
  y[i] = shade(x[i]);
}
// 4096 bytes are read and written by the kernel itself.
// CHECK: Q requested [byte] {{ *}}>= 8192
// CHECK: I = W / Q [operation/byte] {{ *}}<= 0.125
// CHECK: [[#@LINE-6]]:3 {{ *}}latency of the operator 'move'
// CHECK: [[#@LINE-6]]:10 {{ *}}latency of the operator 'fp_shade'
// CHECK: [[#@LINE-8]]:3 {{ *}}what move reads and writes
