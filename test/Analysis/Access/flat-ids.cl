// A flat id that is taken apart by arguments goes in blocks: linear but where a row ends.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s --check-prefix=IR
// Without a launch the length of a block is the argument.
// RUN: %roofline analyze --verbose --allow-unknown %s --kernel flat | FileCheck %s --check-prefix=OPEN
// OPEN: d {{ *}}read {{.*}}consecutive in blocks of w along dim 0
// OPEN: r {{ *}}read {{.*}}same in blocks of w along dim 0
// OPEN: y {{ *}}write {{.*}} consecutive along dim 0
// 1000 = 41 * 24 + 16 work-items. Bytes once: 4000 of d, 42 rows * 4 of r, 4000 of y.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel flat --global 1000 --local 50 --arg w=24 --arg p=32 | FileCheck %s --check-prefix=ROWS
// Transactions of d: 2 for 24 floats, 1000 / 24 * 2.
// ROWS: d {{ *}}read {{ *}}4 {{ *}}83.33 {{.*}}consecutive in blocks of 24 along
// ROWS: r {{ *}}read {{.*}}same in blocks of 24 along dim 0
// ROWS: Q compulsory [byte] {{ *}}8168
// The board model goes through the addresses: in groups of 48 = 2 rows, 2 words a row of 24
// floats in 128 bytes. 960 = 40 rows.
// RUN: %roofline analyze --verbose --model board %s --kernel flat --global 960 --local 48 --arg w=24 --arg p=32 | FileCheck %s --check-prefix=BOARD
// BOARD: d {{ *}}1 {{ *}}4 {{ *}}960 {{ *}}80 read
// One group, rows of 20 in 128 bytes: 4 rows of 80 bytes and one of 64, 2 words * 4 + 1; the
// 5 elements of r are in one word.
// RUN: %roofline analyze --verbose --model board %s --kernel flat --global 96 --local 96 --arg w=20 --arg p=32 | FileCheck %s --check-prefix=SHORT
// SHORT: d {{ *}}1 {{ *}}4 {{ *}}96 {{ *}}9 read
// SHORT: r {{ *}}1 {{ *}}4 {{ *}}96 {{ *}}1 read
// A launch without w and p has no time; the screen asks for both.
// RUN: not %roofline analyze %s --kernel flat --global 96 --local 96 | FileCheck %s --check-prefix=ASKS
// ASKS: add {{ *}}--arg p= --arg w=
// As wide as the launch: the row is the only one.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel flat --global 1024 --local 64 --arg w=1024 --arg p=32 | FileCheck %s --check-prefix=ONE
// ONE: d {{ *}}read {{ *}}4 {{ *}}64 {{.*}} consecutive along dim 0
// ONE: r {{ *}}read {{.*}} same along dim 0
// No remark calls it costly; one asks for w, which alone decides the length.
// RUN: %clang -O2 -emit-llvm -c %s -o %t.bc -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not='read of d'
// REMARK: unknown: argument w (bind with -fpga-arg=w=VALUE)
kernel void flat(global const float *restrict d, global const float *restrict r,
                 global float *restrict y, int w, int p) {
  const int g = get_global_id(0), row = g / w, column = g % w;
  // IR-LABEL: kernel flat
  // IR: global read of d {{.*}}: 0 + 4*p*(global_id(0) / w) + 4*(global_id(0) % w), in blocks along global_id(0){{$}}
  y[g] = d[row * p + column] + r[row];
}

// What is left without the rows is the column; a plane has w * h places.
kernel void rest(global float *restrict y, uint w, uint h) {
  const uint g = get_global_id(0);
  // IR-LABEL: kernel rest
  // IR: global write of y {{.*}}: 0 + {{.*}}(global_id(0) / w){{.*}}, in blocks along global_id(0){{$}}
  y[g - g / w * w] = 1;
  // IR: global write of y {{.*}} 4*(global_id(0) / w) + 400*(global_id(0) / (h*w)), in blocks along global_id(0){{$}}
  y[g / w % h + 100 * (g / (w * h))] = 2;
}

// Divided by what moves, or by data, an index is irregular.
kernel void data(global float *restrict y, global const int *restrict n) {
  const int g = get_global_id(0), l = get_global_id(1);
  // IR-LABEL: kernel data
  // IR: global write of y {{.*}}, irregular along global_id(0), global_id(1): index is not linear in work-item ids
  y[g / (l + 1)] = 1;
  // IR: global write of y {{.*}}, irregular along global_id(0): index is
  y[g % n[0]] = 2;
}
