// An offset without a value shifts all addresses alike: 960 * 4 / 64 = 60 words. A step without one
// decides how many there are, and is asked for.
// RUN: %roofline analyze %s --kernel shifted --global 960 --local 48 | FileCheck %s --check-prefix=SHIFTED
// SHIFTED: memory {{ *}}d 60, y 60 words of 64 B
kernel void shifted(global const float *restrict d, global float *restrict y, int offset) {
  const int g = get_global_id(0);
  y[g] = d[g + offset];
}
// RUN: not %roofline analyze %s --kernel apart --global 960 --local 48 | FileCheck %s --check-prefix=ASKS
// ASKS: apart on de5net: the time depends on what is not known yet
// ASKS: add {{ *}}--arg pitch=
// RUN: %roofline analyze %s --kernel apart --global 960 --local 48 --arg pitch=4 | FileCheck %s --check-prefix=APART
// 960 * 16 / 64.
// APART: memory {{ *}}d 240, y 60 words of 64 B
kernel void apart(global const float *restrict d, global float *restrict y, int pitch) {
  const int g = get_global_id(0);
  y[g] = d[g * pitch];
}
