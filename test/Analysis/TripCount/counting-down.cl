// Loops that count by more than one, down or between two arguments, run as often as by
// hand: 10 7 4 1; 2 5 8 11; none where the test fails at once; and one with its test
// behind the body runs once all the same.
// RUN: %roofline analyze --verbose %s --kernel k --global 1 --arg n=10 --arg a=2 --arg b=12 | FileCheck %s --check-prefix=FULL
// FULL: loop [[#@LINE+12]]{{.*}}, trip (n + 2) / 3 = 4
// FULL: loop [[#@LINE+14]]{{.*}}, trip (-a + b + 2) / 3 = 4
// FULL: loop {{.*}}, trip {{.*}} = 4
// RUN: %roofline analyze --verbose %s --kernel k --global 1 --arg n=0 --arg a=2 --arg b=1 | FileCheck %s --check-prefix=NONE
// NONE: loop {{.*}}, trip {{.*}} = 0
// NONE: loop {{.*}}, trip {{.*}} = 0
// NONE: loop {{.*}}, trip {{.*}} = 1
// A formula knows nothing of loops that cannot run; the number does: the last loop's
// load and store.
// RUN: %roofline analyze --verbose %s --kernel k --global 1 --arg n=-30 --arg a=2 --arg b=1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: Q requested [byte]{{ +}}8{{$}}
kernel void k(global int *A, int n, int a, int b) {
  for (int i = n; i > 0; i -= 3)
    A[i] = i;
  // Not all guards are plain.
  for (int i = a; i < b; i += 3)
    A[i] = i;
  int i = n;
  do {
    A[i] += 1;
    i -= 3;
  } while (i > 0);
}
// A guard that was simplified into one of another value, and a limit that is a quotient:
// n = 3 gives 1, so none above 1 and none from 2 on; n = 9 gives 4 3 2, and 2 alone.
// RUN: %roofline analyze --verbose %s --kernel halves --global 1 --arg n=3 | FileCheck %s --check-prefix=HALF0
// HALF0: loop {{.*}}, trip {{.*}} = 0
// HALF0: loop {{.*}}, trip {{.*}} = 0
// RUN: %roofline analyze --verbose %s --kernel halves --global 1 --arg n=9 | FileCheck %s --check-prefix=HALF9
// HALF9: loop {{.*}}, trip {{.*}} = 3
// HALF9: loop {{.*}}, trip {{.*}} = 1
kernel void halves(global int *A, int n) {
  for (int i = n / 2; i > 1; --i)
    A[i] = i;
  for (int i = 2; i < n / 2; i += 2)
    A[i] = i;
}
