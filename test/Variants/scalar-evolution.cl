// Every address is affine in the counters of lanes, rows, steps and elements:
// a lane has 12 rows of 256 bytes, a step 2 elements of 4 bytes.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='fpga-variants<lanes=4;vector=2;global=64x48;arg.width=64>' -S %t.ll -o %t.variant.ll 2>/dev/null
// RUN: %opt -passes='print<scalar-evolution>' -disable-output %t.variant.ll 2>&1 | FileCheck %s
kernel void k(global const int *a, global int *b, int width) {
  int i = get_global_id(1) * width + get_global_id(0);
  b[i] = a[i];
}
// CHECK: for: @k.variant
// CHECK: {{{{%a,\+,3072}<n.*w><%lane.header>,\+,256}<n.*w><%y.header>,\+,8}<n.*w><%x.header>,\+,4}<n.*w><%element.header>}}
