// What a loop carries passes every copy of an unrolled loop inside: 8 additions of 7 cycles
// are 56, as both models say. The advice is to add the 8 terms first.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=65536 --kernel through | FileCheck %s --check-prefix=THROUGH
// THROUGH: * the loop at line [[@LINE+8]]:3 8192 56
// THROUGH: the loop at line [[@LINE+7]]:3 starts a pass each 56 cycles: line [[@LINE+10]] computes what line [[@LINE+10]] needs 1 iteration later, through 8 copies of the loop at line [[@LINE+9]]
// THROUGH: TR combine the terms of the copies of the loop at line [[@LINE+8]]
// THROUGH: one fadd waits for an earlier iteration instead of 8: 7.{{[0-9]+}}
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --arg n=65536 --kernel through | FileCheck %s --check-prefix=EQUATIONS
// EQUATIONS: an iteration each 56 cycles: line [[@LINE+6]] computes
kernel void through(global const float *restrict x, global float *restrict r, int n) {
  float s = 1;
  for (int i = 0; i < n; i += 8) {
#pragma unroll
    for (int j = 0; j < 8; ++j)
      s += x[i + j];
  }
  r[0] = s;
}

// A sum that starts anew in each iteration leaves one addition. Seven partial sums remove it.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=65536 --kernel anew | FileCheck %s --check-prefix=ANEW
// ANEW: * the loop at line [[@LINE+7]]:3 8192 7
// ANEW: the loop at line [[@LINE+6]]:3 starts a pass each 7 cycles: line [[@LINE+11]] computes what line [[@LINE+11]] needs 1 iteration later{{$}}
// ANEW: PS carry 7 partial results of the fadd at line [[@LINE+10]] in a shift register
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --arg n=65536 --kernel anew | FileCheck %s --check-prefix=ONE
// ONE: an iteration each 7 cycles: line [[@LINE+8]]
kernel void anew(global const float *restrict x, global float *restrict r, int n) {
  float s = 1;
  for (int i = 0; i < n; i += 8) {
    float t = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j)
      t += x[i + j];
    s += t;
  }
  r[0] = s;
}

// The compiler unrolls four iterations by itself.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=65536 --kernel small | FileCheck %s --check-prefix=SMALL
// SMALL: * the loop at line [[@LINE+4]]:3 16384 28
// SMALL: starts a pass each 28 cycles: {{.*}}, through 4 copies of the loop at line [[@LINE+4]]
kernel void small(global const float *restrict x, global float *restrict r, int n) {
  float s = 1;
  for (int i = 0; i < n; i += 4)
    for (int j = 0; j < 4; ++j)
      s += x[i + j];
  r[0] = s;
}

// A design of another factor; the largest of 3 cycles does not pass the sum inside, which
// starts anew: 8 * 3 cycles.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=65536 --kernel largest --what-if ul@%(line+7)=8 | FileCheck %s --check-prefix=LARGEST
// LARGEST: * the loop at line {{[0-9]+}}:3 8192 24
kernel void largest(global const float *restrict x, global float *restrict r, int n) {
  float most = 0;
  for (int i = 0; i < n; i += 8) {
    float t = 0;
#pragma nounroll
    for (int j = 0; j < 8; ++j) {
      most = fmax(most, x[i + j]);
      t += x[i + j];
    }
    r[i + 1] = t;
  }
  r[0] = most;
}

// Copies of a loop over twelve sums in turn: ceil(16 * 7 / 12) cycles for 16 iterations, not one.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=98304 --kernel turns --what-if ul@%(line+10)=16 | FileCheck %s --check-prefix=TURNS
// TURNS: * the loop at line [[@LINE+9]]:3 6144 10
// TURNS: starts a pass each 10 cycles: line [[@LINE+9]] writes what line [[@LINE+9]] reads 12 iterations later; a pass is 16 iterations
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --arg n=98304 --kernel turns --what-if ul@%(line+7)=16 | FileCheck %s --check-prefix=PASS
// PASS: a pass of 16 iterations each 10 cycles: line [[@LINE+7]] writes
kernel void turns(global const float *restrict x, global float *restrict r, int n) {
  float t[13];
#pragma unroll
  for (int i = 0; i < 13; ++i)
    t[i] = 0;
  for (int i = 0; i < n; ++i) {
    t[12] = t[0] + x[i];
#pragma unroll
    for (int j = 0; j < 12; ++j)
      t[j] = t[j + 1];
  }
  float s = 0;
#pragma unroll
  for (int j = 0; j < 12; ++j)
    s += t[j];
  r[0] = s;
}
