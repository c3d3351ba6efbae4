// Gains are over a design that exists: where map-pipe f has no price, as its line buffer
// was not measured, over the first that has one.
// REQUIRES: cores
// RUN: %roofline variants %s --kernel columns --global 600000,8 --arg w=600000 --arg h=8 --device adm-pcie-7v3 --max-lanes 1 --max-vector 8 --form pipe | FileCheck %s
// CHECK: map-pipe(map-par[2] f) . vectorise 2 2400001 {{[0-9]+ [^ ]+}} 1 compute
// CHECK: gain: over map-pipe(map-par[2] f) . vectorise 2
// CHECK: left out: map-pipe f: a part of the design has no measured cost
// RUN: %roofline variants %s --kernel add --global 64 --device adm-pcie-7v3 --max-lanes 1 | FileCheck %s --check-prefix=FIRST
// FIRST: map-pipe f {{.*}} 1 compute
// FIRST: gain: over map-pipe f{{$}}

// Of 67 positions one lane has all, or each has one; --pad permits others.
// RUN: %roofline variants %s --kernel add --global 67 --device adm-pcie-7v3 --form pipe | FileCheck %s --check-prefix=PRIME
// PRIME: left out: map-par[2](map-pipe f) . reshapeTo 2: no few lanes divide the positions: with --pad they may, with some behind the last
// RUN: %roofline variants %s --kernel add --global 67 --device adm-pcie-7v3 --form pipe --pad | FileCheck %s --check-prefix=PAD --implicit-check-not='no few lanes'
// PAD: map-par[2](map-pipe f) . reshapeTo 2 . padTo 68

// A value that wraps around the space waits for nearly all of it; an element does not, which
// comes again when it is needed.
// RUN: %roofline variants %s --kernel torus,again --temporary b --global 64,32 --arg w=64 --arg h=32 --device adm-pcie-7v3 --max-lanes 2 --max-vector 1 --form pipe | FileCheck %s --check-prefix=WRAP
// WRAP: note: 'a' is read up to 3968 positions ahead, of 2048, as where an index wraps around: so many pass through each lane before its first result; vectors shorten that, lanes do not
// RUN: %roofline variants %s --kernel torus --global 64,32 --arg w=64 --arg h=32 --device adm-pcie-7v3 --max-lanes 2 --max-vector 1 --form pipe | FileCheck %s --check-prefix=SEAM --implicit-check-not='positions ahead'
// SEAM: map-par[2](map-pipe f) . reshapeTo 2 {{1[01][0-9][0-9]}} 
kernel void columns(global const int *restrict a, global int *restrict b, int w,
                    int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y > 0 && y < h - 1)
    b[y * w + x] = a[(y - 1) * w + x] + a[(y + 1) * w + x];
}
kernel void add(global const int *restrict a, global int *restrict b) {
  int i = get_global_id(0);
  b[i] = a[i] + 1;
}
kernel void torus(global const int *restrict a, global int *restrict b, int w,
                  int h) {
  int x = get_global_id(0), y = get_global_id(1);
  b[y * w + x] =
      a[(y + h - 1) % h * w + x] + a[(y + 1) % h * w + x] + a[y * w + x];
}
kernel void again(global const int *restrict b, global int *restrict c, int w,
                  int h) {
  int x = get_global_id(0), y = get_global_id(1);
  c[y * w + x] = b[(y + h - 1) % h * w + x] + b[y * w + x];
}
