// Sobel edges of a grey image in one work-item: two rows wait in line buffers,
// a 3 x 3 window slides. The image has a border of one pixel on each side:
// (width + 2) x (height + 2), the edges width x height.
#define MAX_PITCH 1922

__attribute__((reqd_work_group_size(1, 1, 1))) __kernel void
sobel_single(__global const uint *restrict image, __global uint *restrict edges,
             int width, int height) {
  __local uint above2[MAX_PITCH];
  __local uint above1[MAX_PITCH];
  int pitch = width + 2;
  for (int y = 0; y < height + 2; ++y) {
    int top0 = 0, top1 = 0, mid0 = 0, mid1 = 0, low0 = 0, low1 = 0;
    for (int x = 0; x < pitch; ++x) {
      int top2 = above2[x];
      int mid2 = above1[x];
      int low2 = image[y * pitch + x];
      above2[x] = mid2;
      above1[x] = low2;
      int across = (top2 - top0) + 2 * (mid2 - mid0) + (low2 - low0);
      int down = (low0 - top0) + 2 * (low1 - top1) + (low2 - top2);
      if (y >= 2 && x >= 2)
        edges[(y - 2) * width + x - 2] = min(abs(across) + abs(down), 255u);
      top0 = top1;
      top1 = top2;
      mid0 = mid1;
      mid1 = mid2;
      low0 = low1;
      low1 = low2;
    }
  }
}
