// The function 'logarithms' of math.c.
kernel void logarithms(global const float *in, global const int *n, global float *out) {
  int i = get_global_id(0);
  out[i] = ldexp(log(in[i]), n[i]);
}
