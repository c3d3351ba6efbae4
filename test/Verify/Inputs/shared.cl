kernel void squares(global const short *a, global const short *b, global const short *c,
                    global uint *o) {
  int i = get_global_id(0);
  int d = a[i] - b[i], e = b[i] - c[i], f = a[i] - c[i], g = a[i] + b[i], h = b[i] + c[i];
  o[i] = d * d + e * e + f * f + g * g + h * h;
}
#define ORDER(a, b) { uchar t = min(a, b); b = max(a, b); a = t; }
kernel void median(global const uchar *in, global uchar *out) {
  int i = get_global_id(0);
  uchar a = in[i], b = in[i + 1], c = in[i + 2], d = in[i + 3], e = in[i + 4];
  ORDER(a, b) ORDER(d, e) ORDER(a, d) ORDER(b, e) ORDER(b, c) ORDER(c, d) ORDER(b, c)
  out[i] = c;
}
kernel void parity(global const short *a, global int *o, int n) {
  int m = 0;
  for (int i = 0; i < n; i++)
    m ^= a[i];
  o[0] = m;
}
kernel void share(global const int *in, global int *o) {
  int i = get_global_id(0);
  o[i] = in[i] / -7 + in[i] % 1000;
}
