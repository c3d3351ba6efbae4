// Erosion by a square of 3 x 3 (TUE11 section 7.4.2): the least of the
// neighbours; those outside the image do not count.
__kernel void erosion(__global const uchar *restrict image,
                      __global uchar *restrict eroded, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  uchar least = 255;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
        least = min(least, image[(y + dy) * width + x + dx]);
  eroded[y * width + x] = least;
}
