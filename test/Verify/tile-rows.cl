// Tiles of one row: what a work-item reads of local memory is the global element that
// another one of its group has put there, however it was written.
// REQUIRES: iverilog
// RUN: rm -rf %t
// DEFINE: %{kernel} =
// DEFINE: %{launch} =
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{kernel} %{launch} -o %t/%{kernel} \
// DEFINE:   && %verify %t/%{kernel} --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit

// Halos by the first work-items, zeros beyond the ends.
// REDEFINE: %{kernel} = row
// REDEFINE: %{launch} = --global 64 --local 16 --arg n=64
// RUN: %{prove}
kernel void row(global const int *in, global int *out, int n) {
  local int tile[16 + 4];
  int gx = get_global_id(0), lx = get_local_id(0);
  tile[lx + 2] = in[gx];
  if (lx < 2) {
    tile[lx] = gx >= 2 ? in[gx - 2] : 0;
    tile[lx + 18] = gx + 16 < n ? in[gx + 16] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[gx] = tile[lx] + 2 * tile[lx + 2] + tile[lx + 4];
}

// Vectors, clamped.
// REDEFINE: %{kernel} = vectors
// REDEFINE: %{launch} = --global 48 --local 16 --arg n=48
// RUN: %{prove}
kernel void vectors(global const float4 *in, global float4 *out, int n) {
  local float4 t[16 + 2];
  int g = get_global_id(0), l = get_local_id(0);
  t[l + 1] = in[g];
  if (l == 0) t[0] = in[max(g - 1, 0)];
  if (l == 15) t[17] = in[min(g + 1, n - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = (t[l] + t[l + 2]) * 0.5f - t[l + 1];
}

// Members of structures, of which one is computed when it is put there.
// REDEFINE: %{kernel} = structures
// REDEFINE: %{launch} = --global 48 --local 16 --arg n=48
// RUN: %{prove}
typedef struct { int a; int b; } two;
kernel void structures(global const short *in, global int *out, int n) {
  local two t[16 + 1];
  int g = get_global_id(0), l = get_local_id(0);
  t[l].a = in[g] * 3;
  t[l].b = g;
  if (l == 0) { t[16].a = g + 16 < n ? in[g + 16] * 3 : -1; t[16].b = g + 16; }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t[l + 1].a - t[l].a + t[l + 1].b;
}

// A copy by the whole group.
// REDEFINE: %{kernel} = copied
// REDEFINE: %{launch} = --global 96 --local 32
// RUN: %{prove}
kernel void copied(global const int *in, global int *out) {
  local int t[32 + 2];
  event_t e = async_work_group_copy(t, in + get_group_id(0) * 32, 34, 0);
  wait_group_events(1, &e);
  int l = get_local_id(0);
  out[get_global_id(0)] = t[l] - 2 * t[l + 1] + t[l + 2];
}

// One tile after another in the same local memory, and a chosen value.
// REDEFINE: %{kernel} = twice
// REDEFINE: %{launch} = --global 64 --local 16
// RUN: %{prove}
kernel void twice(global const int *a, global const int *b, global int *out) {
  local int t[16 + 1];
  int g = get_global_id(0), l = get_local_id(0);
  t[l] = a[g] > 0 ? a[g] : -a[g];
  if (l == 0)
    t[16] = a[g + 16];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = t[l] + t[l + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] = b[g];
  if (l == 15)
    t[16] = b[g + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (sum > 7)
    sum -= t[l + 1];
  out[g] = sum;
}
