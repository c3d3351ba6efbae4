// Numbers at the end of what 64 bits hold stay what they are.
// RUN: %roofline analyze --verbose %s --kernel whole --arg n=9223372036854775807 | FileCheck %s --check-prefix=WHOLE
// Eight bytes are read and written 2^63 - 1 times; no address is that large.
// WHOLE: Q requested [byte] {{ *}}1.476e+20
// WHOLE: Q compulsory [byte] {{ *}}<= 1.476e+20
kernel void whole(global long *a, long n) {
  for (long i = 0; i < n; ++i)
    a[i] += 1;
}

// A bound that is the counter's width says nothing of a loop that data ends.
// RUN: not %roofline analyze --verbose %s --kernel endless --arg from=5 > %t.endless
// RUN: FileCheck %s --check-prefix=ENDLESS < %t.endless
// ENDLESS: no time by model board, which lacks an input
// ENDLESS: trip count of the loop at line [[#@LINE+3]]: its bound, (4294967295*from + 2147483647) %
// ENDLESS: bind with --trip
kernel void endless(global int *a, int from) {
  for (int i = from; i < 2147483647; ++i) {
    if (a[i] == 7)
      break;
    a[i] = 3;
  }
}
