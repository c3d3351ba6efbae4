// Row pointers, indices to read and indices to write.
kernel void rows(global const int *end, global const int *column, global const float *value, global const float *x,
                 global float *y) {
  int i = get_global_id(0);
  float sum = 0;
  for (int j = end[i]; j < end[i + 1]; ++j)
    sum += value[j] * x[column[j]];
  y[i] = sum;
}
kernel void scatter(global const uint *to, global const int *in, global int *out) {
  int i = get_global_id(0);
  out[to[i]] = in[i];
}
