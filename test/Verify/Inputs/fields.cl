// Elements of several fields: vectors, and structures of which one is left alone.
kernel void f(global const float2 *now, global float2 *next, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1), at = y * width + x;
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
    next[at] = 0.5f * (now[at - 1] + now[at + 1]);
}

kernel void gray(global const uchar4 *in, global uchar4 *out) {
  int i = get_global_id(0);
  uchar y = (in[i].x * 77 + in[i].y * 150 + in[i].z * 29) >> 8;
  out[i] = (uchar4)(y, y, y, in[i].w);
}

typedef struct {
  int count;
  float mean;
} Bin;
kernel void halve(global const Bin *in, global Bin *out) {
  out[get_global_id(0)].mean = in[get_global_id(0)].mean * 0.5f;
}

kernel void sum3(global const float *in, global float *out) {
  float3 v = vload3(get_global_id(0), in);
  out[get_global_id(0)] = v.x + v.y + v.z;
}
