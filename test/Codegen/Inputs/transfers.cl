kernel void heat(global const int *restrict in, global int *restrict out, int w,
                 int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] = (in[y * w + x - 1] + in[y * w + x + 1] +
                      in[(y - 1) * w + x] + in[(y + 1) * w + x]) >>
                     2;
}
