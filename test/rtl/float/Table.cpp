// The modules that are simulated, with the latencies that docs/rtl-float.md
// declares.
#include "Operations.h"

namespace rtlfloat {

static constexpr Format Single{32, 8, 23}, Double{64, 11, 52}, Half{16, 5, 10},
    Tiny{8, 4, 3}, Bit{1, 0, 0};

const std::vector<Operation> &operations() {
  static const std::vector<Operation> All = {
      {"fadd32", Kind::Add, Single, Single, 8},
      {"fsub32", Kind::Sub, Single, Single, 8},
      {"fmul32", Kind::Mul, Single, Single, 7},
      {"fadd64", Kind::Add, Double, Double, 8},
      {"fmul64", Kind::Mul, Double, Double, 9},
      {"fadd16", Kind::Add, Half, Half, 7},
      {"fmul16", Kind::Mul, Half, Half, 7},
      {"fadd8", Kind::Add, Tiny, Tiny, 7},
      {"fmul8", Kind::Mul, Tiny, Tiny, 7},
  };
  return All;
}

} // namespace rtlfloat
