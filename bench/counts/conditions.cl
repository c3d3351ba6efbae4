// Kernels whose conditions the launch decides, one kind each, and some that
// data decide: what counts.py compares with Oclgrind.

// A prologue that one work-item runs.
kernel void prologue(global float *c, global const float *w, int n) {
  int i = get_global_id(0);
  if (i == 0)
    for (int x = 1; x < n; x++)
      c[x] = w[x] + c[x - 1];
}

// More work-items than elements.
kernel void tail(global float *a, global const float *b, int n) {
  int i = get_global_id(0);
  if (i < n)
    a[i] = b[i] * 2.0f;
}

kernel void early_return(global float *a, global const float *b, uint n) {
  uint i = get_global_id(0);
  if (i >= n)
    return;
  a[i] = b[i] + 1.0f;
}

// The interior of an image.
kernel void interior(global float *out, global const float *in, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1] +
                     in[(y - 1) * w + x] + in[(y + 1) * w + x];
  else
    out[y * w + x] = 0.0f;
}

// A border by either of its sides.
kernel void border(global float *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x == 0 || x == w - 1 || y == 0 || y == h - 1)
    out[y * w + x] += 1.0f;
}

// The tree of a reduction in local memory.
kernel void tree(global float *sums, global const float *in,
                 local float *part) {
  int lid = get_local_id(0);
  part[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s)
      part[lid] += part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    sums[get_group_id(0)] = part[0];
}

// A tree that doubles.
kernel void doubling(global float *sums, global const float *in,
                     local float *part) {
  uint lid = get_local_id(0);
  part[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1; s < get_local_size(0); s *= 2) {
    if (lid % (2 * s) == 0)
      part[lid] += part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (!lid)
    sums[get_group_id(0)] = part[0];
}

// A triangle by a condition.
kernel void triangle_if(global float *a, int n) {
  int g = get_global_id(0);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j <= i)
        a[g] += (float)(i * j);
}

// A counter against an id.
kernel void below_id(global float *a, int n) {
  int g = get_global_id(0);
  float s = 0.0f;
  for (int k = 0; k < n; k++)
    if (k < g)
      s += (float)k;
  a[g] = s;
}

// A loop whose trip count varies, in a condition on what it varies with.
kernel void guarded_triangle(global float *a, int n) {
  int g = get_global_id(0);
  if (g < n) {
    float s = 0.0f;
    for (int k = 0; k < g; k++)
      s += (float)k;
    a[g] = s;
  }
}

// Remainders: every third, and odd rows.
kernel void remainders(global float *a, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x % 3 == 1)
    a[y * w + x] += 1.0f;
  if (y & 1)
    a[y * w + x] *= 2.0f;
}

// Cases, exclusive arms, and what is left.
kernel void arms(global float *a, int n) {
  int i = get_global_id(0);
  if (i < 4)
    a[i] = a[i] + 1.0f;
  else if (i < n)
    a[i] = a[i] * 2.0f + a[i] * 3.0f;
  else
    a[i] = a[i] - 5.0f;
  switch (i & 3) {
  case 0:
    a[i] += 1.0f;
    break;
  case 2:
    a[i] *= 3.0f;
    break;
  default:
    a[i] -= 1.0f;
  }
}

// A condition with a name, and one of a helper.
int is_inside(int x, int n) { return x >= 2 && x < n - 2; }
kernel void named(global float *a, int n) {
  int i = get_global_id(0);
  int first = i == 0 || i == n - 1;
  if (first)
    a[i] = 0.0f;
  if (is_inside(i, n))
    a[i] += a[i - 2] + a[i + 2];
  if (i < min(n, 7))
    a[i] += 3.0f;
}

// The last iteration, the first of a group, and both.
kernel void of_groups(global float *a, int n) {
  int l = get_local_id(0), g = get_group_id(0);
  for (int k = 0; k < n; k++) {
    if (k == n - 1 && l == 0)
      a[g] += 1.0f;
    if (get_global_id(0) == 5 || g > 1)
      a[k] += 2.0f;
  }
}

// A halo that the first work-items of a group load.
kernel void halo(global float *out, global const float *in, int n,
                 local float *tile) {
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  tile[l + 1] = in[i];
  if (l == 0 && i > 0)
    tile[0] = in[i - 1];
  if (l == size - 1 && i < n - 1)
    tile[size + 1] = in[i + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i > 0 && i < n - 1)
    out[i] = tile[l] + tile[l + 1] + tile[l + 2];
}

// Conditions inside of conditions, and of a loop in one.
kernel void nested(global float *a, int n, int m) {
  int i = get_global_id(0);
  if (i < n) {
    a[i] += 1.0f;
    if (i >= m)
      for (int k = 0; k < m; k++) {
        if (k != i - m)
          a[i] *= 2.0f;
        else
          a[i] += 2.0f;
      }
  }
}

// Data decide, in what the launch leaves.
kernel void of_data(global float *a, global const float *b, int n) {
  int i = get_global_id(0);
  if (i < n) {
    if (b[i] > 0.0f)
      a[i] += 1.0f;
    else
      a[i] = a[i] * 2.0f + 1.0f;
  }
}

// A loop that may be left early, in a condition.
kernel void leaves_early(global int *a, global const int *b, int n) {
  int i = get_global_id(0);
  if (i < 3)
    for (int k = 0; k < n; k++) {
      if (b[k] == 9)
        break;
      if (k > 1)
        a[i] += b[k] * 2;
    }
}

// A difference of work-items in two dimensions.
kernel void band(global float *a, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  if (abs(x - y) <= 1 || x + y == w - 1)
    a[y * w + x] += 1.0f;
  if (x - y <= 1 && y - x <= 1)
    a[y * w + x] *= 2.0f;
}

// A product of ids.
kernel void linear(global float *a, int w, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  int at = y * w + x;
  if (at < n)
    a[at] += 1.0f;
}

// A loop that a condition inside ends no earlier, with an index that is clamped.
kernel void clamped_loop(global float *a, int n) {
  int g = get_global_id(0);
  for (int k = 0; k < n; k++) {
    int left = k == 0 ? 0 : k - 1, right = k >= n - 1 ? k : k + 1;
    if (k != g)
      a[k] += a[left] - a[right];
  }
}

// Negated conditions, and one of an argument alone.
kernel void not_all(global float *a, int n, int m) {
  int i = get_global_id(0);
  if (!(i < n && i > m))
    a[i] += 1.0f;
  if (m > 2)
    a[i] *= 2.0f;
  if (m > 5 || i == n)
    a[i] -= 2.0f;
  else
    for (int k = i; k < n; k++)
      a[i] += (float)k;
}
