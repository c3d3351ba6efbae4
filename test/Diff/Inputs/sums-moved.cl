// The same kernels: a macro, comments and empty lines stand above, and a helper between.

#define TWICE 2.0f


kernel void rows(global float *restrict sums, global const float *restrict field, int width,
                 int height) {
  // every row

  for (int y = 0; y < height; ++y) {
    float sum = 0;
    // every column
    for (int x = 0; x < width; ++x)
      sum += field[y * width + x];

    sums[y] = sum;
  }
}

float twice(float x) { return x * TWICE; }

kernel void scale(global float *restrict out, global const float *restrict in, int n) {
#pragma unroll 4
  for (int i = 0; i < n; ++i)
    out[i] = twice(in[i]);
}
