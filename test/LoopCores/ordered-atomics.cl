// Work-items run one after another, so what an atomic returns is known: it is that of this order.
// REQUIRES: iverilog
// DEFINE: %{emit} = %roofline emit verilog %s
// RUN: rm -rf %t && mkdir %t
// RUN: %{emit} --kernel kept --global 50 --buffer out=50 -o %t/kept && %verify %t/kept --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel queued --global 32 --local 32 -o %t/queued && %verify %t/queued --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel summed --global 30 -o %t/summed && %verify %t/summed --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel swapped --global 30 -o %t/swapped && %verify %t/swapped --no-synthesis --seeds 1 | FileCheck %s
// CHECK: bit for bit
// CHECK: exact

// Compaction.
kernel void kept(global const int *in, global int *out, global int *count) {
  int value = in[get_global_id(0)];
  if (value > 0)
    out[atomic_inc(count)] = value;
}
kernel void queued(global const int *in, global int *out) {
  local int queue[32], tail;
  int l = get_local_id(0);
  if (l == 0)
    tail = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[l] & 1)
    queue[atomic_add(&tail, 1)] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = l < tail ? queue[l] : -1;
}
// The loop by which floats are added without an operation for it.
kernel void summed(global const float *in, volatile global int *sum) {
  union {
    int bits;
    float number;
  } before, after;
  do {
    before.bits = *sum;
    after.number = before.number + in[get_global_id(0)];
  } while (atomic_cmpxchg(sum, before.bits, after.bits) != before.bits);
}
kernel void swapped(global const int *in, global int *out, global int *last) {
  out[get_global_id(0)] = atomic_xchg(last, in[get_global_id(0)]);
}
