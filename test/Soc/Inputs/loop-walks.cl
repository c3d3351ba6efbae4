// Bins of x, over which the kernel goes four times.
kernel void again(global const uchar *x, global uint *out) {
  uint bins[256];
  for (int i = 0; i < 256; ++i)
    bins[i] = 0;
  for (int r = 0; r < 4; ++r)
    for (int i = 0; i < 64; ++i)
      bins[x[i]] += r;
  for (int i = 0; i < 256; ++i)
    out[i] = bins[i];
}
// Bins of the 16 x 16 corner of an image of 64 columns.
kernel void corner(global const uchar *image, global uint *out, uint more) {
  uint bins[256];
  for (int i = 0; i < 256; ++i)
    bins[i] = 0;
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 16; ++x)
      bins[image[64 * y + x]] += more;
  for (int i = 0; i < 256; ++i)
    out[i] = bins[i];
}
