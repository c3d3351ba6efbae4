// z = a x + y of whole numbers, one work-item per element.
__kernel void saxpy_int(__global const int *restrict x,
                        __global const int *restrict y,
                        __global int *restrict z, int a) {
  size_t i = get_global_id(0);
  z[i] = a * x[i] + y[i];
}
