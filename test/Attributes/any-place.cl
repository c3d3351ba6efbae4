// Attributes and pragmas of ours are accepted where clang alone accepts them: in any place, with
// any arguments. In a place that means nothing they are warnings.
// REQUIRES: llvm-22
// RUN: clang-22 -target spir64 -cl-std=CL2.0 -fblocks -fsyntax-only -w %s -D 'A=__attribute__((of_nobody(1, 2, 3, 4)))'
// DEFINE: %{with} = %clang -fblocks -fsyntax-only %s
// RUN: %{with} -D 'A=__attribute__((num_compute_units(2)))' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=__attribute__((num_simd_work_items))' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=__attribute__((max_work_group_size(1, 2, 3, 4, 5)))' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=__attribute__((max_global_work_dim("x")))' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=__attribute__((autorun(1)))' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=__attribute__((task))' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=__attribute__((depth(n)))' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=__attribute__((xcl_reqd_pipe_depth(1.5, 2)))' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=__attribute__((xcl_pipeline_loop(1)))' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=__attribute__((xcl_pipeline_loop(0, 1)))' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=__attribute__((numbanks(4)))' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=__attribute__((register))' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=_Pragma("ii 2")' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=_Pragma("ivdep")' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=_Pragma("ii 2x")' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=_Pragma("ivdep safelen(")' 2>&1 | FileCheck %s
// RUN: %{with} -D 'A=_Pragma("max_concurrency 1 2")' 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: warning

A kernel void before(global int *a, int n) {}
kernel void A between(A global int *a, int n A) {}
kernel void declared(global int *a A, read_only pipe int p A) A;
A int helper(int n) { return n; }
A extern constant int outside;
A constant int first = 1;
constant int second A = 1;
struct A tagged { A int x; int y A; };
typedef struct { int x; } A untagged;
typedef int A word;
enum A colours { Red A, Green };

void statements(global int *a, int n) {
  A int x = 1;
  int y[4] A;
  A;
  A a[0] = x;
  A { a[1] = n; }
  A for (int i = 0; i < n; ++i) a[i] = i;
  A while (n > 9) --n;
  A do --n; while (n > 8);
  A first: for (A int i = 0; i < n; ++i) A a[i] = i;
  second: A for (int i = 0; i < n; ++i) { a[i] = i; A; }
  A third: A fourth: while (n > 7) --n;
  A fifth: a[2] = 1;
  A sixth: ;
  if (n) A a[3] = 1; else A while (n > 6) --n;
  A switch (n) { A case 1: n = 2; A default: A n = 3; }
  void (^block)(void) = ^{ A for (int i = 0; i < 4; ++i); };
  n = ({ A while (n > 5) --n; 3; });
  A if (n) goto third;
  A return;
}
A;
