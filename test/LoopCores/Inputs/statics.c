// The function of statics.test in C, whose symbols have another form.
void counts(const int in[8], int out[8]) {
  static int total[2];
  for (int i = 0; i < 8; ++i) {
    total[in[i] & 1] += in[i];
    out[i] = total[0] - total[1];
  }
}
