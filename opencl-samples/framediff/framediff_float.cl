// Frame differencing: 1 where two frames differ by more than the threshold.
#pragma OPENCL FP_CONTRACT OFF

__kernel void framediff_float(__global const float *restrict before,
                              __global const float *restrict now,
                              __global float *restrict moved, float threshold) {
  int i = get_global_id(0);
  moved[i] = fabs(now[i] - before[i]) > threshold ? 1.0f : 0.0f;
}
