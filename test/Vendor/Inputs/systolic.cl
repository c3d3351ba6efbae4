// A systolic row of multiply-add cells that pass values on through channels.
#pragma OPENCL EXTENSION cl_intel_channels : enable
#define CELLS 4

channel float values[CELLS + 1] __attribute__((depth(8)));
channel float sums[CELLS + 1] __attribute__((depth(8)));

__attribute__((task))
kernel void feed(global const float *restrict a, int count) {
  for (int i = 0; i < count; ++i) {
    write_channel_intel(values[0], a[i]);
    write_channel_intel(sums[0], 0.0f);
  }
}

__attribute__((max_global_work_dim(0)))
__attribute__((autorun))
__attribute__((num_compute_units(CELLS)))
kernel void cell(void) {
  int id = get_compute_id(0);
  while (1) {
    float v = read_channel_intel(values[id]);
    float s = read_channel_intel(sums[id]);
    write_channel_intel(values[id + 1], v);
    write_channel_intel(sums[id + 1], s + v * (float)id);
  }
}

__attribute__((task))
kernel void drain(global float *restrict b, int count) {
  for (int i = 0; i < count; ++i) {
    read_channel_intel(values[CELLS]);
    b[i] = read_channel_intel(sums[CELLS]);
  }
}
