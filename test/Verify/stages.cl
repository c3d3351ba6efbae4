// Operators in stages of a few bits: each core equals the kernel, its cycles are exact, and its path is that of a
// block RAM or of a few carries.
// REQUIRES: nightly, iverilog, verilator, yosys
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{kernel} = mean
// DEFINE: %{bits} = 16
// DEFINE: %{sizes} = --global 40,12
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{kernel} %{sizes} --variant 'map-pipe f/%{bits}' \
// DEFINE:     -o %{kernel}-%{bits} && \
// DEFINE:   verilator --lint-only -Wall --top-module %{kernel} -y %{kernel}-%{bits}/rtl %{kernel}-%{bits}/*.v && \
// DEFINE:   %verify %{kernel}-%{bits} --no-synthesis --seeds 2 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
// RUN: %{prove}
// REDEFINE: %{bits} = 5
// RUN: %{prove}
// REDEFINE: %{kernel} = shuffled
// REDEFINE: %{sizes} = --global 60
// RUN: %{prove}
// REDEFINE: %{kernel} = products
// RUN: %{prove}
// REDEFINE: %{kernel} = signs
// RUN: %{prove}
// REDEFINE: %{bits} = 24
// RUN: %{prove}
// REDEFINE: %{kernel} = total
// REDEFINE: %{sizes} = --global 1
// RUN: %{prove}

// Synthesis leaves the registers behind line buffers: the path is the word of a block RAM of Series 7 alone (2454 ps in
// yosys's model of RAMB18E1), which an adder behind it exceeds.
// RUN: %roofline emit verilog %s --kernel mean --global 300,12 --variant 'map-pipe f/16' -o memory
// RUN: %verify memory --seeds 1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: path [ps] {{ *}}2454.0 {{ *}}2454.0 exact

// What is emitted for a clock is in the stages that it needs, and reaches it; costs may have no delays.
// RUN: %roofline emit verilog %s --kernel mean --global 40,12 --clock 70 -o slow | FileCheck %s --check-prefix=SLOW
// SLOW: core mean, map-pipe f, {{[0-9]+}} cycles
// RUN: %roofline emit verilog %s --kernel mean --global 40,12 --clock 150 -o fast | FileCheck %s --check-prefix=FAST
// FAST: core mean, map-pipe f/{{[0-9]+}}, {{[0-9]+}} cycles
// RUN: %roofline emit verilog %s --kernel mean --global 40,12 --clock 999 -o most 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MOST
// MOST: note: --clock: with typical routing map-pipe f/{{[0-9]+}} reaches {{[0-9.]+}} of 999.0 MHz
// RUN: sed -E 's/^(  - \[([0-9.]+, ){5}[0-9.]+), [0-9.]+\]/\1]/' %S/../../devices/costs/ecp5.yaml > ecp5.yaml
// RUN: %roofline emit verilog %s --kernel mean --global 40,12 --clock 100 --device ulx3s-85f --costs ecp5.yaml \
// RUN:   -o lattice 2>&1 | FileCheck %s --check-prefix=LATTICE
// LATTICE: note: --clock: delays of this family or of a part of the design are not known, and operators stay whole
// LATTICE: core mean, map-pipe f,

// On a device that has delays, a cut core is priced as it is, and a clock cuts it.
// RUN: %roofline emit verilog %s --kernel mean --global 40,12 --variant 'map-pipe f/16' --device adm-pcie-7v3 -o fits \
// RUN:   | FileCheck %s --check-prefix=FITS
// FITS: core mean, map-pipe f/16,
// RUN: %roofline emit verilog %s --kernel mean --global 40,12 --clock 150 --device adm-pcie-7v3 -o fast-fits \
// RUN:   | FileCheck %s --check-prefix=FAST
// RUN: %roofline variants fits/origin/kernel.streams.json --device adm-pcie-7v3 --max-lanes 1 --max-vector 1 \
// RUN:   | FileCheck %s --check-prefix=FITS-AGAIN
// FITS-AGAIN: map-pipe f/16

// What has no stages, and what is no size of one.
// RUN: %roofline emit verilog %s --kernel mean --global 40,12 --clock 150 --variant 'map-comb f' -o comb 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COMB
// COMB: note: --clock: operators of map-pipe alone are cut
// RUN: not %roofline emit verilog %s --kernel mean --global 40,12 --variant 'map-comb f/16' -o bad 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// NONE: variant 'map-comb f/16', column 1: 'f/16' has stages, and is of map-pipe
// RUN: not %roofline emit verilog %s --kernel mean --global 40,12 --variant 'map-pipe f/3' -o bad 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SHORT
// SHORT: variant 'map-pipe f/3', column 12: stages have 4 to 64 bits
// RUN: not %roofline emit opencl %s --kernel mean --global 40,12 --variant 'map-pipe f/16' -o bad 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PROGRAM
// PROGRAM: 'f/16': the operators of a program are cut by its compiler
// RUN: sed 's/"stage_bits": 16/"stage_bits": 3/' fits/origin/kernel.streams.json > three.streams.json
// RUN: not %roofline variants three.streams.json --device adm-pcie-7v3 2>&1 | FileCheck %s --check-prefix=THREE
// THREE: three.streams.json: {{.*}}stage

// A search takes them too; operations are counted as they are written.
// RUN: %roofline explore %s --kernel mean --global 40,12 --device adm-pcie-7v3 --max-vector 1 --max-lanes 1 \
// RUN:   | FileCheck %s --check-prefix=SEARCH
// RUN: %roofline explore %s --kernel mean --global 40,12 --device adm-pcie-7v3 --max-vector 1 --max-lanes 1 \
// RUN:   --clock 180 | FileCheck %s --check-prefixes=SEARCH,CUT
// SEARCH: 5 operations a position
// CUT: >*map-pipe f/[[BITS:[0-9]+]] {{.*}} 180
// CUT: left out: map-comb f: operators cut for stages of [[BITS]] bits are of form pipe
// RUN: %roofline explore %s --kernel mean --global 40,12 --device adm-pcie-7v3 --max-vector 1 --max-lanes 1 \
// RUN:   --clock 150 --form comb | FileCheck %s --check-prefix=FORM
// FORM: map-comb f {{.*}} compute
// CUT: note: the operators of f/[[BITS]] are cut for stages of [[BITS]] bits; those of f take {{[5-9]}}

kernel void mean(global const uint *restrict in, global uint *restrict out) {
  int w = get_global_size(0), h = get_global_size(1), x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    uint sum = in[(y - 1) * w + x] + in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1] + in[(y + 1) * w + x];
    out[y * w + x] = sum / 5;
  }
}
kernel void shuffled(global const uint *restrict a, global const ulong *restrict b, global ulong *restrict out) {
  int i = get_global_id(0);
  ulong turned = rotate(b[i], (ulong)a[i]) >> (a[i] & 63);
  out[i] = (turned << (a[i] & 31)) + popcount(b[i]);
}
kernel void products(global const uint *restrict a, global const ulong *restrict b, global ulong *restrict out) {
  int i = get_global_id(0);
  out[i] = mul_hi(a[i], (uint)b[i]) + b[i] * a[i] + (a[i] % 1000) * 7;
}
kernel void signs(global const int *restrict a, global const long *restrict b, global long *restrict out) {
  int i = get_global_id(0);
  long least = min(b[i], (long)a[i] * -3);
  out[i] = a[i] / -10 + a[i] % 64 + (least > 12345678901L ? least : max((long)a[i], b[i]));
}
kernel void total(global const int *restrict a, global long *restrict sum) {
  long all = 0;
  for (int i = 0; i < 60; ++i)
    all += (long)a[i] * a[i] / 3;
  *sum = all;
}
