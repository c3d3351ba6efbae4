// Every wrong pragma is an error at its place.
// RUN: %clang -emit-llvm -c %s -o /dev/null -Xclang -verify
#define ZERO 0

kernel void k(global float *a, int n) {
#pragma ii // expected-error {{'#pragma ii' expects a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ii ZERO // expected-error {{'#pragma ii' expects a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ii -1 // expected-error {{'#pragma ii' expects a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ii 1.5 // expected-error {{'#pragma ii' expects a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ivdep all // expected-error {{'#pragma ivdep' expects 'array(<name>)' or 'safelen(<integer>)'}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ivdep safelen(0) // expected-error {{'#pragma ivdep safelen' expects a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma max_concurrency // expected-error {{'#pragma max_concurrency' expects a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ii 2
  a[0] = 1; // expected-error {{expected a for, while, or do-while loop}}
}
