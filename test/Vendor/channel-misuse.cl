// What the vendors' compilers refuse of channels is an unknown of the kernel, at its place.
// RUN: not %roofline analyze --verbose %s --kernel by_id --global 4 --local 4 | FileCheck %s --check-prefix=ID
// ID: unknown, so model board gives no time
// ID-NEXT: [[#@LINE+25]]:{{[0-9]+}} the index into channels 'lanes' is known only when the kernel runs: FPGA compilers refuse
// ID-NEXT: it, or expand it to all 4 channels
// RUN: not %roofline analyze --verbose %s --kernel by_counter --arg n=4 | FileCheck %s --check-prefix=COUNTER
// COUNTER: [[#@LINE+26]]:{{[0-9]+}} the index into channels 'lanes' is known only

// Known to the compiler: constants, counters of unrolled loops, ids of compute units.
// RUN: %roofline analyze --verbose %s --kernel by_pragma > %t.txt
// RUN: FileCheck %s --check-prefix=GOOD < %t.txt
// GOOD-NOT: unknown, so
// RUN: %roofline analyze --verbose %s --kernel by_unit --arg n=64 | FileCheck %s --check-prefix=GOOD

// One kernel writes a channel, and one reads it; elements of an array are channels of their own.
// RUN: not %roofline analyze --verbose %s --kernel first | FileCheck %s --check-prefix=TWO
// RUN: not %roofline analyze --verbose %s --kernel second | FileCheck %s --check-prefix=TWO
// TWO: [[#@LINE+32]]:{{[0-9]+}} channel 'shared' has two kernels that write it, 'first' and 'second', which FPGA
// RUN: %roofline analyze --verbose %s --kernel reader | FileCheck %s --check-prefix=GOOD

// RUN: not %roofline analyze --verbose %s --kernel vector --global 64 --local 64 | FileCheck %s --check-prefix=VECTOR
// VECTOR: num_simd_work_items of a kernel with channels, which FPGA compilers do not vectorise

#pragma OPENCL EXTENSION cl_intel_channels : enable
channel int lanes[4], units[2], shared, alone;
channel int3 grid[2][3];

kernel void by_id(global int *restrict y) {
  y[get_global_id(0)] = read_channel_intel(lanes[get_global_id(0)]);
}
kernel void by_counter(global int *restrict y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = read_channel_intel(lanes[i]);
}
kernel void by_pragma(global const int *restrict x) {
#pragma unroll
  for (int k = 0; k < 4; ++k)
    write_channel_intel(lanes[k], __fpga_reg(x[k]));
  mem_fence(CLK_CHANNEL_MEM_FENCE);
  write_channel_intel(grid[1][2], (int3)(x[4]));
}
__attribute__((num_compute_units(2))) kernel void by_unit(int n) {
  for (int i = 0; i < n; ++i)
    write_channel_intel(units[get_compute_id(0)], i);
}
kernel void first(void) {
  write_channel_intel(shared, 1);
  write_channel_intel(grid[0][0], (int3)(1));
}
kernel void second(void) { write_channel_intel(shared, 2); }
kernel void reader(global int *restrict y) { y[0] = read_channel_intel(shared) + read_channel_intel(shared); }
__attribute__((num_simd_work_items(4), reqd_work_group_size(64, 1, 1)))
kernel void vector(global const int *restrict x) { write_channel_intel(alone, x[get_global_id(0)]); }
