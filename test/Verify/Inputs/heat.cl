// One step of heat flow on a plate: a 5-point stencil whose border stays.
__kernel void heat(__global const int *now, __global int *next, int width,
                   int height, int weight) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  int i = y * width + x;
  int around = now[i - 1] + now[i + 1] + now[i - width] + now[i + width];
  next[i] = now[i] + (((around - 4 * now[i]) * weight) >> 8);
}

__kernel void gather(__global const int *from, __global const int *where,
                     __global int *to) {
  int i = get_global_id(0);
  to[i] = from[where[i]];
}

__kernel void squares(__global const int *from, __global int *to) {
  int i = get_global_id(0);
  to[i] = from[i * i];
}

__kernel void running_sum(__global const int *from, __global int *to, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += from[i];
    to[i] = sum;
  }
}

__kernel void in_place(__global int *a) {
  int i = get_global_id(0);
  a[i] = a[i] + a[i + 1];
}

__kernel void logarithm(__global const float *from, __global float *to) {
  int i = get_global_id(0);
  to[i] = log(from[i]);
}

// Its output has shorter rows than its input, and its first row is not written.
__kernel void shorter(__global const int *from, __global int *to, int pitch) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (y > 0)
    to[y * (pitch - 2) + x] = from[y * pitch + x] - from[y * pitch + x + 2];
}

// Of random bytes one in 256 divides by 0.
__kernel void ratio(__global const uchar *a, __global const uchar *b,
                    __global uchar *c) {
  int i = get_global_id(0);
  c[i] = a[i] / b[i];
}
