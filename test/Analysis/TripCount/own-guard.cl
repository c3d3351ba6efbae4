// What a loop's own test says before the first iteration is part of the count: a form that
// scalar evolution found behind it need not hold where it fails. The numbers are C's, by hand.
// RUN: %roofline analyze %s --allow-unknown --arg n=149 --arg m=16 --arg u=62 --json %t.json > %t.txt
// RUN: %python %S/Inputs/loops.py %t.json | FileCheck %s

// 78 is beyond 29: until it is 149 are 72. None from 16 to 16; 5 and 6 of 5 to 16.
kernel void unequal(global int *o, int n, int m, uint u) {
  // CHECK: line [[@LINE+1]]: exact 72{{$}}
  for (int i = m + (int)u; i != n / 5; ++i) {
    o[0] += 1;
    if (i == n)
      break;
  }
  // CHECK: line [[@LINE+1]]: exact 0{{$}}
  for (int i = 16; i != m; ++i) {
    o[1] += 1;
    if (i > n)
      break;
  }
  // CHECK: line [[@LINE+1]]: exact 2{{$}}
  for (int i = 5; i != m; ++i) {
    o[2] += 1;
    if (i > m - 11)
      break;
  }
}
// 149 is above 32, -16 is no 65520 and in 8 bits 240.
kernel void narrow(global int *o, int n, int m, uint u) {
  // CHECK: line [[@LINE+1]]: exact 0{{$}}
  for (ushort i = n; i < (uchar)(m + m); ++i)
    o[0] += 1;
  // CHECK: line [[@LINE+1]]: exact 0{{$}}
  for (short i = -m; i > n; i -= 4)
    o[1] += 1;
  // CHECK: line [[@LINE+1]]: exact 239{{$}}
  for (uchar i = 1; i < (uchar)(-m); ++i)
    o[2] += 1;
}
// -16 is not above 2, which no form says; without a sign it is 2^32 - 16, of 32 bits.
kernel void halves(global int *o, int n, int m, uint u) {
  // CHECK: line [[@LINE+1]]: at-most
  for (short i = -m; i > 2; i >>= 2)
    o[0] += 1;
  // CHECK: line [[@LINE+1]]: exact 31{{$}}
  for (uint i = (uint)(-m); i > 1; i >>= 1)
    o[1] += 1;
}
// max(62, 4) is 62; min(48, 16) is 16; max(149, 62) is above 16.
kernel void least(global int *o, int n, int m, uint u) {
  // CHECK: line [[@LINE+1]]: exact 0{{$}}
  for (int i = max((int)u, 4); i != u; i += 8)
    o[0] += 1;
  // CHECK: line [[@LINE+1]]: exact 0{{$}}
  for (long i = min(m * 3, m); i != m; i -= 4)
    o[1] += 1;
  // CHECK: line [[@LINE+1]]: exact 0{{$}}
  for (int i = max(n, (int)u); i <= m; ++i)
    o[2] += 1;
  // 149, of which the break is the first.
  // CHECK: line [[@LINE+1]]: exact 2{{$}}
  for (int i = n; i <= max(n, (int)u + 100); ++i) {
    o[3] += 1;
    if (i > n)
      break;
  }
}
// The body stands before the break: 16, 18, .. 62 are 24.
kernel void first(global int *o, int n, int m, uint u) {
  // CHECK: line [[@LINE+1]]: exact 24{{$}}
  for (int i = 16; i != -5; i += 2) {
    o[0] += 1;
    if (i == u)
      break;
  }
}
