// Fields whose ends meet. The last row comes beside the first one as a stream of its own, so
// that no walk waits for the other end; the cycles are those of the cells, of what is read
// ahead, a row and the other end of the next one, and of a few stages.
// REQUIRES: nightly
// REQUIRES: iverilog
// DEFINE: %{name} =
// DEFINE: %{launch} =
// DEFINE: %{variant} = map-pipe f
// DEFINE: %{verify} = %verify %s --kernel %{name} %{launch} --variant '%{variant}' --no-synthesis --seeds 2
// DEFINE: %{prove} = %{verify} | FileCheck %s --check-prefix=SAME --check-prefix

// REDEFINE: %{name} = torus
// REDEFINE: %{launch} = --global w,h --arg w=32 --arg h=64
// RUN: %{prove} PIPE
// SAME: outputs equal the original's, bit for bit
// PIPE: cycles {{21[12][0-9]}} {{[0-9]+}} exact
// RUN: %{verify} --memory axi4 | FileCheck %s --check-prefix=SAME --check-prefix=MASTERS
// MASTERS: cycles {{21[34][0-9]}} {{[0-9]+}} exact
// REDEFINE: %{variant} = map-par[4](map-pipe(map-par[2] f)) . reshapeTo 4 . vectorise 2
// RUN: %{prove} LANES
// LANES: cycles {{33[0-9]}} {{[0-9]+}} exact
// RUN: %{verify} --memory axi4 | FileCheck %s --check-prefix=SAME

// Each step of several reads the seams again, from the buffer that has its turn.
// REDEFINE: %{launch} = --global w,h --arg w=32 --arg h=64 --iterate 3 --swap in=out
// RUN: %{prove} LANES
// RUN: %{verify} --memory axi4 | FileCheck %s --check-prefix=SAME
kernel void torus(global const uchar *restrict in, global uchar *restrict out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        neighbours += in[(y + dy + h) % h * w + (x + dx + w) % w] & 1;
  out[y * w + x] = neighbours == 3 || (neighbours == 2 && (in[y * w + x] & 1));
}

// In one dimension, of any length up to a greatest one, too.
// REDEFINE: %{variant} = map-pipe f
// REDEFINE: %{name} = ring
// REDEFINE: %{launch} = --global n --arg n=1024
// RUN: %{prove} RING
// RING: cycles {{10[2-4][0-9]}} {{[0-9]+}} exact
// REDEFINE: %{launch} = --global n --max n=1024
// RUN: %{prove} RING
// REDEFINE: %{launch} = --global n --arg n=1024
// REDEFINE: %{variant} = map-pipe(map-par[4] f) . vectorise 4
// RUN: %{verify} --memory axi4 | FileCheck %s --check-prefix=SAME --check-prefix=VECTOR
// VECTOR: cycles {{2[6-9][0-9]}} {{[0-9]+}} exact
kernel void ring(global const int *restrict in, global int *restrict out, int n) {
  int i = get_global_id(0);
  out[i] = in[(i + n - 2) % n] - 3 * in[i] + in[(i + 1) % n];
}

// A lattice gas moves one field in each direction: fields of a structure are one port.
// REDEFINE: %{variant} = map-pipe f
// REDEFINE: %{name} = gas
// REDEFINE: %{launch} = --global w,h --arg w=16 --arg h=20
// RUN: %{prove} GAS
// GAS: cycles {{3[34][0-9]}} {{[0-9]+}} exact
// RUN: %{verify} --memory axi4 | FileCheck %s --check-prefix=SAME
typedef struct {
  int east, north, west, south;
} Cell;
kernel void gas(global const Cell *restrict in, global Cell *restrict out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  Cell c;
  c.east = in[y * w + (x + w - 1) % w].east;
  c.west = in[y * w + (x + 1) % w].west;
  c.north = in[(y + h - 1) % h * w + x].north;
  c.south = in[(y + 1) % h * w + x].south;
  int turn = c.east + c.west - c.north - c.south;
  c.east -= turn >> 1;
  c.north += turn >> 1;
  out[y * w + x] = c;
}

// Fields that follow one another are streams of their own, with seams.
// REDEFINE: %{name} = planes
// RUN: %{prove} GAS
// REDEFINE: %{variant} = map-par[2](map-pipe(map-par[4] f)) . reshapeTo 2 . vectorise 4
// RUN: %{prove} PLANES
// PLANES: cycles {{[45][0-9]}} {{[0-9]+}} exact
// RUN: %{verify} --memory axi4 | FileCheck %s --check-prefix=SAME
kernel void planes(global const int *restrict in, global int *restrict out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), plane = w * h;
  int east = in[y * w + (x + w - 1) % w];
  int north = in[plane + (y + h - 1) % h * w + x];
  int south = in[2 * plane + (y + 1) % h * w + x];
  out[y * w + x] = east + north;
  out[plane + y * w + x] = north - south;
  out[2 * plane + y * w + x] = south ^ east;
}

// In three dimensions planes meet; within a plane its rows do, of which one is kept.
// REDEFINE: %{variant} = map-pipe f
// REDEFINE: %{name} = heat
// REDEFINE: %{launch} = --global w,h,d --arg w=16 --arg h=8 --arg d=12
// RUN: %{prove} HEAT
// HEAT: cycles {{16[6-8][0-9]}} {{[0-9]+}} exact
// RUN: %{verify} --memory axi4 | FileCheck %s --check-prefix=SAME
kernel void heat(global const int *restrict in, global int *restrict out, int w, int h, int d) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
#define AT(X, Y, Z) in[((Z + d) % d * h + (Y + h) % h) * w + (X + w) % w]
  out[(z * h + y) * w + x] = AT(x - 1, y, z) + AT(x + 1, y, z) + AT(x, y - 1, z) +
                             AT(x, y + 1, z) + AT(x, y, z - 1) + AT(x, y, z + 1) -
                             5 * AT(x, y, z);
}
