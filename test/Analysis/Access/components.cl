// A component of a vector is stored alone: clang loads the others to store them again.
// 1024 work-items; the components are 4 B, the vectors 16 B and 32 B.
// RUN: %roofline analyze --verbose %s --global 1024 --local 64 --kernel one | FileCheck %s --check-prefix=ONE
// ONE-NOT: o {{ *}}read
// ONE: o {{ *}}write {{ *}}4 {{.*}}stride 16 B along dim 0
// ONE: Q requested [byte] {{ *}}4096
// ONE-NEXT: Q compulsory [byte] {{ *}}4096
kernel void one(global float4 *restrict o) { o[get_global_id(0)].y = 1.0f; }
// Two components that are no neighbours: 1024 * 2 * 4 B.
// RUN: %roofline analyze --verbose %s --global 1024 --local 64 --kernel two | FileCheck %s --check-prefix=TWO
// TWO-NOT: o {{ *}}read
// TWO: o {{ *}}write {{ *}}4 {{ *}}2 times stride 32 B along dim 0
// TWO: Q requested [byte] {{ *}}8192
// TWO-NEXT: Q compulsory [byte] {{ *}}8192
kernel void two(global float8 *restrict o) {
  o[get_global_id(0)].s1 = 1.0f;
  o[get_global_id(0)].s7 = 2.0f;
}
// All of them, one by one, are a store of the vector.
// RUN: %roofline analyze --verbose %s --global 1024 --local 64 --kernel all | FileCheck %s --check-prefix=ALL
// ALL-NOT: o {{ *}}read
// ALL: o {{ *}}write {{ *}}16 {{.*}}consecutive along dim 0
// ALL: Q requested [byte] {{ *}}16384
// ALL-NEXT: Q compulsory [byte] {{ *}}16384
kernel void all(global float4 *restrict o) {
  const size_t g = get_global_id(0);
  o[g].x = 1.0f;
  o[g].y = 2.0f;
  o[g].z = 3.0f;
  o[g].w = 4.0f;
}
// A half at once, and a component that changes is read as well.
// RUN: %roofline analyze --verbose %s --global 1024 --local 64 --kernel upper | FileCheck %s --check-prefix=HALF
// HALF-NOT: o {{ *}}read
// HALF: o {{ *}}write {{ *}}16 {{.*}}stride 32 B along dim 0
// HALF: Q requested [byte] {{ *}}16384
kernel void upper(global float8 *restrict o) { o[get_global_id(0)].hi = (float4)(1.0f); }
// RUN: %roofline analyze --verbose %s --global 1024 --local 64 --kernel adds | FileCheck %s --check-prefix=ADDS
// ADDS: o {{ *}}read {{ *}}4 {{.*}}stride 16 B along dim 0
// ADDS: o {{ *}}write {{ *}}4 {{.*}}stride 16 B along dim 0
// ADDS: Q requested [byte] {{ *}}8192
// ADDS-NEXT: Q compulsory [byte] {{ *}}8192
kernel void adds(global float4 *restrict o) { o[get_global_id(0)].z += 1.0f; }
// Components that change places are read: x and y of 16 B, each way.
// RUN: %roofline analyze --verbose %s --global 1024 --local 64 --kernel swaps | FileCheck %s --check-prefix=SWAPS
// SWAPS: o {{ *}}write {{ *}}8 {{.*}}stride 16 B along dim 0
kernel void swaps(global float4 *restrict o) {
  const size_t g = get_global_id(0);
  o[g].xy = o[g].yx;
}
// What is written in between may be the vector: all of it is kept.
// RUN: %roofline analyze --verbose %s --global 1024 --local 64 --kernel between | FileCheck %s --check-prefix=BETWEEN
// BETWEEN: q {{ *}}write {{ *}}4
// BETWEEN: Q requested [byte] {{ *}}12288
kernel void between(global float4 *o, global float *q) {
  const size_t g = get_global_id(0);
  o[g].x = 1.0f;
  q[g] = 2.0f;
  o[g].y = 3.0f;
}
