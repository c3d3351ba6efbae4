// Normals of a depth image: a sliding window of two rows in a shift register.
#ifndef WIDTH
#define WIDTH 640
#endif
typedef struct { float x, y, z; } vec;

vec cross_of(vec a, vec b) {
  vec c;
  c.x = a.y * b.z - a.z * b.y;
  c.y = a.z * b.x - a.x * b.z;
  c.z = a.x * b.y - a.y * b.x;
  return c;
}

__attribute__((task))
kernel void normals(global const ushort *restrict depth,
                    global float *restrict normal, int height) {
  float window[2 * WIDTH + 1];
  for (int i = 0; i < 2 * WIDTH + 1; ++i)
    window[i] = 0.0f;
  #pragma ivdep
  for (int p = 0; p < height * WIDTH; ++p) {
    #pragma unroll
    for (int i = 2 * WIDTH; i > 0; --i)
      window[i] = window[i - 1];
    window[0] = (float)depth[p] * 0.001f;
    vec right, down;
    right.x = 1.0f, right.y = 0.0f, right.z = window[WIDTH - 1] - window[WIDTH + 1];
    down.x = 0.0f, down.y = 1.0f, down.z = window[0] - window[2 * WIDTH];
    vec n = cross_of(right, down);
    float scale = rsqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    normal[3 * p] = n.x * scale;
    normal[3 * p + 1] = n.y * scale;
    normal[3 * p + 2] = n.z * scale;
  }
}
