// A product whose second factor is read along its columns, and a sum that waits for itself.
__kernel void rows(__global const float *a, __global const float *b, __global float *c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[x * n + k];
  c[y * n + x] = sum;
}

__kernel void scale(__global const float *a, __global float *c, float by) {
  int i = get_global_id(0);
  c[i] = by * a[i] /* </script><b id="markup"> */;
}
