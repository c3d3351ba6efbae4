// Vectors from scalars: Oclgrind runs them as OpenCL C 1.2 alone.
kernel void vectors(global float *A, global float4 *B, global const short *C) {
  int i = get_global_id(0);
  float4 v = vload4(i, A);
  vstore2(v.xy, 3 * i + 100, A);
  B[i + 4] = v + B[i];
  short8 s = vload8(i + 1, C);
  A[i] = s.s3 + s.s7;
}
