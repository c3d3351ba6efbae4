// Loops over steps that are no repetition of one step: each has a place, and what to change.
// RUN: rm -rf %t
// DEFINE: %{emit} = not %roofline emit verilog %s -o %t --variant 'map-seq(map-chain(map-pipe f)) . fuse 3' --kernel
// RUN: %{emit} by_time --arg steps=9 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: %{emit} until_even 2>&1 | FileCheck %s --check-prefix=BREAK
// RUN: %{emit} halfway 2>&1 | FileCheck %s --check-prefix=HALFWAY
// RUN: %{emit} stays 2>&1 | FileCheck %s --check-prefix=STAYS
// RUN: %{emit} change 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: %{emit} sum_of_step 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: %{emit} beside 2>&1 | FileCheck %s --check-prefix=BESIDE
// RUN: %{emit} mixed 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: %{emit} arms 2>&1 | FileCheck %s --check-prefix=ARMS
// RUN: %{emit} first 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: %{emit} behind 2>&1 | FileCheck %s --check-prefix=BEHIND
// RUN: %{emit} none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %{emit} unbound 2>&1 | FileCheck %s --check-prefix=UNBOUND
// RUN: %{emit} seidel --arg steps=4 2>&1 | FileCheck %s --check-prefix=SEIDEL
// RUN: not ls %t
// NONE: fuse 3: there is one step: the kernel has no loop of several, and is launched once; --iterate says how often a host launches it

// The search lays such a loop out, where that is possible, and says why.
// RUN: %roofline explore %s --kernel by_time --arg steps=9 --device adm-pcie-7v3 | FileCheck %s --check-prefix=NOTE
// NOTE: note: all steps of the loop are one pass: {{.*}}: the number of the step goes into the data
// Where no loop is there, the host's can only be guessed.
// RUN: %roofline explore %s --kernel none --device adm-pcie-7v3 | FileCheck %s --check-prefix=HINT
// RUN: %roofline analyze --verbose %s --kernel none --allow-unknown | FileCheck %s --check-prefix=HINT
// RUN: %roofline analyze --verbose %s --kernel seidel --arg steps=4 --allow-unknown | FileCheck %s --check-prefix=QUIET
// QUIET: kernel seidel
// QUIET-NOT: fuses its steps
// HINT: note: where a host repeats this kernel, {{.*}}--iterate N --swap{{[[:space:]]+}}a=b fuses its steps
#define N 40

kernel void by_time(global int *restrict a, global int *restrict b, int steps) {
  global int *from = a, *to = b;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < N - 1; ++i)
      // TIME: time-loop-refusals.cl:[[#@LINE+1]]:{{[0-9]+}}: the number of the step goes into the data
      to[i] = (from[i - 1] + from[i + 1]) / 2 + t;
    global int *last = from;
    from = to;
    to = last;
  }
}
kernel void until_even(global int *restrict a, global int *restrict b, global int *restrict change) {
  for (int t = 0; t < 100; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
    for (int i = 1; i < N - 1; ++i)
      a[i] = b[i];
    // BREAK: time-loop-refusals.cl:[[#@LINE+1]]:18: a loop of steps whose number depends on what is read at [[#@LINE+1]]:21, but a pass does a fixed number
    if (a[N / 2] == a[N / 2 + 1])
      break;
  }
}
kernel void halfway(global int *restrict a, global int *restrict b) {
  for (int t = 0; t < 100; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
    // HALFWAY: time-loop-refusals.cl:[[#@LINE+1]]:18: data may end the loop of steps here
    if (b[N / 2] == 7)
      break;
    for (int i = 1; i < N - 1; ++i)
      a[i] = b[i];
  }
}
kernel void stays(global int *restrict a, global int *restrict b, global int *restrict c) {
  global int *from = a, *to = b;
  // STAYS: time-loop-refusals.cl:[[#@LINE+1]]:3: the steps of this loop have different buffers, which do not take turns
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i)
      to[i] = (from[i - 1] + from[i + 1]) / 2;
    from = b;
    to = c;
  }
}
kernel void change(global int *restrict a, global int *restrict b, global int *restrict sum) {
  global int *from = a, *to = b;
  int all = 0;
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i) {
      int next = (from[i - 1] + from[i + 1]) / 2;
      // CHANGE: time-loop-refusals.cl:[[#@LINE+1]]:11: a value that each step leaves to the next one beside its buffers
      all += next;
      to[i] = next;
    }
    global int *last = from;
    from = to;
    to = last;
  }
  *sum = all;
}
// SUM: time-loop-refusals.cl:[[#@LINE+1]]:1: kernel 'sum_of_step' is no step: it leaves one value for all cells
kernel void sum_of_step(global int *restrict a, global int *restrict b, global int *restrict sum) {
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
    int all = 0;
    for (int i = 1; i < N - 1; ++i)
      all += b[i];
    *sum = all;
    for (int i = 1; i < N - 1; ++i)
      a[i] = b[i];
  }
}
kernel void beside(global int *restrict a, global int *restrict b) {
  // BESIDE: time-loop-refusals.cl:[[#@LINE+1]]:3: a loop beside the loop of steps
  for (int i = 0; i < N; ++i)
    b[i] = a[i];
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
    for (int i = 1; i < N - 1; ++i)
      a[i] = b[i];
  }
}
kernel void mixed(global int *restrict a, global int *restrict b) {
  global int *from = a, *to = b;
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i)
      // MIXED: time-loop-refusals.cl:[[#@LINE+1]]:30: 'a' is used here beside the pointers that take its place in turns
      to[i] = (from[i - 1] + a[i + 1]) / 2;
    global int *last = from;
    from = to;
    to = last;
  }
}
kernel void arms(global int *restrict a, global int *restrict b) {
  for (int t = 0; t < 9; ++t)
    // ARMS: time-loop-refusals.cl:[[#@LINE+1]]:11: what a step does depends on whether its number is odd
    if (t & 1) {
      for (int i = 1; i < N - 1; ++i)
        a[i] = (b[i - 1] + b[i + 1]) / 2;
    } else {
      for (int i = 1; i < N - 1; ++i)
        b[i] = (a[i - 1] + a[i + 1]) / 2;
    }
}
kernel void first(global int *restrict a, global int *restrict b) {
  // FIRST: time-loop-refusals.cl:[[#@LINE+1]]:15: what the steps write is read outside of their loop
  int scale = a[0];
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = scale * (a[i - 1] + a[i + 1]) / 2;
    for (int i = 0; i < N - 1; ++i)
      a[i] = b[i];
  }
}
kernel void behind(global int *restrict a, global int *restrict b, global int *restrict c) {
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
    for (int i = 1; i < N - 1; ++i)
      a[i] = b[i];
  }
  // BEHIND: time-loop-refusals.cl:[[#@LINE+1]]:8: what is written outside of the loop of steps
  c[0] = 1;
}
kernel void none(global int *restrict a, global int *restrict b) {
  for (int i = 1; i < N - 1; ++i)
    b[i] = (a[i - 1] + a[i + 1]) / 2;
}
kernel void unbound(global int *restrict a, global int *restrict b, int steps) {
  // UNBOUND: time-loop-refusals.cl:[[#@LINE+1]]:3: a loop of steps whose number depends on 'steps'; bind it by --arg
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
    for (int i = 1; i < N - 1; ++i)
      a[i] = b[i];
  }
}
kernel void seidel(global int *restrict a, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < N - 1; ++i)
      // SEIDEL: time-loop-refusals.cl:[[#@LINE+1]]:15: kernel 'seidel' is no step: a position leaves a value to the next
      a[i] = (a[i - 1] + a[i + 1]) / 2;
}
