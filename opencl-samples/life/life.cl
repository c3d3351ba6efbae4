// One generation of Conway's game of life: a cell lives on with two or three
// living neighbours and is born with three. Cells beyond the border are dead.
__kernel void life(__global const uchar *restrict alive,
                   __global uchar *restrict next, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if ((dx != 0 || dy != 0) && x + dx >= 0 && x + dx < width &&
          y + dy >= 0 && y + dy < height)
        neighbours += alive[(y + dy) * width + x + dx];
  uchar here = alive[y * width + x];
  next[y * width + x] = neighbours == 3 || (neighbours == 2 && here != 0);
}
