// Examples of UG1399 with the results that it prints.
#include "ap_fixed.h"
#include "ap_int.h"
#include <cstdio>

static int Failures = 0;
template <class A, class B>
void same(const char *What, const A &Found, const B &Published) {
  if (Found == Published)
    return;
  ++Failures;
  std::printf("%s\n", What);
}

static void places() {
  ap_uint<10> Result;
  ap_int<3> Val1 = -3;
  ap_int<7> Val2 = 54;
  Result = (Val2, Val1);
  same("concatenation by comma", Result, 0x1B5);
  Result = Val1.concat(Val2);
  same("concatenation by method", Result, 0x2B6);
  (Val1, Val2) = 0xAB;
  same("high part", Val1, 1);
  same("low part", Val2, 43);
}

static void formats() {
  ap_fixed<11, 6> Var1 = 22.96875;
  ap_ufixed<12, 11> Var2 = 512.5;
  ap_fixed<16, 11> Sum = Var1 + Var2;
  same("sum of two formats", Sum, 535.46875);
  same("all fraction, signed", ap_fixed<2, 0>(-0.5), -0.5);
  same("bits behind the point", ap_ufixed<1, -1>(0.25), 0.25);
  same("one bit far behind the point", ap_fixed<1, -7>(-1.0 / 256), -1.0 / 256);
  same("1.5 as bits", (ap_fixed<18, 6, AP_RND>(1.5).range(17, 0)), 0x01800);
  same("-1.5 as bits", (ap_fixed<18, 6, AP_RND>(-1.5).range(17, 0)), 0x3e800);
}

// A reader of a wide number as a bool has its low 64 bits.
static void conversions() {
  ap_uint<65> Wide = ap_uint<65>(1) << 64;
  bool Low = Wide;
  same("low 64 bits", Low, false);
  same("all bits", Wide.to_bool(), true);
}

static void quantisation() {
  same("AP_RND", (ap_fixed<3, 2, AP_RND, AP_SAT>(1.25)), 1.5);
  same("AP_RND of a negative", (ap_fixed<3, 2, AP_RND, AP_SAT>(-1.25)), -1.0);
  same("AP_RND_ZERO", (ap_fixed<3, 2, AP_RND_ZERO, AP_SAT>(1.25)), 1.0);
  same("AP_RND_ZERO of a negative",
       (ap_fixed<3, 2, AP_RND_ZERO, AP_SAT>(-1.25)), -1.0);
}

static void overflow() {
  same("AP_SAT", (ap_fixed<4, 4, AP_RND, AP_SAT>(19.0)), 7.0);
  same("AP_SAT, negative", (ap_fixed<4, 4, AP_RND, AP_SAT>(-19.0)), -8.0);
  same("AP_SAT, unsigned", (ap_ufixed<4, 4, AP_RND, AP_SAT>(19.0)), 15.0);
  same("AP_SAT, unsigned of a negative",
       (ap_ufixed<4, 4, AP_RND, AP_SAT>(-19.0)), 0.0);
  same("AP_SAT_ZERO", (ap_fixed<4, 4, AP_RND, AP_SAT_ZERO>(19.0)), 0.0);
  same("AP_SAT_ZERO, negative", (ap_fixed<4, 4, AP_RND, AP_SAT_ZERO>(-19.0)),
       0.0);
  same("AP_SAT_SYM", (ap_fixed<4, 4, AP_RND, AP_SAT_SYM>(19.0)), 7.0);
  same("AP_SAT_SYM, negative", (ap_fixed<4, 4, AP_RND, AP_SAT_SYM>(-19.0)),
       -7.0);
}

int main() {
  places();
  formats();
  conversions();
  quantisation();
  overflow();
  return Failures;
}
