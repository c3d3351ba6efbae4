// An attribute that no model reads is a warning at its place that says what holds instead;
// one that the models fulfil is none, and an unknown one is clang's.
// RUN: %clang -emit-llvm -c %s -o /dev/null -Xclang -verify
typedef struct {
  float x;
} item;

__attribute__((task, uses_global_work_offset(0), stall_enable))
__attribute__((scheduler_target_fmax_mhz(300))) // expected-warning {{'scheduler_target_fmax_mhz' attribute has no effect on the analysis: the clock is the device's, or an option's}}
kernel void intel(global float *a __attribute__((buffer_location("QDR"))), // expected-warning {{all buffers are in the external memory}}
                  local __attribute__((local_mem_size(1024))) float *s) { // expected-warning {{'local_mem_size' attribute has no effect}}
  local float b[64] __attribute__((numbanks(4), bankwidth(8), doublepump)); // expected-warning {{'numbanks'}} expected-warning {{'bankwidth'}} expected-warning {{'doublepump'}}
  local float c[64] __attribute__((numreadports(2), numwriteports(1), singlepump)); // expected-warning {{'numreadports'}} expected-warning {{'numwriteports'}} expected-warning {{'singlepump'}}
  local int __attribute__((memory("BLOCK_RAM"), merge("m", "depth"), bank_bits(1, 0))) d[32]; // expected-warning {{'memory'}} expected-warning {{'merge'}} expected-warning {{'bank_bits'}}
  local int __attribute__((internal_max_block_ram_depth(512))) e[8]; // expected-warning {{'internal_max_block_ram_depth'}}
  float __attribute__((register)) r[8]; // expected-warning {{'register' attribute has no effect on the analysis: where an array is kept is the compiler's choice}}
  int odd __attribute__((of_no_vendor)) = 1; // expected-warning {{unknown attribute 'of_no_vendor' ignored}}
  a[0] = s[0] + b[0] + c[0] + d[0] + e[0] + r[0] + odd;
}

__attribute__((reqd_work_group_size(1, 1, 1), xcl_zero_global_work_offset))
__attribute__((xcl_dataflow)) // expected-warning {{'xcl_dataflow' attribute has no effect on the analysis: calls and loops run one after another}}
kernel void xilinx(global int *a, int n) {
  int buffer[64] __attribute__((xcl_array_partition(cyclic, 8, 1))); // expected-warning {{'xcl_array_partition'}}
  int whole[8] __attribute__((xcl_array_partition(complete, 1))); // expected-warning {{'xcl_array_partition'}}
  int more[8] __attribute__((xcl_array_reshape(block, 2, 1))); // expected-warning {{'xcl_array_reshape'}}
  __attribute__((xcl_pipeline_loop))
  __attribute__((xcl_loop_tripcount(8, 64, 32))) // expected-warning {{'xcl_loop_tripcount' attribute has no effect on the analysis: the trip count is an option's, or a profile's}}
  for (int i = 0; i < n; ++i)
    a[i] += buffer[i & 63] + whole[i & 7] + more[i & 7];
  __attribute__((xcl_pipeline_workitems)) {
    a[0] = 1;
  }
}
