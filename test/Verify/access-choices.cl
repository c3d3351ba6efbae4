// One of several buffers, or one of two elements by what is read: compilers make one access
// of these, through a chosen address; a core reads all and chooses the value.
// REQUIRES: iverilog
// DEFINE: %{name} =
// DEFINE: %{launch} = --global 64
// DEFINE: %{variant} = map-pipe f
// DEFINE: %{prove} = %verify %s --kernel %{name} %{launch} --variant '%{variant}' --no-synthesis --seeds 2 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles [[CYCLES:[0-9]+]] [[CYCLES]] exact

// REDEFINE: %{name} = merged
// RUN: %{prove}
// REDEFINE: %{variant} = map-par[2](map-pipe(map-par[4] f)) . reshapeTo 2 . vectorise 4
// RUN: %{prove}
kernel void merged(global const int *restrict a, global const int *restrict b,
                   global const int *restrict mask, global int *restrict out) {
  int i = get_global_id(0);
  out[i] = mask[i] > 3 ? a[i] : b[i];
}

// REDEFINE: %{variant} = map-pipe f
// REDEFINE: %{name} = cases
// RUN: %{prove}
kernel void cases(global const int *restrict a, global const int *restrict b,
                  global const int *restrict c, global const uchar *restrict which,
                  global int *restrict out) {
  int i = get_global_id(0), value;
  switch (which[i] & 3) {
  case 0: value = a[i]; break;
  case 1: value = b[i]; break;
  case 2: value = c[i + 1]; break;
  default: value = 7;
  }
  out[i] = value;
}

// A border of another buffer.
// REDEFINE: %{name} = borders
// RUN: %{prove}
kernel void borders(global const int *restrict first, global const int *restrict last,
                    global const int *restrict in, global int *restrict out) {
  int i = get_global_id(0);
  out[i] = i == 0 ? first[0] : i == 63 ? last[5] : in[i - 1] + in[i + 1];
}

// REDEFINE: %{name} = apart
// RUN: %{prove}
kernel void apart(global const int *restrict a, global int *restrict most,
                  global int *restrict more, global int *restrict others) {
  int i = get_global_id(0), v = a[i];
  if (v > 100)
    most[i] = v;
  else if (v > 0)
    more[i] = 2 * v;
  else
    others[i] = -v;
}

// An argument chooses for all work-items.
// REDEFINE: %{name} = either
// REDEFINE: %{launch} = --global 64 --arg second=1
// RUN: %{prove}
kernel void either(global const float *restrict a, global const float *restrict b,
                   global float *restrict out, int second) {
  int i = get_global_id(0);
  global const float *from = second ? b : a;
  out[i] = from[i] * 2 + from[i + 1];
}

// Neighbours against the wind, in two dimensions; a comparison as a number.
// REDEFINE: %{name} = upwind
// REDEFINE: %{launch} = --global w,h --arg w=16 --arg h=12
// RUN: %{prove}
kernel void upwind(global const int *restrict u, global const int *restrict v,
                   global int *restrict out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
    return;
  out[i] = u[i] - (u[v[i] > 0 ? i - 1 : i + 1] + u[v[i] > 5 ? i - w : i + w]) / 2 +
           u[i + 1 - (v[i + 1] > 9)];
}

// Neighbours along the direction that is read.
// REDEFINE: %{name} = thinned
// RUN: %{prove}
kernel void thinned(global const short *restrict size, global const uchar *restrict direction,
                    global short *restrict out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) {
    out[i] = 0;
    return;
  }
  short a, b;
  switch (direction[i]) {
  case 0: a = size[i - 1]; b = size[i + 1]; break;
  case 1: a = size[i - w - 1]; b = size[i + w + 1]; break;
  case 2: a = size[i - w]; b = size[i + w]; break;
  default: a = size[i - w + 1]; b = size[i + w - 1];
  }
  out[i] = size[i] >= a && size[i] >= b ? size[i] : 0;
}

// Rows that the column chooses.
// REDEFINE: %{name} = shifted
// REDEFINE: %{launch} = --global 8,7
// RUN: %{prove}
kernel void shifted(global const int *restrict u, global int *restrict out) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * 8 + x] = u[(x == 3 ? y + 1 : y) * 8 + x] + u[x < 5 ? (y + 1) * 8 + x : y * 8 + x];
}

// REDEFINE: %{name} = total
// REDEFINE: %{launch} = --global 1 --arg n=64
// RUN: %{prove}
kernel void total(global const int *restrict a, global const int *restrict b,
                  global const int *restrict mask, global int *restrict sum, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += mask[i] > 0 ? a[i] : b[i];
  sum[0] = s;
}

// So many ways are too many: the access stays one.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel steep --global 64 -o %t/none 2>&1 | FileCheck %s --check-prefix=STEEP
// STEEP: the index of this access depends on what is read at
kernel void steep(global const int *restrict a, global const int *restrict k, global int *restrict out) {
  int i = get_global_id(0);
  out[i] = a[i + (k[i] > 0) + (k[i] > 1) + (k[i] > 2) + (k[i] > 3) + (k[i] > 4) + (k[i] > 5) +
             (k[i] > 6) + (k[i] > 7)];
}

// An index that is read stays one.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel table --global 64 -o %t/none 2>&1 | FileCheck %s --check-prefix=TABLE
// TABLE: access-choices.cl:[[#@LINE+3]]:12: the index of this access depends on what is read at [[#@LINE+3]]:14
kernel void table(global const uchar *restrict a, global const int *restrict k, global int *restrict out) {
  int i = get_global_id(0);
  out[i] = a[k[i] > 0 ? k[i] : 0];
}
