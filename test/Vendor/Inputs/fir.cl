// A FIR filter as a single work-item: a shift register of the last samples.
#define TAPS 16

__attribute__((task))
kernel void fir(global const float *restrict samples,
                constant float *restrict taps,
                global float *restrict filtered, int count) {
  float window[TAPS];
  #pragma unroll
  for (int t = 0; t < TAPS; ++t)
    window[t] = 0.0f;
  for (int i = 0; i < count; ++i) {
    #pragma unroll
    for (int t = TAPS - 1; t > 0; --t)
      window[t] = window[t - 1];
    window[0] = samples[i];
    float sum = 0.0f;
    #pragma unroll
    for (int t = 0; t < TAPS; ++t)
      sum += window[t] * taps[t];
    filtered[i] = sum;
  }
}
