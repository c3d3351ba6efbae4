// Conditions inside of loops may read their counters; one around a loop is the loop's.
// RUN: %roofline analyze %s --global 64 --allow-unknown --summary-out %t.json > %t.txt
// RUN: %python %S/guards.py %t.json %s
kernel void counter(global int *a) {
  int i = get_global_id(0);
  for (int j = 0; j < 4; ++j)
    if (j > 1)
      a[4 * i + j] = 1; // runs: j > 1
}
kernel void triangle(global int *a) {
  int i = get_global_id(0);
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 4; ++j)
      if (j <= k && i != 2)
        a[16 * i + 4 * k + j] = 1; // runs: j <= k and i != 2
}
kernel void around(global int *a, int n) {
  int i = get_global_id(0);
  if (i < n)
    for (int j = 0; j < 4; ++j)
      a[4 * i + j] = 1; // runs: i < n
}
kernel void between(global int *a, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < 4; ++k)
    if (k == n)
      for (int j = 0; j < 4; ++j)
        a[16 * i + 4 * k + j] = 1; // runs: k == n
}
