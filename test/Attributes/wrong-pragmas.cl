// Every wrong pragma is a warning at its place, because clang alone takes it.
// RUN: %clang -emit-llvm -c %s -o /dev/null -Xclang -verify
#define ZERO 0

kernel void k(global float *a, int n) {
#pragma ii // expected-warning {{'#pragma ii' expects a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ii ZERO // expected-warning {{'#pragma ii' expects a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ii -1 // expected-warning {{'#pragma ii' expects a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ii 1.5 // expected-warning {{'#pragma ii' expects a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ivdep all // expected-warning {{'#pragma ivdep' expects 'array(<name>)' or 'safelen(<integer>)'}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ivdep safelen(0) // expected-warning {{'#pragma ivdep safelen' expects a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma max_concurrency // expected-warning {{'#pragma max_concurrency' expects a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ii 2 // expected-warning {{'#pragma ii' has no effect: no loop follows}}
  a[0] = 1;
}
