__kernel void extra(__global const int *restrict a, __global int *restrict b, __global int *restrict seen,
                    int n) {
  int x = get_global_id(0);
  int v = a[x] + (x > 0 ? a[x - 1] : 0);
  b[x] = v;
  if (v & 4)
    seen[x] = v;
}
__kernel void always(__global const int *restrict a, __global int *restrict b, __global int *restrict last,
                    int n) {
  int x = get_global_id(0);
  int v = a[x] + (x < n - 1 ? a[x + 1] : 0);
  b[x] = v;
  if (x > 2)
    last[x] = v * 3;
}
