// A loop may carry a short counter as the int that its expressions widen it to; the counter is the
// short one: ceil(4096 / 23) iterations.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void blocks(global const float *restrict a, global float *restrict b) {
  for (ushort w = 0; w < 4096; w += 23)
    for (uchar k = 0; k < 64; ++k)
      for (uchar s = 0; s < 23; ++s)
        if (w + s < 4096)
          b[w + s] = a[(w + s) / 64 * 4096 + k];
}
// CHECK: loop at 6:3 trip 179
// CHECK: loop at 7:5 trip 64
// CHECK: loop at 8:7 trip 23
