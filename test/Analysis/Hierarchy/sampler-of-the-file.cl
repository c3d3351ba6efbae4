// A sampler at the top of the file is no place of the kernel.
// RUN: %roofline analyze --verbose %s --allow-unknown --global 64,64 | FileCheck %s
// CHECK: block 6-9
constant sampler_t S = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void k(read_only image2d_t in, write_only image2d_t out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  write_imagef(out, (int2)(x, y), read_imagef(in, S, (int2)(x, y)) * 2);
}
