// A loop over steps in a kernel is an iteration where the variant fuses steps: the same designs,
// passes and cycles as of one step with --iterate and --swap, against the original with its loop.
// REQUIRES: nightly
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %roofline emit verilog %s
// DEFINE: %{three} = --variant 'map-seq(map-chain(map-pipe(map-par[2] f))) . vectorise 2 . fuse 3'
// DEFINE: %{design} = sed 's/.*: core [a-z_]*, //'
// DEFINE: %{proof} = --no-synthesis --seeds 2 --simulator icarus | FileCheck %s --check-prefix=PROOF
// PROOF: outputs equal the original's, bit for bit
// PROOF: cycles {{.*}} exact

// Seven steps in passes of three, two cells a cycle: by the host, and in the kernel.
// RUN: %{emit} --kernel step --iterate 7 --swap a=b --borders same %{three} -o %t/step | %{design} > %t/host.txt
// RUN: %{emit} --kernel swapped --arg steps=7 --borders same %{three} -o %t/swapped | %{design} > %t/swapped.txt
// RUN: %{emit} --kernel by_parity --borders same %{three} -o %t/parity | %{design} > %t/parity.txt
// RUN: %{emit} --kernel copied --arg steps=7 --borders same %{three} -o %t/turned | %{design} > %t/turned.txt
// RUN: %{emit} --kernel copied --arg steps=7 %{three} -o %t/copied | %{design} > %t/copied.txt
// RUN: grep 'fuse 3, [0-9]* cycles a launch' %t/host.txt
// RUN: diff %t/host.txt %t/swapped.txt && diff %t/host.txt %t/parity.txt
// RUN: diff %t/host.txt %t/turned.txt && diff %t/host.txt %t/copied.txt
// RUN: %verify %t/swapped %{proof}
// RUN: %verify %t/parity %{proof}
// RUN: %verify %t/turned %{proof}
// RUN: %verify %t/copied %{proof}
// The copy leaves the result where it was; with the promise it is where it would be after turns.
// RUN: FileCheck %s --check-prefix=TURNED < %t/turned/core.json
// RUN: FileCheck %s --check-prefix=COPIED < %t/copied/core.json
// TURNED: "results": [
// TURNED: "buffer": "b",
// TURNED-NEXT: "field": "a"
// COPIED: "results": [
// COPIED: "buffer": "a",
// COPIED-NEXT: "field": "a"
// RUN: %python %S/../schema/validate.py %schemas/launch.schema.json %t/swapped/origin/launch.yaml %t/turned/origin/launch.yaml

// All passes on memory; blocks; every single step.
// DEFINE: %{all} = --borders same --memory axi4 %{three}
// RUN: %{emit} --kernel step --iterate 7 --swap a=b %{all} -o %t/step-all | %{design} > %t/host-all.txt
// RUN: %{emit} --kernel swapped --arg steps=7 %{all} -o %t/swapped-all | %{design} > %t/swapped-all.txt
// RUN: %{emit} --kernel copied --arg steps=7 %{all} -o %t/turned-all | %{design} > %t/turned-all.txt
// RUN: %{emit} --kernel copied --arg steps=7 --memory axi4 %{three} -o %t/copied-all | %{design} > %t/copied-all.txt
// RUN: grep 'cycles for 7 steps' %t/host-all.txt
// RUN: diff %t/host-all.txt %t/swapped-all.txt && diff %t/host-all.txt %t/turned-all.txt
// RUN: diff %t/host-all.txt %t/copied-all.txt
// RUN: %verify %t/swapped-all %{proof}
// RUN: %verify %t/turned-all %{proof}
// RUN: %verify %t/copied-all %{proof}
// DEFINE: %{blocks} = --borders same --variant 'map-seq(map-seq(map-chain(map-pipe f))) . blockTo 8 . fuse 2'
// RUN: %{emit} --kernel step --iterate 7 --swap a=b %{blocks} -o %t/step-blocks | %{design} > %t/host-blocks.txt
// RUN: %{emit} --kernel swapped --arg steps=7 %{blocks} -o %t/blocks | %{design} | diff %t/host-blocks.txt -
// RUN: %verify %t/blocks %{proof}
// RUN: %{emit} --kernel copied --arg steps=7 %{blocks} -o %t/copied-blocks | %{design} | diff %t/host-blocks.txt -
// RUN: %verify %t/copied-blocks %{proof}
// RUN: %{emit} --kernel swapped --arg steps=7 --variant 'map-seq(map-chain(map-pipe f)) . fuse 1' -o %t/one
// RUN: %verify %t/one %{proof}

// Without the promise both buffers go through the pass.
// DEFINE: %{two} = --variant 'map-seq(map-chain(map-pipe f)) . fuse 2'
// RUN: %{emit} --kernel step --iterate 7 --swap a=b %{two} -o %t/step-both | %{design} > %t/host-both.txt
// RUN: %{emit} --kernel swapped --arg steps=7 %{two} -o %t/both | %{design} | diff %t/host-both.txt -
// RUN: %verify %t/both %{proof}

// Pairs of half steps; three buffers, a counter that counts by two.
// RUN: %{emit} --kernel halves --arg steps=14 --variant 'map-seq(map-chain(map-pipe f)) . fuse 3' -o %t/halves
// RUN: %verify %t/halves %{proof}
// RUN: %{emit} --kernel one_wave --iterate 7 --swap p=q --swap q=r %{all} -o %t/wave-host | %{design} > %t/wave.txt
// RUN: %{emit} --kernel wave --arg steps=7 %{all} -o %t/wave | %{design} | diff %t/wave.txt -
// RUN: %verify %t/wave %{proof}
// RUN: %{emit} --kernel wave --arg steps=6 %{two} -o %t/wave-both
// RUN: %verify %t/wave-both %{proof}

// As programs.
// RUN: %roofline emit opencl %s --kernel swapped --arg steps=7 --borders same %{three} -o %t/opencl
// RUN: %verify %t/opencl --seeds 2 --schedules 3 | FileCheck %s --check-prefix=PROGRAM
// RUN: %roofline emit hls %s --kernel copied --arg steps=7 %{three} -o %t/hls
// PROGRAM: outputs equal the original's, bit for bit

// The search sees the same designs.
// DEFINE: %{explore} = %roofline explore %s --borders same --device adm-pcie-7v3
// DEFINE: %{table} = grep -o 'map-seq.*fuse [0-9].*'
// RUN: %{explore} --kernel step --iterate 64 --swap a=b | %{table} > %t/host-table.txt
// RUN: grep -c 'fuse 16 ' %t/host-table.txt
// RUN: %{explore} --kernel swapped --arg steps=64 | tee %t/explore.txt | %{table} | grep -v 'fuse 1 ' | diff %t/host-table.txt -
// RUN: %{explore} --kernel copied --arg steps=64 | %{table} | grep -v 'fuse 1 ' | diff %t/host-table.txt -
// RUN: FileCheck %s --check-prefix=EXPLORE < %t/explore.txt
// EXPLORE: swapped: 12 x 8 cells, 64 steps, a takes the buffer of b, borders the same
// EXPLORE: map-seq[64](map-chain[1]({{.*}} . fuse 1
// RUN: %roofline stencil %s --kernel wave --arg steps=9 | FileCheck %s --check-prefix=STENCIL
// STENCIL: stencil wave: 40 cells, 9 steps
// STENCIL: q r
// STENCIL: p q

// The number of steps is that of the loop: verify runs the original as a whole.
// RUN: sed -i 's/iterate: 7/iterate: 9/' %t/swapped/origin/launch.yaml
// RUN: not %roofline verify %t/swapped --no-synthesis --seeds 1 --simulator icarus 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: 9 steps of kernel 'swapped' are not its loop: {{[ab]}}[{{[0-9]+}}] is 0x
// RUN: sed -i 's/time_loop: swaps/time_loop: turns/' %t/parity/origin/launch.yaml
// RUN: not %roofline verify %t/parity --no-synthesis 2>&1 | FileCheck %s --check-prefix=KEY
// KEY: launch.yaml:{{[0-9]+}}:{{[0-9]+}}: {{.*}}time_loop 'turns', expected swaps or copies

// --iterate repeats the kernel as it is, and says so.
// RUN: %{emit} --kernel swapped --arg steps=2 --iterate 3 -o %t/launches 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: note: {{.*}}time-loops.cl:[[#LOOP:]]:3: kernel 'swapped' has a loop of 2 steps: --iterate 3 repeats all of them
// RUN: not %{emit} --kernel step --borders same -o %t/no 2>&1 | FileCheck %s --check-prefix=PROMISE
// PROMISE: --borders is a promise about steps: kernel 'step' has no loop of steps
// RUN: not ls %t/no
#define W 12
#define H 8
#define N 40

// One step, which the host repeats.
kernel void step(global int *restrict a, global int *restrict b) {
  for (int y = 1; y < H - 1; ++y)
    for (int x = 1; x < W - 1; ++x)
      b[y * W + x] = (a[y * W + x - 1] + a[y * W + x + 1] + a[(y - 1) * W + x] + a[(y + 1) * W + x]) / 4;
}
kernel void swapped(global int *restrict a, global int *restrict b, int steps) {
  global int *from = a, *to = b;
  for (int t = 0; t < steps; ++t) {
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x)
        to[y * W + x] = (from[y * W + x - 1] + from[y * W + x + 1] + from[(y - 1) * W + x] + from[(y + 1) * W + x]) / 4;
    global int *last = from;
    from = to;
    to = last;
  }
}
kernel void by_parity(global int *restrict a, global int *restrict b) {
  for (int t = 1; t <= 7; t++) {
    global int *from = t & 1 ? a : b, *to = t & 1 ? b : a;
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x)
        to[y * W + x] = (from[y * W + x - 1] + from[y * W + x + 1] + from[(y - 1) * W + x] + from[(y + 1) * W + x]) / 4;
  }
}
kernel void copied(global int *restrict a, global int *restrict b, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x)
        b[y * W + x] = (a[y * W + x - 1] + a[y * W + x + 1] + a[(y - 1) * W + x] + a[(y + 1) * W + x]) / 4;
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x)
        a[y * W + x] = b[y * W + x];
  }
}
// Two half steps a turn: a pair of steps is one of the loop.
kernel void halves(global int *restrict a, global int *restrict b, int steps) {
  for (int t = 0; t < steps / 2; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) >> 2;
    for (int i = 1; i < N - 1; ++i)
      a[i] = (b[i - 1] + 2 * b[i] + b[i + 1]) >> 2;
  }
}
kernel void wave(global int *restrict p, global int *restrict q, global int *restrict r, int steps) {
  global int *before = p, *now = q, *next = r;
  for (int t = 0; t < 2 * steps; t += 2) {
    for (int i = 1; i < N - 1; ++i)
      next[i] = 2 * now[i] - before[i] + ((now[i - 1] - 2 * now[i] + now[i + 1]) >> 2);
    global int *last = before;
    before = now;
    now = next;
    next = last;
  }
}
kernel void one_wave(global int *restrict p, global int *restrict q, global int *restrict r) {
  for (int i = 1; i < N - 1; ++i)
    r[i] = 2 * q[i] - p[i] + ((q[i - 1] - 2 * q[i] + q[i + 1]) >> 2);
}
