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

__kernel void gamma(__global const float *from, __global float *to) {
  int i = get_global_id(0);
  to[i] = tgamma(from[i]);
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

__kernel void bits(__global const uint *from, __global uint *to) {
  int i = get_global_id(0);
  uint left = from[i], n = 0;
  for (; left; ++n)
    left &= left - 1;
  to[i] = n;
}

__kernel void around(__global const int *from, __global int *to, int radius) {
  int i = get_global_id(0), sum = 0;
  for (int k = 0; k <= radius; ++k)
    sum += from[i + k];
  to[i] = sum;
}

__kernel void scale(__global const float4 *from, __global float4 *to,
                    float4 by) {
  int i = get_global_id(0);
  to[i] = from[i] * by;
}

// What is read may have been written just before.
__kernel void twice(__global const int *a, __global int *b, __global int *c) {
  int i = get_global_id(0);
  if (a[i] > 3)
    b[i] = a[i] * 7;
  c[i] = b[i];
}

kernel void rows(global const float *restrict a, global float *restrict b, int pitch) {
  int i = get_global_id(1) * pitch + get_global_id(0);
  b[i] = 2 * a[i];
}

kernel void sign_of(global const float *restrict a, global float *restrict b) {
  int i = get_global_id(0);
  b[i] = copysign(a[i], 2 - a[i]);
}
