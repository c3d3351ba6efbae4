// Sobel edges of a grey image of whole numbers; on the border there is no edge.
__kernel void sobel_int(__global const int *restrict image,
                        __global int *restrict edges, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  int edge = 0;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    int across = image[i - width + 1] + 2 * image[i + 1] +
                 image[i + width + 1] - image[i - width - 1] -
                 2 * image[i - 1] - image[i + width - 1];
    int down = image[i + width - 1] + 2 * image[i + width] +
               image[i + width + 1] - image[i - width - 1] -
               2 * image[i - width] - image[i - width + 1];
    edge = min((int)(abs(across) + abs(down)), 255);
  }
  edges[i] = edge;
}
