// A pointer that goes up to another one of the same array counts elements.
// RUN: %roofline analyze --verbose %s --arg n=100 | FileCheck %s --check-prefix=TEXT
// TEXT: kernel less
// TEXT: = 100
// TEXT: kernel threes
// TEXT: = 34
kernel void less(global const int *a, global int *o, int n) {
  int s = 0;
  for (global const int *p = a; p < a + n; p++)
    s += *p;
  *o = s;
}
kernel void threes(global const int *a, global int *o, int n) {
  int s = 0;
  for (global const int *p = a; p < a + n; p += 3)
    s += *p;
  *o = s;
}
