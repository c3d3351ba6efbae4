// `?:` of vectors is one choice of each lane, and choices compute nothing: 4
// comparisons. `!x` is one comparison. A call that no model covers computes any
// amount: of the loop, 101 comparisons and 100 additions are what is known.
// RUN: %roofline analyze --verbose %s --kernel larger --global 1000 | FileCheck %s --check-prefix=LARGER
// RUN: %roofline analyze --verbose %s --kernel negated --global 1000 | FileCheck %s --check-prefix=NEGATED
// RUN: %roofline analyze --verbose %s --kernel factorials --arg n=100 --allow-unknown | FileCheck %s --check-prefix=REC
// LARGER: W [integer operation] {{ *}}4000 {{ *}}4*WI
// NEGATED: W [integer operation] {{ *}}1000 {{ *}}WI
// REC: W [integer operation] {{ *}}>= 201
kernel void larger(global const int4 *a, global const int4 *b, global int4 *o) {
  int g = get_global_id(0);
  int4 x = a[g], y = b[g];
  o[g] = x > y ? x : y;
}
kernel void negated(global const int *a, global int *o) {
  int g = get_global_id(0);
  o[g] = !a[g];
}
int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
kernel void factorials(global int *o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = factorial(i);
}
