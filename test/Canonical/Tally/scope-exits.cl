// The author's three tests, that of the loop once more, and one sum: how clang
// finds out of a scope that `return` and `break` leave is no operation, nor a branch.
// RUN: %roofline analyze %s --global 10 --verbose --trip 9=4 --allow-unknown | FileCheck %s
// CHECK: loop 9-13
// CHECK-NOT: branch
// CHECK: icmp int32 {{.*}} <= 3*WI*trip(9) + WI
// CHECK: W [integer operation] {{.*}} <= 4*WI*trip(9) + WI
int position(global const int *a, int n, int key) {
  for (int i = 0; i < n; ++i) {
    int v = a[i];
    if (v == key)
      return i;
    if (v > key)
      break;
  }
  return -1;
}

kernel void find(global const int *a, global int *out, int n) {
  int id = get_global_id(0);
  out[id] = position(a, n, id);
}
