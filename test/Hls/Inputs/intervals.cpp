// Sums whose interval the operator decides: see intervals.test.

void unasked(const float a[410], float sum[1]) {
  sum[0] = 0;
k_unasked:
  for (int k = 0; k < 410; k++)
    sum[0] += a[k];
}

void flattened(const float a[180][210], float sum[180]) {
  for (int i = 0; i < 180; i++) {
    sum[i] = 0;
  k_flattened:
    for (int k = 0; k < 210; k++)
      sum[i] += a[i][k];
  }
}

void asked(const float a[400], float sum[1]) {
  sum[0] = 0;
k_asked:
  for (int k = 0; k < 400; k++) {
#pragma HLS pipeline II = 1
    sum[0] += a[k];
  }
}

template <int Terms> static void add(const float a[64 * Terms], int k, float &sum) {
  for (int t = 0; t < Terms; t++) {
    if (k * Terms + t == 0)
      sum = 0;
    sum += a[k * Terms + t] * a[k * Terms + t];
  }
}

void one(const float a[64], float sum[1]) {
#pragma HLS array_partition variable = a complete
k_one:
  for (int k = 0; k < 64; k++) {
#pragma HLS pipeline II = 1
    add<1>(a, k, sum[0]);
  }
}

void two(const float a[128], float sum[1]) {
#pragma HLS array_partition variable = a complete
k_two:
  for (int k = 0; k < 64; k++) {
#pragma HLS pipeline II = 1
    add<2>(a, k, sum[0]);
  }
}

void four(const float a[256], float sum[1]) {
#pragma HLS array_partition variable = a complete
k_four:
  for (int k = 0; k < 64; k++) {
#pragma HLS pipeline II = 1
    add<4>(a, k, sum[0]);
  }
}

void ten(const float a[640], float sum[1]) {
#pragma HLS array_partition variable = a complete
k_ten:
  for (int k = 0; k < 64; k++) {
#pragma HLS pipeline II = 1
    add<10>(a, k, sum[0]);
  }
}

void shared(const float a[8][7], float b[8][7], float c[8][7]) {
#pragma HLS dataflow
#pragma HLS array_partition variable = b complete dim = 2
#pragma HLS array_partition variable = c complete dim = 2
first:
  for (int i = 0; i < 8; i++) {
#pragma HLS pipeline II = 1
    for (int j = 0; j < 7; j++)
      b[i][j] = a[i][j];
  }
second:
  for (int i = 0; i < 8; i++) {
#pragma HLS pipeline II = 1
    for (int j = 0; j < 7; j++)
      c[i][j] = a[i][j];
  }
}
