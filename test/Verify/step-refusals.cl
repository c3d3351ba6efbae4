// What no step of a loop may do comes before what tells its steps apart.
// RUN: rm -rf %t
// DEFINE: %{emit} = not %roofline emit verilog %s --variant 'map-pipe f' -o %t --kernel
// DEFINE: %{fused} = --variant 'map-seq(map-chain(map-pipe f)) . fuse 2'
// RUN: %{emit} colours --arg steps=4 %{fused} 2>&1 | FileCheck %s --check-prefix=COLOURS
// RUN: %{emit} sweep --iterate 4 %{fused} 2>&1 | FileCheck %s --check-prefix=SWEEP
// RUN: %{emit} triangle %{fused} 2>&1 | FileCheck %s --check-prefix=TRIANGLE --implicit-check-not "leave 'fuse' out"
// RUN: %{emit} on_chip --arg steps=6 %{fused} 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: %{emit} copied --arg steps=1 %{fused} 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %{emit} copied --arg steps=0 %{fused} 2>&1 | FileCheck %s --check-prefix=NONE
// ONE: column 34: fuse 2: there is one step: the kernel has no loop of several, and is launched once
// NONE: step-refusals.cl:[[#]]: with these arguments the kernel writes nothing: no loop of it runs
// RUN: not ls %t
// All steps on chip are one pass, as the reason says.
// RUN: %roofline emit verilog %s --kernel on_chip --arg steps=6 -o %t
#define N 24

kernel void colours(global int *restrict u, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < N - 1; ++i)
      // COLOURS: step-refusals.cl:[[#@LINE+1]]:14: the number of the step goes into the data, which a pass of fused steps does not know: {{.*}}, or leave 'fuse' out, and all steps are one pass
      if ((i + t) % 2)
        u[i] = u[i - 1] + u[i + 1];
}
kernel void sweep(global int *restrict u) {
  for (int y = 1; y < 8; ++y)
    for (int x = 0; x < N; ++x)
      // SWEEP: step-refusals.cl:[[#@LINE+1]]:22: 'u' is written and also accessed at another place: an iteration may read what another one writes
      u[y * N + x] = u[y * N - N + x] / 2;
}
// Too many steps for one pass: nothing says that they might be one.
kernel void triangle(global int *restrict a, global int *restrict b) {
  for (int t = 0; t < 20000; ++t) {
    // TRIANGLE: step-refusals.cl:[[#@LINE+1]]:31: the number of the step goes into the data, {{.*}} a buffer that the host fills{{$}}
    for (int i = 1; i < N - t % 3; ++i)
      b[i] = a[i - 1];
    for (int i = 1; i < N; ++i)
      a[i] = b[i];
  }
}
kernel void on_chip(global const int *restrict in, global int *restrict out, int steps) {
  int now[N], next[N];
  for (int i = 0; i < N; ++i)
    now[i] = in[i];
  // CHIP: step-refusals.cl:[[#@LINE+1]]:3: what the steps of this loop update is a private array, {{.*}}or leave 'fuse' out, and all steps are one pass
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < N - 1; ++i)
      next[i] = (now[i - 1] + now[i + 1]) / 2;
    for (int i = 1; i < N - 1; ++i)
      now[i] = next[i];
  }
  for (int i = 0; i < N; ++i)
    out[i] = now[i];
}
kernel void copied(global int *restrict a, global int *restrict b, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
    for (int i = 1; i < N - 1; ++i)
      a[i] = b[i];
  }
}
