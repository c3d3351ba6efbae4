// A case runs where the value is its own, the default where it is none of them.
// RUN: %roofline analyze %s --global 64 --allow-unknown --summary-out %t.json > %t.txt
// RUN: %python %S/guards.py %t.json %s
kernel void cases(global int *a, global int *b, global int *c, int mode) {
  int i = get_global_id(0);
  switch (mode) {
  case 0:
    a[i] = 1; // runs: mode == 0
    break;
  case 3:
    b[2 * i] = 2; // runs: mode == 3
    break;
  default:
    c[3 * i] = 3; // runs: mode != 0 and mode != 3
  }
}
kernel void falls(global int *a, global int *b, global int *c, int mode) {
  int i = get_global_id(0);
  switch (mode) {
  case 0:
    a[i] = 1; // runs: mode == 0
  case 3:
    b[2 * i] = 2; // runs: mode in (0, 3)
  }
  c[i] = 3; // runs: True
}
