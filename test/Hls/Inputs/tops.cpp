namespace dsp {
void run(int a[4]) { a[0] = 1; }
} // namespace dsp
void twice(int *a) { a[0] = 2; }
void twice(float *a) { a[0] = 2; }
extern "C" void plain(int *a) {
#pragma HLS top name=plain
  a[0] = 3;
}
