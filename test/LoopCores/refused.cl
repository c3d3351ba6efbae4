// What loops refuse has one reason, at its place.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{refuse} = not %roofline emit verilog %s --variant loops -o %t/core --kernel
// RUN: %{refuse} unbounded --global 64 2>&1 | FileCheck %s --check-prefix=UNBOUNDED
// RUN: %{refuse} divergent --global 64 --local 64 2>&1 | FileCheck %s --check-prefix=DIVERGENT
// RUN: %roofline emit verilog %s --variant loops -o %t/unwritten --kernel unwritten 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: %{refuse} required --global 64 --local 32 2>&1 | FileCheck %s --check-prefix=REQUIRED
// RUN: not %roofline emit verilog %s -o %t/core --kernel required --global 64 --local 32 2>&1 | FileCheck %s --check-prefix=REQUIRED
// RUN: %{refuse} required --memory axi4 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: --variant loops takes no --memory
// RUN: %{refuse} absent 2>&1 | FileCheck %s --check-prefix=ABSENT
// ABSENT: absent
// 2^14 work-items of 8 + 2^13 + 1 iterations.
// RUN: %{refuse} endless --global 16384 2>&1 | FileCheck %s --check-prefix=ENDLESS
// ENDLESS: refused.cl:{{.*}}'endless': its loops run 134365184 times, and a run of at most 2^26 is followed: give smaller sizes
kernel void unbounded(global const int *x, global const int *index, global int *out) {
  int i = get_global_id(0);
  // UNBOUNDED: refused.cl:[[#@LINE+1]]:{{.*}}the index of 'x' depends on data and has no bound: mask it
  out[i] = x[index[i]];
}
kernel void divergent(global const int *in, global int *out) {
  local int t[64];
  int l = get_local_id(0);
  t[l] = in[l];
  if (in[l] > 0)
    // DIVERGENT: refused.cl:[[#@LINE+1]]:{{.*}}a barrier under a condition
    barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[63 - l];
}
kernel void unwritten(global const uchar *in, global int *out) {
  int bins[256];
  for (int i = 0; i < 64; ++i)
    // UNWRITTEN: note: {{.*}}refused.cl:[[#@LINE+1]]:{{.*}}'bins' is read before it is written: the core sets it to 0 at first
    ++bins[in[i]];
  for (int i = 0; i < 256; ++i)
    out[i] = bins[i];
}
// REQUIRED: required
// REQUIRED-NOT: as loops
__attribute__((reqd_work_group_size(64, 1, 1))) kernel void required(global const int *in, global int *out) {
  local int t[64];
  int l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[63 - l];
}
kernel void endless(global const int *in, global int *out) {
  int bins[8] = {};
  int i = get_global_id(0);
  for (int k = 0; k < 8192; ++k)
    ++bins[in[k] & 7];
  out[i] = bins[i & 7];
}
