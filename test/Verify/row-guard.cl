// What a guard asks of the row may be what the loop's end asks: one comparison of two uses,
// found in the loop within. Both loops keep their sizes.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// RUN: %roofline emit verilog %s --kernel blur --arg w=32 --arg h=24 -o %t/a
// RUN: %verify %t/a --no-synthesis --seeds 1 | FileCheck %s
// RUN: %roofline emit verilog %s --kernel blur --arg w=32 --arg h=24 -o %t/b --variant 'map-par[2](map-pipe(map-par[4] f)) . reshapeTo 2 . vectorise 4'
// RUN: %verify %t/b --no-synthesis --seeds 1 | FileCheck %s
// A flat launch whose last element no position reads is walked to its end: vectors divide it.
// RUN: %roofline emit verilog %s --kernel flat --global 1024 --arg w=32 --arg h=32 -o %t/c --variant 'map-par[2](map-pipe(map-par[8] f)) . reshapeTo 2 . vectorise 8'
// RUN: %verify %t/c --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
kernel void blur(global const uchar *a, global uchar *o, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int sum = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          if (y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w)
            sum += a[(y + dy) * w + x + dx];
      o[y * w + x] = sum / 9;
    }
}
kernel void flat(global const int *a, global int *o, int w, int h) {
  int i = get_global_id(0), x = i % w, y = i / w;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    o[i] = a[i - 1] + a[i + 1] + a[i - w] + a[i + w];
}
