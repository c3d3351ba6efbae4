// Kernels as their authors write them: vectors, structures, pixels, other
// orders, shift registers, first values of sums. Each is a test of
// StylesTest.cpp: as a map over streams it is the original.

// Vectors and structures ------------------------------------------------------

kernel void complex_product(global const int2 *restrict a,
                            global const int2 *restrict b,
                            global int2 *restrict c) {
  int i = get_global_id(0);
  int2 p = a[i], q = b[i];
  c[i] = (int2)(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x);
}

kernel void axpy4(global const float4 *restrict x, global float4 *restrict y,
                  float a) {
  uint i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}

kernel void scale4(global const int *restrict x, global int *restrict y,
                   int a) {
  int i = get_global_id(0);
  int4 v = vload4(i, x);
  vstore4(v * a + (int4)(1, 2, 3, 4), i, y);
}

typedef struct {
  float re, im;
} Complex;

kernel void complex_scale(global const Complex *restrict a,
                          global Complex *restrict b) {
  int i = get_global_id(0);
  Complex p = a[i], r;
  r.re = p.re * p.re - p.im;
  r.im = 2.0f * p.im;
  b[i] = r;
}

typedef struct {
  float weight;
  int count;
} Mixed;

kernel void mixed_fields(global const Mixed *restrict a,
                         global Mixed *restrict b) {
  int i = get_global_id(0);
  b[i].weight = a[i].weight * 0.5f;
  if (a[i].count > 0)
    b[i].count = a[i].count - 1;
}

kernel void gray(global const uchar4 *restrict in, global uchar *restrict out,
                 int w) {
  int x = get_global_id(0), y = get_global_id(1);
  uchar4 p = in[y * w + x];
  out[y * w + x] = (uchar)((77 * p.x + 150 * p.y + 29 * p.z) >> 8);
}

kernel void relax4(global const float4 *restrict in,
                   global float4 *restrict out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x > w - 2 || y > h - 2)
    return;
  out[y * w + x] = (in[y * w + x - 1] + in[y * w + x + 1] +
                    in[(y - 1) * w + x] + in[(y + 1) * w + x]) *
                   0.25f;
}

// One field's neighbours alone, and one field that is left as it is.
kernel void edge_of_red(global const uchar4 *restrict in,
                        global uchar4 *restrict out, int w) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  uchar left = x > 0 ? in[i - 1].x : 0;
  out[i].x = in[i].x - left;
  out[i].y = in[i].w;
}

// Every so many elements ------------------------------------------------------

kernel void halve(global const int *restrict a, global int *restrict b) {
  int i = get_global_id(0);
  b[i] = (a[2 * i] + a[2 * i + 1]) / 2;
}

kernel void rgb(global const uchar *restrict in, global uchar *restrict out) {
  int i = get_global_id(0);
  uint r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
  out[i] = (r * 77 + g * 150 + b * 29) >> 8;
}

kernel void odd_only(global const int *restrict a, global int *restrict b) {
  int i = get_global_id(0);
  b[2 * i + 1] = a[i] * a[i];
}

// Other orders ----------------------------------------------------------------

kernel void reverse(global const int *restrict a, global int *restrict b,
                    int n) {
  int i = get_global_id(0);
  b[i] = a[n - 1 - i];
}

kernel void reverse_pairs(global const int *restrict a, global int *restrict b,
                          int n) {
  int i = get_global_id(0);
  if (i > 0)
    b[i] = a[n - 1 - i] - a[n - i];
}

kernel void mirror_rows(global const int2 *restrict a, global int2 *restrict b,
                        int w) {
  int x = get_global_id(0), y = get_global_id(1);
  b[y * w + x] = a[y * w + w - 1 - x] + 1;
}

kernel void transpose(global const int *restrict a, global int *restrict b,
                      int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  b[y * w + x] = a[x * h + y];
}

kernel void scatter_transposed(global const int *restrict a,
                               global int *restrict b, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  b[x * h + y] = a[y * w + x];
}

kernel void row_and_column(global const int *restrict a,
                           global const int *restrict row,
                           global const int *restrict column,
                           global int *restrict b, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  b[y * w + x] = a[y * w + x] * row[y] + column[x];
}

kernel void backwards(global const float *restrict x, global float *restrict y,
                      float a, int n) {
  for (int i = n - 1; i >= 0; --i)
    y[i] = a * x[i] + y[i];
}

kernel void periodic(global const int *restrict in, global int *restrict out,
                     int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  int left = (x + w - 1) % w, right = (x + 1) % w;
  int up = (y + h - 1) % h, down = (y + 1) % h;
  out[y * w + x] = in[y * w + left] + in[y * w + right] + in[up * w + x] +
                   in[down * w + x];
}

// Private arrays --------------------------------------------------------------

// A loop whose length depends on the one around it.
kernel void median(global const int *restrict in, global int *restrict out,
                   int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  int v[9];
  if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1)
    return;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      v[(dy + 1) * 3 + dx + 1] = in[(y + dy) * w + x + dx];
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 8 - i; j++)
      if (v[j] > v[j + 1]) {
        int t = v[j];
        v[j] = v[j + 1];
        v[j + 1] = t;
      }
  out[y * w + x] = v[4];
}

// Single work-items -----------------------------------------------------------

#define WIDTH 24
#define HEIGHT 10
#define REGISTER (2 * WIDTH + 3)

kernel void sobel_register(global const int *restrict in,
                           global int *restrict out) {
  int rows[REGISTER];
  for (int i = 0; i < REGISTER; ++i)
    rows[i] = 0;
  for (int p = 0; p < WIDTH * HEIGHT; ++p) {
#pragma unroll
    for (int i = REGISTER - 1; i > 0; --i)
      rows[i] = rows[i - 1];
    rows[0] = in[p];
    out[p] = rows[0] - rows[2] + 2 * (rows[WIDTH] - rows[WIDTH + 2]) +
             rows[2 * WIDTH] - rows[2 * WIDTH + 2];
  }
}

// The register holds squares; the first ones are not 0.
kernel void three_squares(global const int *restrict in,
                          global int *restrict out, int n) {
  int before = 7, last = 7;
  for (int p = 0; p < n; ++p) {
    int now = in[p] * in[p] + p;
    out[p] = now + last - before;
    before = last;
    last = now;
  }
}

// Sums ------------------------------------------------------------------------

kernel void sum_from(global const int *restrict a, global int *restrict r,
                     int n, int first) {
  int s = first;
  for (int i = 0; i < n; ++i)
    s += a[i];
  *r = s;
}

kernel void largest(global const int *restrict a, global int *restrict r,
                    int n) {
  int m = a[0];
  for (int i = 1; i < n; ++i)
    m = max(m, a[i]);
  r[0] = m;
}

kernel void squares_from(global const float *restrict a,
                         global float *restrict r, int n, float first) {
  float s = first;
  for (int i = 0; i < n; ++i)
    s += a[i] * a[i];
  r[3] = s;
}

// The addend comes right from the port, late or not.
kernel void plain_sum(global const float *restrict a, global float *restrict r,
                      int n) {
  float s = 0.0f;
  for (int i = 0; i < n; ++i)
    s += a[i];
  r[0] = s;
}

kernel void sum_of_pairs(global const int2 *restrict a, global int *restrict r,
                         int n) {
  int s = 0;
  for (int i = n - 1; i >= 0; --i)
    s += a[i].x * a[i].y;
  r[0] = s;
}

// An element that all positions read of a buffer that is a stream.
kernel void above_first(global const int *restrict a, global int *restrict b) {
  int i = get_global_id(0);
  b[i] = a[i] - a[0];
}

// Identities ------------------------------------------------------------------

kernel void linear(global const uint *restrict a, global uint *restrict b) {
  size_t i = get_global_linear_id();
  b[i] = a[i] ^ a[i] >> 3;
}

// Borders ---------------------------------------------------------------------

kernel void slope(global const uchar *restrict in, global uchar *restrict out,
                  int w) {
  int x = get_global_id(0), i = get_global_id(1) * w + x;
  if (x == 0 || x == w - 1) {
    out[i] = 0;
    return;
  }
  out[i] = abs(in[i + 1] - in[i - 1]) > 40 ? 255 : 0;
}

kernel void sides(global const int *restrict in, global int *restrict out,
                  int w) {
  int x = get_global_id(0), i = get_global_id(1) * w + x;
  switch (x) {
  case 0:
    out[i] = in[i + 1];
    break;
  case 12:
    out[i] = in[i - 1];
    break;
  default:
    out[i] = in[i - 1] + in[i + 1];
  }
}

// Saturation ------------------------------------------------------------------

kernel void brighter(global const uchar *restrict a,
                     global const uchar *restrict b,
                     global uchar *restrict sum, global uchar *restrict less) {
  int i = get_global_id(0);
  sum[i] = add_sat(a[i], b[i]);
  less[i] = sub_sat(a[i], b[i]);
}

kernel void louder(global const int *restrict a, global const int *restrict b,
                   global int *restrict sum, global int *restrict less) {
  int i = get_global_id(0);
  sum[i] = add_sat(a[i], b[i]);
  less[i] = sub_sat(a[i], b[i]);
}

// Structures with padding: behind three elements, before a double, copied.
typedef struct {
  float3 place, speed;
  float mass;
} Body;

kernel void move_bodies(global Body *b, float dt) {
  int i = get_global_id(0);
  b[i].place += b[i].speed * dt;
  b[i].speed *= b[i].mass;
}

typedef struct {
  char tag;
  double value;
  short count;
} Record;

kernel void copy_records(global const Record *restrict a,
                         global Record *restrict b) {
  int i = get_global_id(0);
  b[i] = a[i];
}

kernel void count_records(global const Record *restrict a,
                          global Record *restrict b) {
  int i = get_global_id(0);
  Record r = a[i];
  if (r.tag > 0)
    r.count += r.tag;
  b[i] = r;
}

// Without padding, and members at no multiple of their size.
typedef struct __attribute__((packed)) {
  char tag;
  int value;
} Packed;

kernel void packed_values(global const Packed *restrict a,
                          global int *restrict b) {
  int i = get_global_id(0);
  b[i] = a[i].value;
}

kernel void saturate64(global const ulong *restrict a,
                       global const ulong *restrict b,
                       global ulong *restrict sum,
                       global ulong *restrict less) {
  int i = get_global_id(0);
  sum[i] = add_sat(a[i], b[i]);
  less[i] = sub_sat(a[i], b[i]);
}

// Loops that run less often at a border, or end early -------------------------

kernel void largest_near(global const char *restrict in,
                         global char *restrict out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  char m = in[y * w + x];
  for (int j = max(y - 1, 0); j <= min(y + 1, h - 1); ++j)
    for (int i = max(x - 1, 0); i <= min(x + 1, w - 1); ++i)
      m = in[j * w + i] > m ? in[j * w + i] : m;
  out[y * w + x] = m;
}

kernel void mean_near(global const uchar *restrict in,
                      global uchar *restrict out, int w, int h, int r) {
  int x = get_global_id(0), y = get_global_id(1);
  int x0 = x - r < 0 ? 0 : x - r, x1 = x + r >= w ? w - 1 : x + r;
  int y0 = y - r < 0 ? 0 : y - r, y1 = y + r >= h ? h - 1 : y + r;
  int sum = 0;
  for (int j = y0; j <= y1; ++j)
    for (int i = x0; i <= x1; ++i)
      sum += in[j * w + i];
  out[y * w + x] = sum / ((x1 - x0 + 1) * (y1 - y0 + 1));
}

kernel void moving_mean(global const float *restrict in,
                        global float *restrict out, uint n) {
  size_t i = get_global_id(0), j = i >= 2 ? i - 2 : 0;
  size_t from = j, to = min(i + 3, (size_t)n);
  float sum = 0.0f;
  while (j < to)
    sum += in[j++];
  out[i] = sum / (float)(to - from);
}

kernel void least_near(global const uchar *restrict in,
                       global uchar *restrict out, int w, int h) {
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      uchar m = 255;
      for (int j = max(0, y - 1); j < min(h, y + 2); ++j)
        for (int i = max(0, x - 1); i < min(w, x + 2); ++i)
          m = min(m, in[j * w + i]);
      out[y * w + x] = m;
    }
}

// Its inner loop does not run at all for the first and the last elements.
kernel void inner_sums(global const int *restrict in, global int *restrict out,
                       int n) {
  int x = get_global_id(0), sum = 0;
  for (int k = 0; k < min(min(x - 1, n - 2 - x), 3); ++k)
    sum += in[x + k];
  out[x] = sum;
}

kernel void run_length(global const uchar *restrict in,
                       global uchar *restrict out) {
  int i = get_global_id(0), n = 0;
  for (int k = 1; k <= 4; ++k) {
    if ((in[i + k] ^ in[i]) & 1)
      break;
    ++n;
  }
  out[i] = n;
}

// No work-item takes the other way.
kernel void inside(global const int *restrict in, global int *restrict out,
                   int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = in[i] * 3;
  else
    out[i] = in[2 * i];
}

// Sums beyond their type -------------------------------------------------------

kernel void wide_difference(global const int *restrict in,
                            global long *restrict out) {
  int i = get_global_id(0);
  out[i] = 12L * in[i] - (long)(in[i] + in[i + 1]);
}

kernel void there_and_back(global const int *restrict in,
                           global int *restrict out, int by) {
  int i = get_global_id(0);
  out[i] = (in[i] * 4) / 4 + (in[i] + by > in[i]);
}

// Limits and both ways of a branch ---------------------------------------------

kernel void sharper(global const uchar *restrict in, global uchar *restrict out,
                    int w) {
  int x = get_global_id(0), i = get_global_id(1) * w + x;
  if (x == 0 || x == w - 1) {
    out[i] = in[i];
    return;
  }
  out[i] = convert_uchar_sat(3 * in[i] - in[i - 1] - in[i + 1]);
}

kernel void at_most(global const uint *restrict in, global uint *restrict out) {
  int i = get_global_id(0);
  out[i] = min(in[i], 0xffffu) + max((int)in[i], 0);
}

// Whole numbers -----------------------------------------------------------------

// Quarters, with ties and both signs.
kernel void whole(global const char *restrict in, global float *restrict down,
                  global float *restrict up, global float *restrict cut,
                  global float *restrict near, global float *restrict even) {
  int i = get_global_id(0);
  float x = in[i] * 0.25f;
  down[i] = floor(x);
  up[i] = ceil(x);
  cut[i] = trunc(x);
  near[i] = round(x);
  even[i] = rint(x);
}

// Any float: NaN, infinity, subnormal, beyond 2^23.
kernel void whole_any(global const float *restrict in, global float *restrict a,
                      global float *restrict b, global float *restrict c) {
  int i = get_global_id(0);
  a[i] = floor(in[i]);
  b[i] = ceil(in[i]);
  c[i] = rint(in[i]);
}

kernel void whole_double(global const int *restrict in,
                         global double *restrict a,
                         global double *restrict b) {
  int i = get_global_id(0);
  a[i] = rint(in[i] * 0.125);
  b[i] = floor(in[i] * 0.125);
}

kernel void tone(global const uchar *restrict in, global uchar *restrict out,
                 float gain) {
  int i = get_global_id(0);
  out[i] = convert_uchar_sat_rte(in[i] * gain + 0.5f);
}

// Behaviour that C leaves open ------------------------------------------------

kernel void to_bytes(global const float *restrict in, global uchar *restrict out,
                     global int *restrict whole) {
  int i = get_global_id(0);
  out[i] = in[i];
  whole[i] = in[i] * 1e6f;
}

// The border's run lies outside of where anything is written.
kernel void first_half(global const int *restrict in, global int *restrict out) {
  int i = get_global_id(0);
  int x = in[i == 64 ? 3 : (i >= 50 ? i - 50 : i)];
  if ((x > 3) & (i < 50))
    out[i] = x;
}

// Counters of a byte: 200 times, and as often as the work-item says.
kernel void byte_counters(global const int *restrict in,
                          global int *restrict out) {
  int i = get_global_id(0), sum = 0;
  for (uchar j = 0; j < 200; ++j)
    sum = sum * 3 + in[i];
  for (uchar j = 0; j < (uchar)i; ++j)
    sum ^= in[i] + j;
  out[i] = sum;
}

// A buffer that decides nothing.
kernel void unneeded_read(global const int *restrict in,
                          global const int *restrict rest,
                          global int *restrict out) {
  int i = get_global_id(0), none = rest[i * 64] & 0;
  out[i] = in[i] + none;
}

// A chain of thousands.
kernel void long_chain(global const int *restrict in, global int *restrict out) {
  int i = get_global_id(0), hash = i;
  for (int j = 0; j < 1000; ++j)
    hash = (hash * 5 + j) ^ in[i];
  out[i] = hash;
}

// Operators on the members of vectors.
kernel void members(global const float4 *restrict in,
                    global float4 *restrict out) {
  int i = get_global_id(0);
  out[i] = floor(in[i]) + sqrt(fabs(in[i])) * fma(in[i], in[i], rint(in[i]));
}
