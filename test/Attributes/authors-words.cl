// A word of the vendors' that the author declares is the author's, as in clang alone.
// RUN: clang-22 -target spir64 -cl-std=CL2.0 -O2 -S -emit-llvm %s -o %t.alone.ll
// RUN: %clang -Werror -O2 -S -emit-llvm %s -o %t.ll
// RUN: diff %t.alone.ll %t.ll
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define write_channel_intel(c, v) ((c) += (v))
int read_channel_intel(int c) { return c + 1; }
float __fpga_reg(float x) { return x + 1; }
int get_compute_id(int x, int y) { return x - y; }
enum { Other, CLK_CHANNEL_MEM_FENCE = 7 };
void write_pipe_block(global int *a, int v) { *a = v; }

kernel void k(global int *a, global float *f, int channel) {
  write_channel_intel(channel, 3);
  write_pipe_block(a + 1, CLK_CHANNEL_MEM_FENCE);
  a[0] = read_channel_intel(channel) + get_compute_id(a[1], a[2]);
  f[0] = __fpga_reg(f[1]);
}
