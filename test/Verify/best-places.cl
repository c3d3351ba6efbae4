// The place of a best value, argmin and argmax, is kept by one reduction: a position a cycle,
// in vectors and lanes, too.
// REQUIRES: nightly, iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{name} =
// DEFINE: %{launch} = --arg n=119
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{name} %{launch} -o %t/%{name} \
// DEFINE:   && %verify %t/%{name} --no-synthesis --seeds 2 | FileCheck %s
// DEFINE: %{lanes} = %verify %s --kernel %{name} %{launch} --no-synthesis --seeds 1 \
// DEFINE:   --variant 'map-par[3](map-pipe(map-par[4] f)) . reshapeTo 3 . vectorise 4' | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact

// The first of several, of numbers with a sign, beside what the loop begins with.
// REDEFINE: %{name} = first_greatest
// RUN: %{prove}
// RUN: %{lanes}
kernel void first_greatest(global const char *a, global int *out, int n) {
  int best = a[0], at = 0;
  for (int i = 1; i <= n; ++i)
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
  out[0] = best;
  out[1] = at;
}

// The last of several, without a sign, and an argument where none is found.
// REDEFINE: %{name} = last_least
// REDEFINE: %{launch} = --arg n=120 --arg limit=40 --arg none=-7
// RUN: %{prove}
// RUN: %{lanes}
kernel void last_least(global const uchar *a, global int *out, uint limit, int none, int n) {
  uint best = limit;
  int at = none;
  for (int i = 0; i < n; ++i)
    if (a[i] <= best) {
      best = a[i];
      at = 3 * i + 1;
    }
  out[0] = at;
}

// Nothing is found: both keep what the loop begins with, and so they do where equals of
// it come.
// REDEFINE: %{name} = none_found
// REDEFINE: %{launch} = --arg n=120
// RUN: %{prove}
kernel void none_found(global const uchar *a, global int *out, int n) {
  int best = 255, at = -1, least = 0, least_at = -2;
  for (int i = 0; i < n; ++i) {
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
    int v = a[i] & 1 ? 0 : 5;
    if (v < least) {
      least = v;
      least_at = i;
    }
  }
  out[0] = best;
  out[1] = at;
  out[2] = least;
  out[3] = least_at;
}

// Only elements that count, of which there may be none; conditions nest.
// REDEFINE: %{name} = of_valid
// RUN: %{prove}
// RUN: %{lanes}
kernel void of_valid(global const int *a, global const uchar *valid, global int *out, int n) {
  int best = INT_MIN, at = -1, never = INT_MIN, never_at = -1;
  for (int i = 0; i < n; ++i) {
    if (valid[i] > 100 && a[i] >= best) {
      best = a[i];
      at = i;
    }
    if (valid[i] > 255 && a[i] >= never) {
      never = a[i];
      never_at = i;
    }
  }
  out[0] = best;
  out[1] = at;
  out[2] = never_at;
}

// Coordinates, of an image.
// REDEFINE: %{name} = peak
// REDEFINE: %{launch} = --arg width=12 --arg height=9
// RUN: %{prove}
// RUN: %{lanes}
kernel void peak(global const uchar *image, global int *out, int width, int height) {
  int best = 0, at_x = 0, at_y = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      int v = image[y * width + x] >> 4;
      if (v >= best) {
        best = v;
        at_x = x;
        at_y = y;
      }
    }
  out[0] = best;
  out[1] = at_x;
  out[2] = at_y;
}

// A loop that runs backwards meets the last one first.
// REDEFINE: %{name} = backwards
// REDEFINE: %{launch} = --arg n=120
// RUN: %{prove}
// RUN: %{lanes}
kernel void backwards(global const uchar *a, global int *out, int n) {
  int best = -1, at = 0;
  for (int i = n - 1; i >= 0; --i) {
    int v = a[i] >> 5;
    if (v > best) {
      best = v;
      at = i;
    }
  }
  out[0] = best;
  out[1] = at;
}

// Floats: zeros of both signs are equal, a NaN is never taken; the value's own zero stays.
// REDEFINE: %{name} = floats
// RUN: %{prove}
kernel void floats(global const uchar *a, global const uchar *b, global float *least,
                   global int *places, int n) {
  float low = INFINITY, high = -0.0f;
  int low_at = -1, high_at = -1;
  for (int i = 0; i < n; ++i) {
    float v = (a[i] & 1 ? -1.0f : 1.0f) * (float)(b[i] & 3) / (float)((a[i] >> 1) & 3);
    float w = (a[i] & 1 ? -1.0f : 1.0f) * (float)(b[i] & 3) * (b[i] & 4 ? NAN : -0.0f);
    if (v < low) {
      low = v;
      low_at = i;
    }
    if (w >= high) {
      high = w;
      high_at = i;
    }
  }
  least[0] = low;
  places[0] = low_at;
  places[1] = high_at;
}

// A nearest point: the place alone, of floats; in lanes, since its order is no sum's.
// REDEFINE: %{name} = nearest
// REDEFINE: %{launch} = --arg n=120 --arg x=0.5 --arg y=0.25
// RUN: %{prove}
// RUN: %{lanes}
kernel void nearest(global const float *px, global const float *py, global int *out, float x,
                    float y, int n) {
  float best = INFINITY;
  int at = 0;
  for (int i = 0; i < n; ++i) {
    float dx = px[i] - x, dy = py[i] - y;
    float d = dx * dx + dy * dy;
    if (d < best) {
      best = d;
      at = i;
    }
  }
  out[0] = at;
}

// Data of the place: part of the key, where there is room for it.
// REDEFINE: %{name} = label
// REDEFINE: %{launch} = --arg n=120
// RUN: %{prove}
// RUN: %{lanes}
kernel void label(global const short *a, global const short *labels, global short *out, int n) {
  short best = 0, of = -1;
  for (int i = 0; i < n; ++i)
    if (a[i] > best) {
      best = a[i];
      of = labels[i];
    }
  out[0] = best;
  out[1] = of;
}

// A key of 70 bits is none: each position waits for the one before, in one lane.
// REDEFINE: %{name} = wide
// RUN: %{prove}
kernel void wide(global const long *a, global long *out, int n) {
  long best = 0;
  int at = -1;
  for (int i = 0; i < n; ++i)
    if ((a[i] & 7) > best) {
      best = a[i] & 7;
      at = i;
    }
  out[0] = at;
}

// What was best before is data.
// REDEFINE: %{name} = second
// RUN: %{prove}
kernel void second(global const short *a, global short *out, int n) {
  short best = 0, next = 0;
  for (int i = 0; i < n; ++i)
    if (a[i] > best) {
      next = best;
      best = a[i];
    }
  out[0] = best;
  out[1] = next;
}
