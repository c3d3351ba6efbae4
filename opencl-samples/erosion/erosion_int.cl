// Erosion of whole numbers by a cross of five pixels. The image has a border of
// one pixel on each side; pitch is its width with the border.
__kernel void erosion_int(__global const int *restrict image,
                          __global int *restrict eroded, int pitch) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = (y + 1) * pitch + x + 1;
  int least = min(image[i], min(image[i - 1], image[i + 1]));
  least = min(least, min(image[i - pitch], image[i + pitch]));
  eroded[y * (pitch - 2) + x] = least;
}
