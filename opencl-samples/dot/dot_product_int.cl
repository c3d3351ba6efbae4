// Dot product of whole numbers in one work-item.
__kernel void dot_product_int(__global const int *restrict x,
                              __global const int *restrict y,
                              __global int *restrict result, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * y[i];
  result[0] = sum;
}
