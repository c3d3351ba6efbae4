// Kernels that only stream: as many arrays are read and written as the name says, once,
// in requests of WIDTH bytes. `empty` shows what a launch takes.
// Compile a board's binary for each width: aoc -DWIDTH=64 streams.cl -o streams64.aocx
#ifndef WIDTH
#define WIDTH 64
#endif
#if WIDTH == 4
typedef float Request;
#elif WIDTH == 8
typedef float2 Request;
#elif WIDTH == 16
typedef float4 Request;
#elif WIDTH == 32
typedef float8 Request;
#else
typedef float16 Request;
#endif
#define IN(a) __global const Request *restrict a
#define OUT(a) __global Request *restrict a

__kernel void empty(OUT(c)) {}
__kernel void r0w1(OUT(c)) { c[get_global_id(0)] = (Request)(1.0f); }
// A read alone has to lead somewhere: the first item writes.
__kernel void r1w0(IN(a), OUT(c)) {
  Request value = a[get_global_id(0)];
  if (get_global_id(0) == 0)
    c[0] = value;
}
__kernel void r1w1(IN(a), OUT(c)) { c[get_global_id(0)] = a[get_global_id(0)]; }
__kernel void r2w1(IN(a), IN(b), OUT(c)) {
  c[get_global_id(0)] = a[get_global_id(0)] + b[get_global_id(0)];
}
__kernel void r3w1(IN(a), IN(b), IN(e), OUT(c)) {
  c[get_global_id(0)] = a[get_global_id(0)] + b[get_global_id(0)] + e[get_global_id(0)];
}
__kernel void r2w2(IN(a), IN(b), OUT(c), OUT(d)) {
  c[get_global_id(0)] = a[get_global_id(0)];
  d[get_global_id(0)] = b[get_global_id(0)];
}
