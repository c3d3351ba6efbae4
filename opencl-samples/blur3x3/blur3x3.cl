// Binomial blur of whole numbers by a square of 3 x 3. The image is mirrored at
// the centres of its outermost pixels: beyond the first comes the second again.
__kernel void blur3x3(__global const int *restrict image,
                      __global int *restrict blurred, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int west = abs(x - 1);
  int east = width - 1 - abs(width - 2 - x);
  int north = y == 0 ? 1 : y - 1;
  int south = y == height - 1 ? height - 2 : y + 1;
  __global const int *above = image + north * width;
  __global const int *here = image + y * width;
  __global const int *below = image + south * width;
  blurred[y * width + x] =
      (above[west] + 2 * above[x] + above[east] + 2 * here[west] + 4 * here[x] +
       2 * here[east] + below[west] + 2 * below[x] + below[east] + 8) >>
      4;
}
