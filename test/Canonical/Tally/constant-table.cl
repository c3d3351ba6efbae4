// To read a table of constants is a load, wherever the table is: 3 loads of the
// weights, 3 of the input and a store; of a helper's own table, which it copies,
// 16 bytes beside a load and a store of 8; the same where a helper hands its
// table to another, which reads it.
// RUN: %roofline analyze --verbose %s --kernel blur --global 1000 | FileCheck %s --check-prefix=BLUR
// RUN: %roofline analyze --verbose %s --kernel turned --global 1000 | FileCheck %s --check-prefix=TURNED
// RUN: %roofline analyze --verbose %s --kernel handed --global 1000 | FileCheck %s --check-prefix=TURNED
// BLUR: Q requested [byte] {{ *}}28000 {{ *}}28*WI
// TURNED: Q requested [byte] {{ *}}32000 {{ *}}32*WI
constant float weights[3] = {0.25f, 0.5f, 0.25f};
kernel void blur(global const float *a, global float *o) {
  int g = get_global_id(0);
  o[g] = weights[0] * a[g] + weights[1] * a[g + 1] + weights[2] * a[g + 2];
}
float2 turn(float2 v) {
  const float2 rows[2] = {(float2)(0.6f, -0.8f), (float2)(0.8f, 0.6f)};
  return (float2)(v.x * rows[0].x + v.y * rows[0].y,
                  v.x * rows[1].x + v.y * rows[1].y);
}
kernel void turned(global const float2 *a, global float2 *o) {
  int g = get_global_id(0);
  o[g] = turn(a[g]);
}
float2 multiply(const float2 *rows, float2 v) {
  return (float2)(v.x * rows[0].x + v.y * rows[0].y,
                  v.x * rows[1].x + v.y * rows[1].y);
}
float2 turnThrough(float2 v) {
  const float2 rows[2] = {(float2)(0.6f, -0.8f), (float2)(0.8f, 0.6f)};
  return multiply(rows, v);
}
kernel void handed(global const float2 *a, global float2 *o) {
  int g = get_global_id(0);
  o[g] = turnThrough(a[g]);
}
