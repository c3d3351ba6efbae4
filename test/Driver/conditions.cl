// Conditions that the launch decides count exactly, and are priced so. By hand: 1 of 4096
// work-items adds 99999 terms; its loop carries the sum through memory.
// RUN: %roofline analyze --verbose %s --kernel prologue --global 4096 --local 64 --arg n=100000 | FileCheck %s
// CHECK: time {{[0-9]+\.[0-9]+}} ms,
// CHECK-NOT: at most
// CHECK: runs 0.0{{[[:space:]]+}}% of the time
// CHECK: W [floating-point operation] {{ *}}99999 {{ *}}<= 99999*WI
// CHECK-NOT: W and Q are bounds

// As published every work-item is priced: 4096 times the loop's trips.
// RUN: %roofline analyze --verbose %s --kernel prologue --global 4096 --local 64 --arg n=100000 --model hpca16 | FileCheck %s --check-prefix=PUBLISHED
// PUBLISHED: time {{[0-9]+\.[0-9]+}} s,
kernel void prologue(global float *c, global const float *w, int n) {
  int i = get_global_id(0);
  if (i == 0)
    for (int x = 1; x < n; x++)
      c[x] = w[x] + c[x - 1];
}

// Data decide in 3000 work-items: the comparison counts, the sum may not. A profile would
// tell.
// RUN: not %roofline analyze --verbose %s --kernel data --global 4096 --local 64 --arg n=3000 --json %t.json | FileCheck %s --check-prefix=DATA
// DATA: time at most
// DATA: W [floating-point operation] {{ *}}3000 .. 6000
// DATA: W and Q are bounds: a condition of data at [[@LINE+5]]:21; a profile tells: --profile
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// JSON: "undecided": [
kernel void data(global float *a, global const float *b, int n) {
  int i = get_global_id(0);
  if (i < n && b[i] > 0.0f)
    a[i] += 1.0f;
}
