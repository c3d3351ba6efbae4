// The modules that are simulated, with the latencies that docs/rtl-float.md
// declares.
#include "Operations.h"

namespace rtlfloat {

static constexpr Format Single{32, 8, 23}, Double{64, 11, 52}, Half{16, 5, 10},
    Tiny{8, 4, 3}, Bit{1, 0, 0};

static constexpr Format sint(unsigned Width) { return {Width, 0, 0, true}; }
static constexpr Format uint(unsigned Width) { return {Width, 0, 0, false}; }

const std::vector<Operation> &operations() {
  static const std::vector<Operation> All = {
      {"fadd32", Kind::Add, Single, Single, 8},
      {"fadd64", Kind::Add, Double, Double, 8},
      {"fadd16", Kind::Add, Half, Half, 7},
      {"fadd8", Kind::Add, Tiny, Tiny, 7},
      {"fsub32", Kind::Sub, Single, Single, 8},
      {"fsub64", Kind::Sub, Double, Double, 8},
      {"fmul32", Kind::Mul, Single, Single, 7},
      {"fmul64", Kind::Mul, Double, Double, 9},
      {"fmul16", Kind::Mul, Half, Half, 7},
      {"fmul8", Kind::Mul, Tiny, Tiny, 7},
      {"fdiv32", Kind::Div, Single, Single, 33},
      {"fdiv64", Kind::Div, Double, Double, 62},
      {"fdiv16", Kind::Div, Half, Half, 19},
      {"fdiv8", Kind::Div, Tiny, Tiny, 11},
      {"fsqrt32", Kind::Sqrt, Single, Single, 30},
      {"fsqrt64", Kind::Sqrt, Double, Double, 59},
      {"fsqrt16", Kind::Sqrt, Half, Half, 16},
      {"fsqrt8", Kind::Sqrt, Tiny, Tiny, 8},
      {"ffma32", Kind::Fma, Single, Single, 11},
      {"ffma64", Kind::Fma, Double, Double, 13},
      {"ffma16", Kind::Fma, Half, Half, 10},
      {"ffma8", Kind::Fma, Tiny, Tiny, 10},
      {"fequal32", Kind::Equal, Single, Bit, 2},
      {"fless32", Kind::Less, Single, Bit, 2},
      {"flessequal32", Kind::LessEqual, Single, Bit, 2},
      {"funordered32", Kind::Unordered, Single, Bit, 2},
      {"fequal64", Kind::Equal, Double, Bit, 2},
      {"fless64", Kind::Less, Double, Bit, 2},
      {"flessequal64", Kind::LessEqual, Double, Bit, 2},
      {"funordered64", Kind::Unordered, Double, Bit, 2},
      {"fmin32", Kind::Min, Single, Single, 2},
      {"fmax32", Kind::Max, Single, Single, 2},
      {"fmin64", Kind::Min, Double, Double, 2},
      {"fmax64", Kind::Max, Double, Double, 2},
      {"fminfirst32", Kind::MinFirst, Single, Single, 2},
      {"fmaxfirst32", Kind::MaxFirst, Single, Single, 2},
      {"fminfirst64", Kind::MinFirst, Double, Double, 2},
      {"fmaxfirst64", Kind::MaxFirst, Double, Double, 2},
      {"fminlast32", Kind::MinLast, Single, Single, 2},
      {"fmaxlast32", Kind::MaxLast, Single, Single, 2},
      {"fminlast64", Kind::MinLast, Double, Double, 2},
      {"fmaxlast64", Kind::MaxLast, Double, Double, 2},
      {"s8tof32", Kind::Convert, sint(8), Single, 4},
      {"s32tof32", Kind::Convert, sint(32), Single, 5},
      {"u32tof32", Kind::Convert, uint(32), Single, 5},
      {"s64tof32", Kind::Convert, sint(64), Single, 5},
      {"u64tof32", Kind::Convert, uint(64), Single, 5},
      {"u1tof32", Kind::Convert, uint(1), Single, 2},
      {"s13tof16", Kind::Convert, sint(13), Half, 4},
      {"s32tof64", Kind::Convert, sint(32), Double, 5},
      {"s64tof64", Kind::Convert, sint(64), Double, 5},
      {"u64tof64", Kind::Convert, uint(64), Double, 5},
      {"f32tou8", Kind::Convert, Single, uint(8), 4},
      {"f32tou1", Kind::Convert, Single, uint(1), 4},
      {"f32tos32", Kind::Convert, Single, sint(32), 4},
      {"f32tou32", Kind::Convert, Single, uint(32), 4},
      {"f32tos64", Kind::Convert, Single, sint(64), 4},
      {"f16tos13", Kind::Convert, Half, sint(13), 4},
      {"f64tos32", Kind::Convert, Double, sint(32), 4},
      {"f64tos64", Kind::Convert, Double, sint(64), 4},
      {"f64tou64", Kind::Convert, Double, uint(64), 4},
      {"f32tof64", Kind::Convert, Single, Double, 4},
      {"f16tof32", Kind::Convert, Half, Single, 3},
      {"f64tof32", Kind::Convert, Double, Single, 4},
      {"f32tof16", Kind::Convert, Single, Half, 4},
  };
  return All;
}

} // namespace rtlfloat
