kernel void strided(global const float *in, global float *out) {
  int i = get_global_id(0);
  out[i] = in[9 * i];
}
