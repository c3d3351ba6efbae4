// Frame differencing as one loop over the pixels of a VGA frame, the shape of
// TUE11 Listing 7.1.
__kernel void framediff_single(__global const uchar *restrict before,
                               __global const uchar *restrict now,
                               __global uchar *restrict moved) {
  for (long i = 0; i < 640 * 480; ++i) {
    int difference = now[i] - before[i];
    moved[i] = abs(difference) < 16 ? 0 : 255;
  }
}
