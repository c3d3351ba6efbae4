// Work-items of a group share loops by their number, before a barrier and behind it.
// REQUIRES: iverilog
// DEFINE: %{emit} = %roofline emit verilog %s --global 64 --local 64
// RUN: rm -rf %t && mkdir %t
// RUN: %{emit} --kernel histogram -o %t/histogram && %verify %t/histogram --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel reversed -o %t/reversed && %verify %t/reversed --no-synthesis --seeds 1 | FileCheck %s
// CHECK: bit for bit
// CHECK: exact
kernel void histogram(global const uchar *in, global int *out) {
  local int bins[256];
  int l = get_local_id(0);
  for (int i = l; i < 256; i += 64)
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < 1000; i += 64)
    atomic_inc(&bins[in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < 256; i += 64)
    out[i] = bins[i];
}
// The last work-items have one element less.
kernel void reversed(global const int *in, global int *out) {
  local int all[250];
  int l = get_local_id(0);
  for (int i = l; i < 250; i += get_local_size(0))
    all[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < 250; i += get_local_size(0))
    out[i] = all[249 - i];
}
