// Conditions of ids and arguments are closed forms, 1 where the code runs.
// RUN: %roofline analyze %s --global 64 --allow-unknown --summary-out %t.json > %t.txt
// RUN: %python %S/guards.py %t.json %s
kernel void first(global int *a) {
  int i = get_global_id(0);
  if (i == 0)
    a[i] = 1; // runs: i == 0
}
kernel void other(global int *a) {
  int i = get_global_id(0);
  if (i != 5)
    a[i] = 1; // runs: i != 5
}
kernel void less(global int *a, int n) {
  int i = get_global_id(0);
  if (i < n)
    a[i] = 1; // runs: i < n
}
kernel void inside(global int *a, int n) {
  int i = get_global_id(0);
  if (i >= 2 && i <= n)
    a[i] = 1; // runs: 2 <= i <= n
}
kernel void outside(global int *a, int n) {
  int i = get_global_id(0);
  if (i < 2 || i > n)
    a[i] = 1; // runs: i < 2 or i > n
}
kernel void even(global int *a) {
  int i = get_global_id(0);
  if (i % 2 == 0)
    a[i] = 1; // runs: i % 2 == 0
}
kernel void odd(global int *a) {
  uint i = get_global_id(0);
  if (i % 2 == 1)
    a[i] = 1; // runs: i % 2 == 1
}
kernel void ends(global int *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  a[i] = 1; // runs: i < n
}
