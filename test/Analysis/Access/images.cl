// Images: rows of pixels follow each other; 16 bytes are the most a pixel takes.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
constant sampler_t Pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP;
constant sampler_t Unit = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP;

kernel void filter(read_only image2d_t in, write_only image2d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  int2 at = (int2)(x, y);
  // CHECK: global read of in at [[@LINE+2]]:{{[0-9]+}}, <=16 bytes: 16 + 16*global_id(0) + 16*in.width*global_id(1)
  // CHECK: global read of in at [[@LINE+1]]:{{[0-9]+}}, <=16 bytes: -32*in.width + 16*global_id(0) + 16*in.width*global_id(1)
  float4 sum = read_imagef(in, Pixels, at + (int2)(1, 0)) + read_imagef(in, at - (int2)(0, 2));
  // CHECK: global write of out at [[@LINE+1]]:{{[0-9]+}}, <=16 bytes: 0 + 16*global_id(0) + 16*out.width*global_id(1)
  write_imagef(out, at, sum);
}

kernel void centres(read_only image2d_t in, global float4 *out) {
  float2 at = (float2)(get_global_id(0) + 0.5f, get_global_id(1) + 0.5f);
  // CHECK-LABEL: kernel centres
  // CHECK: global read of in at [[@LINE+1]]:{{[0-9]+}}, <=16 bytes: 0 + 16*global_id(0) + 16*in.width*global_id(1)
  out[0] = read_imagef(in, Pixels, at);
  // CHECK: global read of in at [[@LINE+1]]:{{[0-9]+}}, <=16 bytes: irregular, the sampler's coordinates may be normalized
  out[1] = read_imagef(in, Unit, at);
}

kernel void slices(read_only image3d_t in, read_only image2d_array_t list, global uint4 *out) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  // CHECK-LABEL: kernel slices
  // CHECK: global read of in at [[@LINE+1]]:{{[0-9]+}}, <=16 bytes: 0 + 16*global_id(0) + 16*in.width*global_id(1) + 16*in.height*in.width*global_id(2)
  out[0] = read_imageui(in, (int4)(x, y, z, 0));
  // CHECK: global read of list at [[@LINE+1]]:{{[0-9]+}}, <=16 bytes: 80*list.height*list.width + 16*global_id(0) + 16*list.width*global_id(1)
  out[1] = read_imageui(list, (int4)(x, y, 5, 0));
}

kernel void whole(read_only image2d_t in, global float *out) {
  float sum = 0;
  // CHECK-LABEL: kernel whole
  // CHECK: loop{{.*}}in.width
  for (int x = 0; x < get_image_width(in); ++x)
    sum += read_imagef(in, (int2)(x, 0)).x;
  out[0] = sum;
}
