// y = a x + y, one work-item per element; those beyond n have nothing to do.
#pragma OPENCL FP_CONTRACT OFF

__kernel void saxpy(__global const float *restrict x,
                    __global float *restrict y, float a, int n) {
  int i = get_global_id(0);
  if (i < n)
    y[i] = a * x[i] + y[i];
}
