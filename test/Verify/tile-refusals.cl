// Local memory whose content or order depends on more than the launch is refused where
// it is used, and nothing is written.
// RUN: rm -rf %t
// DEFINE: %{refused} = not %roofline emit verilog %s --variant 'map-pipe f' --global 64 --local 16 -o %t/none
// RUN: %{refused} --kernel early --arg n=60 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: tile-refusals.cl:[[#@LINE+6]]:{{[0-9]+}}: not all work-items of the group come to this barrier: let them go on to it, and put what they leave out under the condition
kernel void early(global const int *in, global int *out, int n) {
  local int t[16];
  int g = get_global_id(0), l = get_local_id(0);
  if (g >= n) return;
  t[l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t[15 - l];
}
// RUN: %{refused} --kernel nobarrier 2>&1 | FileCheck %s --check-prefix=NOBARRIER
// NOBARRIER: tile-refusals.cl:[[#@LINE+4]]:{{[0-9]+}}: this overwrites what another work-item of the group reads, and no barrier stands in between
kernel void nobarrier(global const int *in, global int *out) {
  local int t[17];
  int g = get_global_id(0), l = get_local_id(0);
  t[l] = in[g];
  if (l == 0) t[16] = in[g + 16];
  out[g] = t[l + 1];
}
// RUN: %{refused} --kernel bydata 2>&1 | FileCheck %s --check-prefix=BYDATA
// BYDATA: tile-refusals.cl:[[#@LINE+6]]:{{[0-9]+}}: the cell of local memory that this reads depends on what is read at [[#@LINE+4]]:
kernel void bydata(global const int *in, global int *out) {
  local int t[16];
  int g = get_global_id(0), l = get_local_id(0);
  t[l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t[in[g] & 15];
}
// RUN: %{refused} --kernel histogram 2>&1 | FileCheck %s --check-prefix=HISTOGRAM
// HISTOGRAM: tile-refusals.cl:[[#@LINE+6]]:{{[0-9]+}}: atomic_add() on local memory is not followed: update a private variable, or a fixed element of global memory
kernel void histogram(global const int *in, global int *out) {
  local int t[16];
  int g = get_global_id(0), l = get_local_id(0);
  t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&t[in[g] & 15], 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t[l];
}
// RUN: %{refused} --kernel ticket 2>&1 | FileCheck %s --check-prefix=TICKET
// TICKET: tile-refusals.cl:[[#@LINE+6]]:{{[0-9]+}}: atomic_inc() on local memory: the order of the work-items decides what it returns
kernel void ticket(global const int *in, global int *out) {
  local int n;
  int g = get_global_id(0);
  n = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[atomic_inc(&n)] = in[g];
}
// RUN: %{refused} --kernel unwritten 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// UNWRITTEN: tile-refusals.cl:[[#@LINE+6]]:{{[0-9]+}}: this reads local memory that no work-item of the group has written
kernel void unwritten(global const int *in, global int *out) {
  local int t[32];
  int g = get_global_id(0), l = get_local_id(0);
  t[l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t[l + 16];
}
// RUN: %{refused} --kernel reuse 2>&1 | FileCheck %s --check-prefix=REUSE
// REUSE: tile-refusals.cl:[[#@LINE+5]]:{{[0-9]+}}: this overwrites what another work-item of the group reads, and no barrier stands in between
kernel void reuse(global const int *in, global int *out) {
  local int t[17];
  int g = get_global_id(0), l = get_local_id(0);
  for (int r = 0; r < 2; ++r) {
    t[l] = in[g + r];
    if (l == 0) t[16] = in[g + r + 16];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[2 * g + r] = t[l + 1];
  }
}
// RUN: %{refused} --kernel waits --arg n=9 2>&1 | FileCheck %s --check-prefix=WAITS
// WAITS: tile-refusals.cl:[[#@LINE+6]]:{{[0-9]+}}: whether work-items come to this barrier depends on what is read at
kernel void waits(global const int *in, global int *out, int n) {
  local int t[16];
  int g = get_global_id(0), l = get_local_id(0);
  t[l] = in[g];
  if (in[g] > n) {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = t[l];
}
// RUN: %{refused} --kernel conditional 2>&1 | FileCheck %s --check-prefix=CONDITIONAL
// CONDITIONAL: tile-refusals.cl:[[#@LINE+7]]:{{[0-9]+}}: whether this writes local memory depends on what is read at
kernel void conditional(global const int *in, global int *out) {
  local int t[16], n[16];
  int g = get_global_id(0), l = get_local_id(0);
  t[l] = 0;
  n[l] = 0;
  if (in[g] > 0) {
    t[l] = in[g] >> 1;
    n[l] = g;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t[15 - l] + n[l];
}
// Nothing is known of the groups where no size is given.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel unwritten --global 64 -o %t/none 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: local memory of a work-group whose size is not known: give it by --local
// RUN: not ls %t/none
