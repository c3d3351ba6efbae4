// A copy of a structure moves its bytes and computes nothing, with whatever else is done.
// RUN: %roofline analyze --verbose %s --device de5net --global 1024 --local 64 --kernel copy \
// RUN:   | FileCheck %s --check-prefix=COPY
// RUN: %roofline analyze --verbose %s --device de5net --global 1024 --local 64 --kernel change \
// RUN:   | FileCheck %s --check-prefix=CHANGE
typedef struct { float x, y; int id; } Point;
typedef struct { float m[5]; } Row;
// 12 bytes read and 12 written by each of 1024.
// COPY: W [integer operation] {{ *}}0
// COPY: Q requested [byte] {{ *}}24576  24*WI
kernel void copy(global const Point *restrict a, global Point *restrict b) {
  int i = get_global_id(0);
  b[i] = a[i];
}
// 20 and 20, and one sum.
// CHANGE: W [floating-point operation] {{ *}}1024  WI
// CHANGE: Q requested [byte] {{ *}}40960  40*WI
kernel void change(global const Row *restrict a, global Row *restrict b, int j) {
  int i = get_global_id(0);
  Row row = a[i];
  row.m[j & 3] += 1.0f;
  b[i] = row;
}
