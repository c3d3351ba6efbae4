#define FACTOR 8
#define STRINGIFY(X) #X
#define PRAGMA(X) _Pragma(STRINGIFY(X))
constexpr int Depth = 3;
struct Config {
  static const int Lanes = 2;
};
template <int N, class C> void scale(int (&a)[N], int f) {
each:
  for (int i = 0; i < N; i++) {
#pragma HLS unroll factor=N/4
#pragma HLS dependence variable=a type=inter distance=C::Lanes
    a[i] *= f;
  }
}
static const short taps[4] = {1, 2, 3, 4};
int top(int in[64], int out[][8], unsigned char *raw) {
  int buf[64], small[16];
  static float state[4];
#pragma HLS array_partition variable=buf type=cyclic factor=1<<Depth
load:
  for (int i = 0; i < 64; i++)
#pragma HLS PIPELINE II = 1 rewind
    buf[i] = in[i] * taps[i & 3] + raw[i];
  scale<64, Config>(buf, 3);
  for (int i = 0; i < 16; i++) {
    PRAGMA(HLS unroll factor=FACTOR)
    small[i] = buf[63 - i];
  }
  scale<16, Config>(small, 5);
  while (state[0] < 1) {
#pragma HLS loop_tripcount min=1 max=FACTOR*Depth avg=5
    state[0] += state[1];
  }
  for (int i = 0; i < 64; i++)
    out[i / 8][i % 8] = buf[i] + small[i & 15];
  return 0;
}
