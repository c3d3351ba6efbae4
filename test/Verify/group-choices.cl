// The work-group decides what a work-item does with local memory: in each group, in very many,
// and where the launch leaves what decides without a value.
// REQUIRES: iverilog
// RUN: rm -rf %t
// RUN: %roofline emit verilog %s --kernel turned --global 32 -o %t/turned
// RUN: %verify %t/turned --no-synthesis --seeds 1 | FileCheck %s --check-prefix=TURNED
// TURNED: outputs equal the original's, bit for bit
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void turned(global const int *restrict in,
                                                                  global int *restrict out) {
  local int t[8];
  int l = get_local_id(0), from;
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  switch (get_group_id(0)) {
  case 0: from = t[7 - l]; break;
  case 2: from = t[l]; break;
  default: from = t[l ^ 1];
  }
  out[get_global_id(0)] = from;
}

// Group 100,000,001 of 134,217,728 is the first that adds nothing; it is found without going
// through those before it.
// RUN: %roofline variants %s --kernel far --global 1073741824 --device arty-a7-100t | FileCheck %s --check-prefix=FAR
// FAR: far: Vect 1073741824 t
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void far(global const int *restrict in,
                                                               global int *restrict out) {
  local int t[8];
  int l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = get_group_id(0) * 3 > 300000000 ? t[l] : t[l] + 1;
}

// RUN: not %roofline variants %s --kernel byZero --global 32 --device arty-a7-100t 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: group-choices.cl:[[#@LINE+9]]:{{[0-9]+}}: what decides here cannot be computed for some work-group, as where it divides by 0
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void byZero(global const int *restrict in,
                                                                     global int *restrict out) {
  local int t[8];
  int l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (7 / (int)get_group_id(0) & 1)
    l ^= 1;
  out[get_global_id(0)] = t[l];
}
