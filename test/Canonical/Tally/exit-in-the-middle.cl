// An exit in the middle of the body: the trip count has the last, partial iteration.
// RUN: %roofline analyze %s --allow-unknown --arg rows=50 --arg cols=40 --verbose | FileCheck %s

// The inner loop runs 10 times, with 9 tests each; the test of k 10 times, what
// stands behind it 9 times, which is not known exactly.
// CHECK-LABEL: kernel middle
// CHECK: icmp int32 {{ *}}100{{$}}
// CHECK: mul int32 {{ *}}80{{$}}
// CHECK: xor int32 {{ *}}<= 10
// CHECK: Q requested [byte] {{ *}}324{{$}}
kernel void middle(global const int *a, global int *o) {
  int s = 0, k = 0;
  while (1) {
    for (int j = 0; j < 8; j++)
      s += a[k * 8 + j];
    if (k == 9)
      break;
    k++;
    s ^= 3;
  }
  *o = s;
}

// Of an element: a product and a sum for its index, two comparisons, a sum, the
// counter, the loop's test. Of a row: 40 of them, the last test, two sums and
// the counter, the loop's test. 50 (40 * 7 + 1 + 4) + 1.
// CHECK-LABEL: kernel leave
// CHECK: W [integer operation] {{ *}}1 .. 14251  <= 14251
// CHECK: Q requested [byte] {{ *}}4 .. 8204  <= 8204
kernel void leave(global const int *m, global int *r, int rows, int cols) {
  int sum = 0;
  for (int i = 0; i < rows; i++) {
    int acc = 0;
    for (int j = 0; j < cols; j++) {
      int v = m[i * cols + j];
      if (v == -1)
        goto done;
      if (v == 0)
        goto next;
      acc += v;
    }
    sum += acc;
  next:
    r[i + 1] = acc;
  }
done:
  r[0] = sum;
}
