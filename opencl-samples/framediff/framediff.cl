// Frame differencing, one work-item per pixel: TUE11 section 7.2.1. Foreground
// where two frames differ by more than the threshold of its listings.
__kernel void framediff(__global const uchar *restrict before,
                        __global const uchar *restrict now,
                        __global uchar *restrict moved) {
  size_t i = get_global_id(0);
  int difference = now[i] - before[i];
  moved[i] = abs(difference) < 16 ? 0 : 255;
}
