// Pragmas that limit or promise something: pragmas-priced.test.
void hist(int n[256], const unsigned char x[100]) {
each: for (int i = 0; i < 100; i++) {
#ifdef FALSE_
#pragma HLS dependence variable=n type=inter dependent=false
#endif
#ifdef DIST
#pragma HLS dependence variable=n inter RAW distance=3 true
#endif
#ifdef WAR_
#pragma HLS dependence variable=n inter WAR false
#endif
#ifdef X_
#pragma HLS dependence variable=x inter false
#endif
    n[x[i]] += 1;
  }
}
void slow(int a[10], const int b[10]) {
each: for (int i = 0; i < 10; i++) {
#pragma HLS latency min=20
    a[i] = b[i];
  }
#pragma HLS latency min=1000 max=2000
}
void fast(int a[10], const int b[10]) {
each: for (int i = 0; i < 10; i++) {
#pragma HLS latency max=1
    a[i] = b[i];
  }
}
void muls(double a[64], const double b[64], const double c[64]) {
#ifdef LIMIT
#pragma HLS allocation operation instances=dmul limit=2
#endif
#pragma HLS array_partition variable=a complete
#pragma HLS array_partition variable=b complete
#pragma HLS array_partition variable=c complete
each: for (int i = 0; i < 64; i++) {
#pragma HLS unroll factor=8
    a[i] = b[i] * c[i];
  }
}
void merge(int a[50], int b[50], const int c[50]) {
#ifdef MERGE
#pragma HLS loop_merge
#endif
  for (int i = 0; i < 50; i++)
    a[i] = c[i] + 1;
  for (int i = 0; i < 50; i++)
    b[i] = c[i] + 2;
}
double sum(const double a[64]) {
#pragma HLS array_partition variable=a complete
  double s = 0;
each: for (int i = 0; i < 64; i++) {
#ifdef OFF
#pragma HLS expression_balance off
#endif
#pragma HLS unroll factor=4
    s += a[i];
  }
  return s;
}
void bind(double a[64], const double b[64]) {
#ifdef BIND
#pragma HLS bind_op variable=t op=dmul latency=9
#endif
each: for (int i = 0; i < 64; i++) {
    double t = b[i] * b[i];
    a[i] = t;
  }
}
static int twice(int x) {
#pragma HLS inline off
#pragma HLS function_instantiate variable=x
  return 2 * x;
}
void rest(int a[8]) {
#pragma HLS inline off
#pragma HLS inline recursive
#pragma HLS expression_balance
  for (int i = 0; i < 8; i++) {
#pragma HLS performance target_ti=100
    a[i] = twice(a[i]);
  }
#pragma HLS performance target_ti=2
#pragma HLS allocation function instances=twice limit=1
#pragma HLS allocation operation instances=sdiv limit=1
#pragma HLS loop_merge
}
