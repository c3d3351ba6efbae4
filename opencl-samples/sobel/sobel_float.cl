// Sobel edges of a grey image, their length; the border keeps what it held.
#pragma OPENCL FP_CONTRACT OFF

__kernel void sobel_float(__global const float *restrict image,
                          __global float *restrict edges, int width) {
  int x = get_global_id(0) + 1;
  int y = get_global_id(1) + 1;
  __global const float *above = image + (y - 1) * width + x;
  __global const float *here = above + width;
  __global const float *below = here + width;
  float across = (above[1] - above[-1]) + 2.0f * (here[1] - here[-1]) +
                 (below[1] - below[-1]);
  float down = (below[-1] - above[-1]) + 2.0f * (below[0] - above[0]) +
               (below[1] - above[1]);
  edges[y * width + x] = sqrt(across * across + down * down);
}
