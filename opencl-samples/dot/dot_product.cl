// Dot product in one work-item; the sum is taken in the order of the elements.
#pragma OPENCL FP_CONTRACT OFF

__kernel void dot_product(__global const float *restrict x,
                          __global const float *restrict y,
                          __global float *restrict result, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i)
    sum += x[i] * y[i];
  *result = sum;
}
