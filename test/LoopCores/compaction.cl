kernel void compact(global const int *in, global int *out, global int *count) {
  int o = 0;
  for (int i = 0; i < 1024; ++i)
    if (in[i] > 0)
      out[o++ & 1023] = in[i];
  *count = o;
}
