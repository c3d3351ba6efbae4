// Halves an array in each launch: a tree of sums.
kernel void halve(global float *data, uint apart) {
  uint i = get_global_id(0);
  data[i] += data[i + apart];
}
