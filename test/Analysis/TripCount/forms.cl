// Closed forms of trip counts.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void k(global int *A, local int *T, int n, uint m) {
  int lid = get_local_id(0);
  // CHECK: loop at [[@LINE+1]]:3 trip n{{$}}
  for (int i = 0; i < n; ++i)
    A[i] += 1;
  // CHECK: loop at [[@LINE+1]]:3 trip m / 16{{$}}
  for (uint i = 0; i < m / 16; ++i)
    A[i] += 2;
  // CHECK: loop at [[@LINE+1]]:3 trip (n + 3) / 4{{$}}
  for (int i = 0; i < n; i += 4)
    A[i] += 3;
  // CHECK: loop at [[@LINE+2]]:3 trip n{{$}}
  // CHECK: loop at [[@LINE+2]]:5 trip -loop:{{[0-9]+}} + n{{$}}
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      A[i * n + j] += 4;
  // CHECK: loop at [[@LINE+1]]:3 trip (-global_id(0) + global_size(0) + n - 1) / global_size(0){{$}}
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    A[i] += 5;
  // CHECK: loop at [[@LINE+1]]:3 trip log2(local_size(0) / 2) + 1{{$}}
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1)
    if (lid < s)
      T[lid] += T[lid + s];
  // CHECK: loop at [[@LINE+1]]:3 trip log2(local_size(0) - 1) + 1{{$}}
  for (uint s = 1; s < get_local_size(0); s *= 2)
    T[lid] += s;
}

// Steps by an argument go towards the limit: no other loop ends. Halving down to a
// limit: 0 below it where the loop tests first, 1 where it does not.
kernel void steps(global int *A, int n, int b, int st) {
  // CHECK-LABEL: kernel steps
  // CHECK: loop at [[@LINE+1]]:3 trip (-b + n + st - 1) / st{{$}}
  for (int i = b; i < n; i += st)
    A[i] += 1;
  // CHECK: loop at [[@LINE+1]]:3 trip (n + st) / st{{$}}
  for (int i = 0; i <= n; i += st)
    A[i] += 2;
  // CHECK: loop at [[@LINE+1]]:3 trip (n + st - 1) / st{{$}}
  for (int i = n; i > 0; i -= st)
    A[i] += 3;
  // CHECK: loop at [[@LINE+1]]:3 trip log2(n / 8) + 1{{$}}
  for (int s = n; s >= 8; s >>= 1)
    A[s] += 4;
  int k = n;
  // CHECK: loop at [[@LINE+1]]:3 trip max(log2(n / 8) + 1, 1){{$}}
  do {
    A[k] += 5;
    k >>= 1;
  } while (k >= 8);
}
