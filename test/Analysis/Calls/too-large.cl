// 64 calls of 1024 additions and products do not fit into a kernel of 40000
// operations: they stay calls, each an unknown at its place. A small helper is
// inlined all the same, and what only the large one calls is not looked at.
// REQUIRES: llvm-22
// RUN: not %roofline analyze --verbose %s --global 64 --local 64 | FileCheck %s
// CHECK: 33:16 call of large, too large to inline; not modelled
// CHECK-NOT: call of small
// CHECK-NOT: call of inner
// RUN: %roofline analyze --verbose %s --global 64 --local 64 --allow-unknown --summary-out %t.json
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.json
// SUMMARY-NOT: call of inner
// SUMMARY-COUNT-64: call of large, too large to inline
#define TWICE(X) X X
#define TIMES8(X) TWICE(TWICE(TWICE(X)))
#define TIMES64(X) TIMES8(TIMES8(X))

static uint inner(uint x);
uint large(uint x, uint y) {
  TIMES64(TIMES8(x = x * y + x;))
  return x + inner(x);
}

static uint inner(uint x) {
  TIMES64(TIMES64(x = x * x + 1;))
  return x;
}

static uint small(uint x) { return x + 3; }

kernel void many(global uint *p) {
  size_t i = get_global_id(0);
  uint x = p[i];
  TIMES64(x += large(x, small(x));)
  p[i] = x;
}
