// Gaussian blur 5 x 5 on whole numbers; pixels beyond the border are those on
// it, by min and max. The sum of the weights is 256.
__constant int weights[25] = {1,  4, 6, 4,  1,  4,  16, 24, 16, 4, 6, 24, 36,
                              24, 6, 4, 16, 24, 16, 4,  1,  4,  6, 4, 1};

__kernel void gauss5x5_int(__global const int *restrict image,
                           __global int *restrict blurred, int width,
                           int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int sum = 0;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i) {
      int row = min(max(y + j - 2, 0), height - 1);
      int column = min(max(x + i - 2, 0), width - 1);
      sum += weights[5 * j + i] * image[row * width + column];
    }
  blurred[y * width + x] = (sum + 128) >> 8;
}
