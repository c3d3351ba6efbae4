// Sums and flags that several conditions change, one after another or one of several.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %roofline emit verilog %s --arg n=50
// RUN: %{emit} --kernel steps -o %t/steps
// RUN: %verify %t/steps --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel flags -o %t/flags
// RUN: %verify %t/flags --no-synthesis --seeds 2 | FileCheck %s
// RUN: %{emit} --kernel steps -o %t/lanes --variant 'map-par[5](map-pipe(map-par[2] f)) . reshapeTo 5 . vectorise 2'
// RUN: %verify %t/lanes --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel edges -o %t/edges
// RUN: %verify %t/edges --no-synthesis --seeds 1 | FileCheck %s
// RUN: %roofline emit verilog %s --kernel wraps --arg n=300 -o %t/wraps
// RUN: %verify %t/wraps --no-synthesis --seeds 1 | FileCheck %s
// RUN: %roofline emit verilog %S/Inputs/heat.cl --kernel sign_of --global 64 -o %t/sign
// RUN: %verify %t/sign --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
kernel void steps(global const int *a, global const int *b, global int *o,
                  int n) {
  int sum = 0, balance = 0, ways = 0;
  for (int i = 0; i < n; i++) {
    sum += a[i];
    if (a[i] > 3)
      sum += 3;
    balance = balance + a[i] - b[i];
    if (b[i] == 9)
      continue;
    switch (a[i] & 3) {
    case 1:
      ways += 1;
    case 2:
      ways += 5;
      break;
    case 3:
      ways -= b[i];
    }
    if (b[i] > 0)
      sum -= b[i];
  }
  o[0] = sum;
  o[1] = balance;
  o[2] = ways;
  o[3] = 7;
}
kernel void flags(global const uchar *a, global int *o, int n) {
  bool any = false, all = true;
  int found = 0, clean = 3;
  for (int i = 0; i < n; i++) {
    any = any || a[i] == 255;
    all = all && a[i] < 254;
    if (a[i] == 250)
      found = 5;
    else if (a[i] == 1)
      found = 5;
    if (a[i] > 251)
      clean = 1;
  }
  o[0] = any;
  o[1] = all;
  o[2] = found;
  o[3] = clean;
}
// A guard that asks what the loop's end asks, and a flag that toggles.
kernel void edges(global const int *a, global int *o, int n) {
  bool odd = true;
  for (int i = 0; i < n; i++) {
    int left = i > 0 ? a[i - 1] : 0;
    int right = i + 1 < n ? a[i + 1] : 0;
    o[i] = odd ? left + right : left - right;
    odd = !odd;
  }
}
kernel void wraps(global const uchar *a, global uchar *o, int n) {
  uchar c = 250;
  for (int i = 0; i < n; i++) {
    o[i] = a[c];
    c += 1;
  }
}
// A flag that is set and cleared is a recurrence.
// RUN: %{emit} --kernel last -o %t/last
// RUN: %verify %t/last --no-synthesis --seeds 2 | FileCheck %s
kernel void last(global const uchar *a, global int *o, int n) {
  int f = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 250)
      f = 1;
    else if (a[i] < 3)
      f = 0;
  o[0] = f;
}
// A design that cannot be built: the column of what asks for it.
// RUN: not %{emit} --kernel steps -o %t/x --variant 'map-pipe(map-par[4] f) . vectorise 4' 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: variant 'map-pipe(map-par[4] f) . vectorise 4', column 26: vectorise 4: it does not divide the 50 elements
// RUN: not %roofline emit verilog %s --kernel edges --arg n=48 -o %t/x --variant 'map-pipe(map-par[3] f) . vectorise 3' 2>&1 | FileCheck %s --check-prefix=POWER
// POWER: variant 'map-pipe(map-par[3] f) . vectorise 3', column 26: vectors of 3 positions: not a power of two
// RUN: not %roofline emit verilog %S/finish.cl --kernel norm --arg n=50 -o %t/x --variant 'map-comb f' 2>&1 | FileCheck %s --check-prefix=COMB
// COMB: variant 'map-comb f', column 1: {{.*}}finish.cl:{{[0-9]+}}:{{[0-9]+}}: fmul has no form in one stage
