// Ends that steps reach or pass, by hand; bench/trips runs many more.
// RUN: %roofline analyze --verbose %s --kernel thirds --arg n=31 | FileCheck %s --check-prefix=THIRDS
// RUN: %roofline analyze --verbose %s --kernel thirds --arg n=1 | FileCheck %s --check-prefix=NONE
// RUN: %roofline analyze --verbose %s --allow-unknown --kernel behind --arg n=10 --arg m=3 | FileCheck %s --check-prefix=BEHIND
// RUN: %roofline analyze --verbose %s --allow-unknown --kernel behind --arg n=10 --arg m=7 | FileCheck %s --check-prefix=WITHIN
// RUN: %roofline analyze --verbose %s --kernel quarters --arg n=0 | FileCheck %s --check-prefix=NOTHING
// RUN: %roofline analyze --verbose %s --kernel quarters --arg n=17 | FileCheck %s --check-prefix=TWICE
// RUN: %roofline analyze --verbose %s --kernel downwards --arg n=7 | FileCheck %s --check-prefix=BELOW
// RUN: %roofline analyze --verbose %s --kernel downwards --arg n=266 | FileCheck %s --check-prefix=ABOVE
// RUN: %roofline analyze --verbose %s --kernel chosen --arg n=5 --arg m=3 --allow-unknown | FileCheck %s --check-prefix=CHOSEN

// 1, 4, ... 28; scalar evolution multiplies with what 3 makes 1 of.
// THIRDS: trip (n - 1) / 3 = 10
// NONE: trip (n - 1) / 3 = 0
kernel void thirds(global int *o, uint n) {
  for (uint i = 1; i != n; i += 3)
    o[i] = 1;
}
// 5 to 9, which never is 3; 5 to 7.
// BEHIND: trip {{.*}} = 5{{( |$)}}
// WITHIN: trip {{.*}} = 3{{( |$)}}
kernel void behind(global int *o, int n, int m) {
  for (int i = 5; i < n; ++i) {
    o[i] = 1;
    if (i == m)
      break;
  }
}
// None of 0; 2 and 8 are below 17.
// NOTHING: trip {{.*}} = 0{{( |$)}}
// TWICE: trip {{.*}} = 2{{( |$)}}
kernel void quarters(global int *o, int n) {
  for (int i = 2; i < n; i <<= 2)
    o[i] = 1;
}
// 7 is not above 8; 266 is 10 of 8 bits: 10 and 9.
// BELOW: trip {{.*}} = 0{{( |$)}}
// ABOVE: trip {{.*}} = 2{{( |$)}}
kernel void downwards(global int *o, int n) {
  for (uchar i = n; i > 8; --i)
    o[i] = 1;
}
// Where i begins, a condition says that is not in the form.
// CHOSEN: trip unknown
kernel void chosen(global int *o, int n, int m) {
  for (int t = 0; t < 4; ++t)
    for (int i = t < m ? n : t; i < 64; i += 3)
      o[i] = 1;
}
