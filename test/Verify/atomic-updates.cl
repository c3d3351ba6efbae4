// Work-items that update one element by atomics sum up.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %roofline emit verilog %s --global 64,8
// RUN: %{emit} --kernel edges -o %t/edges
// RUN: %verify %t/edges --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel edges -o %t/lanes --variant 'map-par[4](map-pipe(map-par[2] f)) . reshapeTo 4 . vectorise 2'
// RUN: %verify %t/lanes --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel signs -o %t/signs
// RUN: %verify %t/signs --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel newer -o %t/newer
// RUN: %verify %t/newer --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel kept --arg n=50 -o %t/kept
// RUN: %verify %t/kept --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
kernel void edges(global const uchar *a, global uchar *o, global uint *count,
                  uchar limit) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  if (y == 0)
    return;
  bool edge = abs_diff(a[y * w + x], a[(y - 1) * w + x]) > limit;
  o[y * w + x] = edge ? 255 : 0;
  if (edge)
    atomic_inc(&count[0]);
  else
    atomic_add(&count[1], (uint)a[y * w + x]);
}
// Minima and maxima of signed and of unsigned numbers are different operations.
kernel void signs(global const int *a, volatile global int *least,
                  volatile global uint *most) {
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  atomic_min(least, a[i]);
  atom_max(most + 1, (uint)a[i]);
  atomic_xor(most + 2, (uint)a[i]);
  atomic_sub(least + 1, a[i]);
  atomic_dec(least + 2);
}
kernel void newer(global const int *a, global atomic_int *o) {
  size_t i = get_global_linear_id();
  atomic_fetch_add_explicit(o, a[i], memory_order_relaxed, memory_scope_device);
  atomic_fetch_max(o + 1, a[i]);
}
// The same without atomics, of one work-item, and with more than one way.
kernel void kept(global const int *a, global const int *b, global int *o,
                 int n) {
  for (int i = 0; i < n; ++i) {
    if (a[i] > 5)
      o[0] += 1;
    if (a[i] > b[i])
      o[1] += a[i];
    else if (b[i] < 0)
      o[1] -= 3 * b[i];
  }
}
// What comes before an update decides something: that is an order.
// RUN: not %{emit} --kernel ticket --variant 'map-pipe f' -o %t/ticket 2>&1 | FileCheck %s --check-prefix=TICKET
// TICKET: atomic-updates.cl:[[#@LINE+4]]:{{[0-9]+}}: kernel ticket: atomic_inc() is atomic: work-items are not independent
kernel void ticket(global const int *a, global int *o, global int *at) {
  size_t i = get_global_linear_id();
  if (a[i] > 5)
    o[atomic_inc(at)] = a[i];
}
// RUN: not %{emit} --variant 'map-pipe f' --kernel histogram -o %t/histogram 2>&1 | FileCheck %s --check-prefix=HISTOGRAM
// HISTOGRAM: atomic-updates.cl:[[#@LINE+2]]:{{[0-9]+}}: the index of this access depends on what is read at
kernel void histogram(global const uchar *a, global int *o) {
  atomic_inc(&o[a[get_global_linear_id()]]);
}
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel beside --global 16,8 --arg w=13 --arg h=7 -o %t/x 2>&1 | FileCheck %s --check-prefix=BESIDE
// BESIDE: atomic-updates.cl:[[#@LINE+5]]:{{[0-9]+}}: rows of 13 elements are shorter than the work-items or iterations along them, all of which take part in a sum: give a size without those beside the row
kernel void beside(global const int *a, global int *o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h)
    return;
  atomic_add(o, a[y * w + x]);
}
