// One core for all sizes of a launch up to the greatest ones: sizes are ports, proven over
// several of their values in the same Verilog.
// REQUIRES: nightly
// REQUIRES: iverilog, yosys
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{of_image} = --global width,height --max width=96 --max height=40
// DEFINE: %{name} =
// DEFINE: %{launch} =
// DEFINE: %{variant} = map-pipe f
// DEFINE: %{prove} = %verify %s --kernel %{name} %{launch} --variant '%{variant}' \
// DEFINE:   --no-synthesis | FileCheck %s --check-prefix=%{name}

// 96 x 40, then from 5 x 4 on: a row less two beats is a line buffer of three at least.
// REDEFINE: %{name} = blur
// REDEFINE: %{launch} = %{of_image}
// RUN: %{prove}
// blur: outputs equal the original's, bit for bit: 10 launches
// blur: with height = 40, width = 96; height = 4, width = 5; height = {{.*}}
// blur: cycles 3843 3843 exact
// Emitted, and proven from its folder; the testbench there has the greatest sizes.
// RUN: %roofline emit verilog %s --kernel blur %{of_image} -o %t/blur
// RUN: %verify %t/blur --no-synthesis | FileCheck %s --check-prefix=blur
// RUN: cd %t/blur && iverilog -g2012 -s blur_tb -o tb.vvp *.v rtl/*.v tb/*.v && vvp -n tb.vvp \
// RUN:   | FileCheck %s --check-prefix=BENCH
// BENCH: cycles 3843, predicted 3843
// BENCH: PASS
// What follows from the sizes, by hand: each pixel once, three stages behind; inner rows.
// RUN: FileCheck %s --check-prefix=README < %t/blur/README.md
// README: | `arg_height` | `height` | 4 | 40 | 1 |
// README: | `arg_width` | `width` | 5 | 96 | 1 |
// README: A launch takes height*width + 3 cycles.
// README: | `s_in` | height*width | 0; (height*width) x 1, (1) x width |
// README: | `m_out` | height*width - 2*height - 2*width + 4 | width + 1; (width - 2) x 1, (height - 2) x width |
// RUN: FileCheck %s --check-prefix=PORTS < %t/blur/blur.v
// PORTS: input wire [5:0] arg_height,
// PORTS: input wire [6:0] arg_width,

// Beats of four: rows of whole beats.
// REDEFINE: %{variant} = map-pipe(map-par[4] f) . vectorise 4
// RUN: %verify %s --kernel blur %{of_image} --variant '%{variant}' --no-synthesis \
// RUN:   | FileCheck %s --check-prefix=VECTOR
// VECTOR: with height = 40, width = 96; height = {{[0-9]+}}, width = {{[0-9]*[02468]}}; height
// VECTOR: cycles 964 964 exact
// Full HD is proven by the smaller launches of the same core.
// RUN: %roofline emit verilog %s --kernel blur --global width,height --max width=1920 \
// RUN:   --max height=1080 -o %t/hd | FileCheck %s --check-prefix=HD
// HD: core blur, map-pipe f, 2073603 cycles a launch
// RUN: %verify %t/hd --no-synthesis | FileCheck %s --check-prefix=SMALLER
// SMALLER: outputs equal the original's, bit for bit: 8 launches
// AXI4 masters, whose rows, gaps and offsets follow as well; rows at a pitch in `cropped`.
// RUN: %verify %s --kernel blur %{of_image} --variant 'map-pipe f' --no-synthesis --memory axi4 \
// RUN:   --simulator icarus | FileCheck %s --check-prefix=MASTERS
// MASTERS: outputs equal the original's, bit for bit: 15 launches
// MASTERS: cycles 3864 3864 exact
kernel void blur(global const int *restrict in, global int *restrict out, int width,
                 int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  int i = y * width + x;
  out[i] = (in[i - width] + in[i - 1] + 4 * in[i] + in[i + 1] + in[i + width]) >> 3;
}

// Clamped borders have constants in the datapath, as w - 1: they become arithmetic of ports.
// REDEFINE: %{name} = clamped
// REDEFINE: %{launch} = --global w,h --max w=64 --max h=32
// REDEFINE: %{variant} = map-pipe f
// RUN: %{prove}
// clamped: outputs equal the original's, bit for bit: 10 launches
// clamped: cycles 2057 2057 exact
kernel void clamped(global const short *in, global short *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), sum = 0;
  for (int d = -1; d <= 1; ++d)
    sum += in[y * w + clamp(x + d, 0, w - 1)];
  out[y * w + x] = sum / 3;
}

// A single work-item's loops over bytes; widths of all residues.
// REDEFINE: %{name} = sobel
// REDEFINE: %{launch} = --max width=96 --max height=40
// RUN: %{prove}
// sobel: outputs equal the original's, bit for bit: 10 launches
// sobel: exact
kernel void sobel(global const uchar *restrict in, global uchar *restrict out, int width,
                  int height) {
  for (int y = 1; y < height - 1; ++y)
    for (int x = 1; x < width - 1; ++x) {
      int gx = 0, gy = 0;
      for (int k = -1; k <= 1; ++k) {
        gx += in[(y + k) * width + x + 1] - in[(y + k) * width + x - 1];
        gy += in[(y + 1) * width + x + k] - in[(y - 1) * width + x + k];
      }
      out[y * width + x] = min((int)(abs(gx) + abs(gy)), 255);
    }
}

// Both sizes of a square are one port.
// REDEFINE: %{name} = heat
// REDEFINE: %{launch} = --global n,n --max n=64
// RUN: %{prove}
// heat: outputs equal the original's, bit for bit: 10 launches
// heat: cycles 4126 4126 exact
kernel void heat(global const float *in, global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
    out[y * n + x] = 0.25f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] +
                              in[(y + 1) * n + x]);
}

// Three dimensions: line buffers of nx and of nx * ny words.
// REDEFINE: %{name} = laplace
// REDEFINE: %{launch} = --global nx,ny,nz --max nx=32 --max ny=24 --max nz=16
// RUN: %{prove}
// laplace: outputs equal the original's, bit for bit: 10 launches
// laplace: exact
kernel void laplace(global const int *in, global int *out, int nx, int ny, int nz) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
    return;
  int i = (z * ny + y) * nx + x;
  out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] +
           in[i + nx * ny] - 6 * in[i];
}

// Kernels in sequence, whose distances are rows, too.
// REDEFINE: %{name} = rows,columns
// REDEFINE: %{launch} = --temporary between --global w,h --max w=320 --max h=24
// RUN: %verify %s --kernel rows,columns %{launch} --variant 'map-pipe f' --no-synthesis --simulator icarus \
// RUN:   | FileCheck %s --check-prefix=CHAIN
// CHAIN: outputs equal the original's, bit for bit: 10 launches
// CHAIN: exact
kernel void rows(global const int *in, global int *between, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  between[i] = x > 0 && x < w - 1 ? in[i - 1] + 2 * in[i] + in[i + 1] : 4 * in[i];
}
kernel void columns(global const int *between, global int *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  out[i] = y > 0 && y < h - 1 ? between[i - w] + 2 * between[i] + between[i + w]
                              : 4 * between[i];
}

// Sums, and what is computed of them behind the loop: the number itself is a divisor.
// REDEFINE: %{name} = mean
// REDEFINE: %{launch} = --max n=1024
// RUN: %{prove}
// mean: outputs equal the original's, bit for bit: 10 launches
// mean: with n = 1024; n = 2; n = {{.*}}
// mean: exact
kernel void mean(global const int *a, global int *r, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i];
  r[0] = sum / n;
}

// A recurrence, and results of rows, whose loop is a dimension.
// REDEFINE: %{name} = filter
// RUN: %{prove}
// filter: outputs equal the original's, bit for bit: 10 launches
// filter: exact
kernel void filter(global const int *in, global int *out, int n) {
  int y = 0;
  for (int i = 0; i < n; ++i) {
    y = (3 * y + in[i]) >> 2;
    out[i] = y;
  }
}
// REDEFINE: %{name} = product
// REDEFINE: %{launch} = --global rows --max rows=40 --max cols=96
// RUN: %{prove}
// product: outputs equal the original's, bit for bit: 10 launches
// product: exact
kernel void product(global const int *m, global const int *v, global int *out, int cols) {
  int y = get_global_id(0), sum = 0;
  for (int x = 0; x < cols; ++x)
    sum += m[y * cols + x] * v[x];
  out[y] = sum;
}

// Rows at a pitch are the masters', too; the registers of their numbers have a price.
// RUN: %verify %s --kernel cropped --global w,h --max w=48 --max h=20 --max pitch=128 \
// RUN:   --variant 'map-pipe f' --memory axi4 --simulator icarus | FileCheck %s --check-prefix=CROPPED
// CROPPED: outputs equal the original's, bit for bit: 15 launches
// CROPPED: cycles {{.*}} exact
// CROPPED-NEXT: LUT {{.*}} {{[+-]?[0-9]\.[0-9]}} %
// CROPPED-NEXT: FF {{[0-9]+\.[0-9]}} {{[0-9]+\.[0-9]}} {{.*}}
// CROPPED-NEXT: DSP {{.*}} exact
// CROPPED-NOT: unknown
kernel void cropped(global const int *in, global int *out, int pitch, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * w + x] = 2 * in[y * pitch + x];
}

// A step or a plane of a buffer: the core is the same, its elements begin elsewhere.
// REDEFINE: %{name} = plane
// REDEFINE: %{launch} = --global n --max n=512 --max t=16
// RUN: %{prove}
// plane: outputs equal the original's, bit for bit: 10 launches
// plane: exact
kernel void plane(global const float *in, global float *out, int t, int n) {
  int i = get_global_id(0);
  out[i] = in[t * 64 + i] * 2.0f;
}

// A border that takes positions away: the walk is longest for the least one.
// RUN: not %roofline emit verilog %s --kernel bordered --global w,h --max w=40 --max h=36 \
// RUN:   --max b=6 -o %t/not 2>&1 | FileCheck %s --check-prefix=BORDERED
// BORDERED: there may be more positions along dimension 1 for smaller launch values: --max needs sizes that grow with them
kernel void bordered(global const int *in, global int *out, int w, int h, int b) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= b && x < w - b && y >= b && y < h - b)
    out[y * w + x] = in[y * w + x] + 1;
}
// Comparisons of sizes alone: where one core is not for all, the range begins where it is.
// REDEFINE: %{name} = wide
// REDEFINE: %{launch} = --global w,h --max w=64 --max h=35
// RUN: %{prove}
// wide: with h = 35, w = 64; h = 2, w = 36;
// wide: exact
kernel void wide(global const int *in, global int *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), most = w > h ? w : h;
  out[y * w + x] = x + y < most ? in[y * w + x] : 0;
}
// REDEFINE: %{name} = except
// REDEFINE: %{launch} = --global n --max n=1024
// RUN: %{prove}
// except: with n = 1024; n = 101;
// except: exact
kernel void except(global const int *in, global int *out, int n) {
  int i = get_global_id(0);
  out[i] = n == 100 ? -in[i] : in[i];
}
// Squares, where two sizes are one number, and powers of two.
// REDEFINE: %{name} = square
// REDEFINE: %{launch} = --global w,h --max w=64 --max h=64
// RUN: %{prove}
// square: with h = 64, w = 64; h
// square: exact
kernel void square(global const int *in, global int *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), sum = 0;
  for (int d = -1; d <= 1; ++d)
    sum += in[clamp(y + d, 0, h - 1) * w + clamp(x + d, 0, w - 1)];
  out[y * w + x] = sum;
}
// Work-groups divide the NDRange.
// RUN: %verify %s --kernel except --global n --max n=1024 --local 16 --variant 'map-pipe f' \
// RUN:   --no-synthesis | FileCheck %s --check-prefix=GROUPS
// GROUPS: with n = 1024; n = 112; n = {{[0-9]+}};

// What is not one core.
// RUN: not %roofline emit verilog %s --kernel blur %{of_image} -o %t/not \
// RUN:   --variant 'map-par[2](map-pipe f) . reshapeTo 2' 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: lanes have parts of constant sizes: launch values at run time (--max) need one lane
// RUN: not %roofline emit verilog %s --kernel heat --global n,n --max n=64 -o %t/not \
// RUN:   --iterate 4 --swap in=out 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: --max beside --iterate: steps are of constant sizes
// RUN: not %roofline emit verilog %s --kernel blur --global width,height --max width=96 \
// RUN:   --arg height=40 --arg width=5 -o %t/not 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: --max 'width=96' beside --arg width
// RUN: not %roofline emit verilog %s --kernel blur --global width,high --max width=96 \
// RUN:   -o %t/not 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: --global '96,high'
// RUN: not %roofline emit verilog %s --kernel odd --global w,h --max w=96 --max h=20 -o %t/not \
// RUN:   2>&1 | FileCheck %s --check-prefix=ODD
// ODD: kernel 'odd' is another one for h = 20, w = 91 than for h = 20, w = 92: --max is not possible
kernel void odd(global const int *in, global int *out, int w, int h) {
  int i = get_global_id(1) * w + get_global_id(0);
  out[i] = i & 1 ? -in[i] : in[i];
}
// RUN: not %roofline emit verilog %s --kernel blur --global width,height --max width=3 \
// RUN:   --max height=40 -o %t/not 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: --max width=3: too small to vary; at least 4
// RUN: not %roofline emit verilog %s --kernel scaled --max n=96 -o %t/not --global n 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FLOAT
// FLOAT: run-time-sizes.cl:[[#@LINE+1]]:1: a constant follows from launch values, and not as a polynomial of at most degree 3 in each: --max is not possible
kernel void scaled(global const float *in, global float *out, int n) {
  int i = get_global_id(0);
  out[i] = i < n - 1 ? in[i + 1] * (float)(1.0f / n) : 0;
}
