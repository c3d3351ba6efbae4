// Gaussian blur 5 x 5, one work-item per inner pixel; a frame of two pixels
// keeps what it held. The weights are binomial, their sum is 256.
#pragma OPENCL FP_CONTRACT OFF

__constant float weights[5] = {1.0f, 4.0f, 6.0f, 4.0f, 1.0f};

__kernel void gauss5x5(__global const float *restrict image,
                       __global float *restrict blurred, int width) {
  int x = get_global_id(0) + 2;
  int y = get_global_id(1) + 2;
  float sum = 0.0f;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      sum +=
          weights[dy + 2] * weights[dx + 2] * image[(y + dy) * width + x + dx];
  blurred[y * width + x] = sum / 256.0f;
}
