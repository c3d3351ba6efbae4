#define Q 32
kernel void score(global const uchar *query, global const uchar *text, global short *out) {
  uchar q[Q];
  short h[Q], diagonal[Q];
#pragma unroll
  for (int c = 0; c < Q; ++c) {
    q[c] = query[c];
    h[c] = diagonal[c] = 0;
  }
  short best = 0;
  for (int i = 0; i < 256; ++i) {
    uchar t = text[i];
    short left = 0, corner = 0;
#pragma unroll
    for (int c = 0; c < Q; ++c) {
      short up = h[c];
      short v = max((short)0, max((short)(corner + (q[c] == t ? 2 : -1)), (short)(max(up, left) - 1)));
      corner = up;
      h[c] = left = v;
      best = max(best, v);
    }
  }
  *out = best;
}
