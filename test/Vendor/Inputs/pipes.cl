// OpenCL 2.0 pipes between two kernels.
kernel void fill(global const int *restrict in,
                 write_only pipe int __attribute__((depth(16))) p, int count) {
  for (int i = 0; i < count; ++i)
    while (write_pipe(p, &in[i]))
      ;
}

kernel void scale(read_only pipe int __attribute__((depth(16))) p,
                  global int *restrict out, int count) {
  for (int i = 0; i < count; ++i) {
    int v = 0;
    read_pipe(p, &v);
    out[i] = 3 * v;
  }
}
