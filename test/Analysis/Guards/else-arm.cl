// An arm runs where its condition holds and those before do not; what follows always.
// RUN: %roofline analyze %s --global 64 --allow-unknown --summary-out %t.json > %t.txt
// RUN: %python %S/guards.py %t.json %s
kernel void two(global int *a, global int *b, global int *c) {
  int i = get_global_id(0);
  if (i > 3)
    a[i] = 1; // runs: i > 3
  else
    b[2 * i] = 2; // runs: i <= 3
  c[i] = 3; // runs: True
}
kernel void three(global int *a, global int *b, global int *c, int n) {
  int i = get_global_id(0);
  if (i < n)
    a[i] = 1; // runs: i < n
  else if (i == 7)
    b[2 * i] = 2; // runs: i >= n and i == 7
  else
    c[3 * i] = 3; // runs: i >= n and i != 7
}
kernel void inner(global int *a, global int *b, int n) {
  int i = get_global_id(0);
  if (i > 1) {
    if (n > 0)
      a[i] = 1; // runs: i > 1 and n > 0
    else
      b[2 * i] = 2; // runs: i > 1 and n <= 0
  }
}
