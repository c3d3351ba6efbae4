// Data decide: the form is of what is known, and a bound.
// RUN: %roofline analyze %s --global 64 --allow-unknown --summary-out %t.json > %t.txt
// RUN: %python %S/guards.py %t.json %s
kernel void data(global int *a, global const int *x) {
  int i = get_global_id(0);
  if (x[i] > 0)
    a[i] = 1; // runs: True, data
}
kernel void both(global int *a, global const int *x, int n) {
  int i = get_global_id(0);
  if (i < n && x[i] > 0)
    a[i] = 1; // runs: i < n, data
}
kernel void behind(global int *a, global int *b, global const int *x) {
  int i = get_global_id(0);
  if (x[i] > 0)
    a[i] = 1; // runs: True, data
  b[i] = 1; // runs: True
}
