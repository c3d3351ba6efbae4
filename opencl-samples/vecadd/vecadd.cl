// Vector addition, one work-item per element: HPCA16 section 6.2.
__kernel void vecadd(__global const int *restrict a,
                     __global const int *restrict b, __global int *restrict c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
