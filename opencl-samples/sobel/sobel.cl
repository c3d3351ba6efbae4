// Sobel edges of a grey image, one work-item per pixel. The image has a border
// of one pixel on each side: (width + 2) x (height + 2), the edges width x
// height.
__kernel void sobel(__global const uint *restrict image,
                    __global uint *restrict edges, int width) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int pitch = width + 2;
  int across = 0;
  int down = 0;
  for (int dy = 0; dy < 3; ++dy) {
    int weight = dy == 1 ? 2 : 1;
    across += weight * ((int)image[(y + dy) * pitch + x + 2] -
                        (int)image[(y + dy) * pitch + x]);
  }
  for (int dx = 0; dx < 3; ++dx) {
    int weight = dx == 1 ? 2 : 1;
    down += weight * ((int)image[(y + 2) * pitch + x + dx] -
                      (int)image[y * pitch + x + dx]);
  }
  edges[y * width + x] = min(abs(across) + abs(down), 255u);
}
