// Xilinx pipes at program scope.
pipe int p0 __attribute__((xcl_reqd_pipe_depth(32)));

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void input_stage(global const int *in, int n) {
  __attribute__((xcl_pipeline_loop))
  for (int i = 0; i < n; ++i)
    write_pipe_block(p0, &in[i]);
}
kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void output_stage(global int *out, int n) {
  __attribute__((xcl_pipeline_loop))
  for (int i = 0; i < n; ++i) {
    int v;
    read_pipe_block(p0, &v);
    out[i] = v + 1;
  }
}
