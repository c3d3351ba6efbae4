// Cosine of the angle between two vectors in one work-item: three sums, and what is made
// of them.
#pragma OPENCL FP_CONTRACT OFF

__kernel void cosine(__global const float *restrict x,
                     __global const float *restrict y,
                     __global float *restrict result, int n) {
  float xy = 0.0f, xx = 0.0f, yy = 0.0f;
  for (int i = 0; i < n; ++i) {
    xy += x[i] * y[i];
    xx += x[i] * x[i];
    yy += y[i] * y[i];
  }
  *result = xy / sqrt(xx * yy);
}
