// Passes of several steps leave what as many launches of the original leave, whose
// buffers take turns, bit for bit; the last, shorter pass too (even seeds).
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{v} =
// DEFINE: %{k} =
// DEFINE: %{prove} = rm -rf %t/out && %roofline emit verilog %s %{k} --variant '%{v}' -o %t/out && %verify %t/out --no-synthesis --seeds 2
// REDEFINE: %{k} = --kernel mean --global 12,9 --arg w=12 --arg h=9 --iterate 7 --swap a=b --borders same
// REDEFINE: %{v} = map-seq(map-chain(map-pipe(map-par[2] f))) . vectorise 2 . fuse 3
// RUN: %{prove}
// RUN: %python %S/../schema/validate.py %schemas/core.schema.json %t/out/core.json
// RUN: %python -c "import json; i = json.load(open(r'%t/out/core.json'))['iteration']; \
// RUN:   assert i == {'steps': 7, 'steps_a_pass': 3, 'passes': 3, 'steps_of_last_pass': 1, \
// RUN:   'results': [{'field': 'a', 'buffer': 'b'}]}, i"
// REDEFINE: %{k} = --kernel mean --global 12,10 --arg w=12 --arg h=10 --iterate 6 --swap a=b --borders same
// REDEFINE: %{v} = map-seq[3](map-chain[2](map-par[2](map-pipe f))) . reshapeTo 2 . fuse 2
// RUN: %{prove}
// Overlapped blocks of 16 columns, of which the outer ones are wrong after two steps.
// REDEFINE: %{k} = --kernel mean --global 32,7 --arg w=32 --arg h=7 --iterate 5 --swap a=b --borders same
// REDEFINE: %{v} = map-seq(map-seq[3](map-chain(map-pipe(map-par f)))) . vectorise 4 . blockTo 16 . fuse 2
// RUN: %{prove}
// RUN: %python %S/../schema/validate.py %schemas/core.schema.json %t/out/core.json
// RUN: not %roofline emit verilog %s %{k} -o %t/none --variant \
// RUN:   'map-seq(map-seq(map-chain(map-pipe f))) . blockTo 8 . fuse 4' 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: column 43: kernel 'mean' in blocks: 4 steps reach 4 before and 4 after a position of dimension 0; a block of 8 has none that is right
// Fields in place get a second buffer, as blocks and lanes read what others update.
// REDEFINE: %{k} = --kernel electric,magnetic --global 30 --arg n=30 --iterate 5
// REDEFINE: %{v} = map-seq(map-seq(map-chain(map-pipe f))) . blockTo 12 . fuse 2
// RUN: %{prove} && FileCheck %s --check-prefix=SECOND < %t/out/README.md
// SECOND: A buffer `FIELD.next` is a second one, at first a copy
// REDEFINE: %{v} = map-seq(map-chain(map-par[2](map-pipe f))) . reshapeTo 2 . fuse 2
// RUN: %{prove}
// Without the promise the border of both buffers is an input, and both are left.
// REDEFINE: %{k} = --kernel mean --global 12,9 --arg w=12 --arg h=9 --iterate 5 --swap a=b
// REDEFINE: %{v} = map-seq(map-chain(map-pipe f)) . fuse 2
// RUN: %{prove}
// Data decide what is written: what was written two steps ago stays.
// REDEFINE: %{k} = --kernel settle --global 40 --arg n=40 --iterate 5 --swap a=b --borders same
// RUN: %{prove}
// Two levels of time, and a constant field.
// REDEFINE: %{k} = --kernel wave --global 14,8 --arg w=14 --arg h=8 --iterate 5 --swap prev=cur --swap cur=next --borders same
// RUN: %{prove}
// A ring: every element is written.
// REDEFINE: %{k} = --kernel ring --global 24 --arg n=24 --iterate 5 --swap a=b
// RUN: %{prove}
// In place, by two kernels.
// REDEFINE: %{k} = --kernel electric,magnetic --global 30 --arg n=30 --iterate 5
// REDEFINE: %{v} = map-seq(map-chain(map-pipe(map-par f))) . vectorise 2 . fuse 4
// RUN: %{prove}
kernel void mean(global const int *restrict a, global int *restrict b, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    b[y * w + x] = (a[y * w + x - 1] + 3 * a[y * w + x] + a[y * w + x + 1] -
                    a[(y - 1) * w + x] + a[(y + 1) * w + x]) >> 2;
}
kernel void settle(global const int *restrict a, global int *restrict b, int n) {
  int i = get_global_id(0);
  if (i > 0 && i < n - 1 && a[i] > a[i - 1])
    b[i] = a[i + 1] - 1;
}
kernel void wave(global const int *restrict prev, global const int *restrict cur,
                 global int *restrict next, global const int *restrict speed, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
    return;
  int i = y * w + x;
  int around = cur[i - 1] + cur[i + 1] + cur[i - w] + cur[i + w] - 4 * cur[i];
  next[i] = 2 * cur[i] - prev[i] + speed[i] * around;
}
kernel void ring(global const int *restrict a, global int *restrict b, int n) {
  int i = get_global_id(0);
  b[i] = a[i == 0 ? n - 1 : i - 1] ^ a[i == n - 1 ? 0 : i + 1];
}
kernel void electric(global int *restrict e, global const int *restrict h, int n) {
  int i = get_global_id(0);
  if (i > 0)
    e[i] -= (h[i] - h[i - 1]) >> 1;
}
kernel void magnetic(global int *restrict h, global const int *restrict e, int n) {
  int i = get_global_id(0);
  if (i < n - 1)
    h[i] -= (e[i + 1] - e[i]) >> 1;
}
