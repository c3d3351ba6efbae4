// A chain whose second kernel has no element before the first one.
__kernel void scaled(__global const int *a, __global int *b) {
  int i = get_global_id(0);
  b[i] = 3 * a[i] - 1;
}

// The first element has no other before it.
__kernel void steps(__global const int *b, __global int *c) {
  int i = get_global_id(0);
  c[i] = i == 0 ? b[0] : b[i] + b[i - 1];
}
