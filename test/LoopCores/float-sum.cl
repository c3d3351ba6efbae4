kernel void sum(global const float *in, global float *out) {
  float parts[8];
#pragma unroll
  for (int k = 0; k < 8; ++k)
    parts[k] = 0.0f;
  for (int i = 0; i < 4096; ++i) {
    float next = parts[7] + in[i];
#pragma unroll
    for (int k = 7; k > 0; --k)
      parts[k] = parts[k - 1];
    parts[0] = next;
  }
  float s = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; ++k)
    s += parts[k];
  *out = s;
}
