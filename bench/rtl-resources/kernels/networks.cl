// Networks of minima and maxima, and choices among several.
#define ORDER(a, b) do { int lo = min(a, b); b = max(a, b); a = lo; } while (0)

// designs: 1:1, 1:2, 1:1:comb
kernel void median3(global const uchar *restrict a, global uchar *restrict o, int n) {
  for (int i = 1; i < n - 1; ++i)
    o[i] = max(min(a[i - 1], a[i]), min(max(a[i - 1], a[i]), a[i + 1]));
}
// designs: 1:1, 1:1:comb
kernel void median5(global const short *restrict a, global short *restrict o, int n) {
  for (int i = 2; i < n - 2; ++i) {
    int p = a[i - 2], q = a[i - 1], r = a[i], s = a[i + 1], t = a[i + 2];
    ORDER(p, q); ORDER(r, s); ORDER(p, r); ORDER(q, s); ORDER(q, r);
    o[i] = max(q, min(r, t));
  }
}
// designs: 1:1, 2:1
kernel void sorted4(global const int4 *restrict a, global int4 *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    int p = a[i].x, q = a[i].y, r = a[i].z, s = a[i].w;
    ORDER(p, q); ORDER(r, s); ORDER(p, r); ORDER(q, s); ORDER(q, r);
    o[i] = (int4)(p, q, r, s);
  }
}
kernel void sorted_bytes(global const uchar8 *restrict a, global uchar8 *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uchar8 v = a[i];
    v = (uchar8)(min(v.even, v.odd), max(v.even, v.odd));
    o[i] = (uchar8)(min(v.even, v.odd), max(v.even, v.odd));
  }
}
kernel void range5(global const ushort *restrict a, global ushort *restrict o, int n) {
  for (int i = 2; i < n - 2; ++i) {
    int lo = a[i], hi = a[i];
    for (int k = -2; k <= 2; ++k) {
      lo = min(lo, (int)a[i + k]);
      hi = max(hi, (int)a[i + k]);
    }
    o[i] = hi - lo;
  }
}
// designs: 1:1, 1:1:comb
kernel void place_of_largest(global const short4 *restrict a, global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    short best = a[i].x;
    uchar at = 0;
    if (a[i].y > best) { best = a[i].y; at = 1; }
    if (a[i].z > best) { best = a[i].z; at = 2; }
    if (a[i].w > best) { best = a[i].w; at = 3; }
    o[i] = at;
  }
}
kernel void second_largest(global const uint4 *restrict a, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint4 v = a[i];
    o[i] = max(min(max(v.x, v.y), max(v.z, v.w)), max(min(v.x, v.y), min(v.z, v.w)));
  }
}
kernel void cases(global const int *restrict a, global const uchar *restrict op,
                  global int *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    switch (op[i] & 7) {
    case 0: o[i] = a[i] + 17; break;
    case 1: o[i] = a[i] - 17; break;
    case 2: o[i] = a[i] << 3; break;
    case 3: o[i] = a[i] & 0xffff; break;
    case 4: o[i] = ~a[i]; break;
    default: o[i] = 0;
    }
}
