// Look-up tables of a shift by a variable amount.
#include "roofline/Resources/BarrelShifter.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

namespace roofline {
namespace {

constexpr uint32_t TableInputs = 6, MostBits = 3;

/// Bits [First, First + Count) of the amount.
struct Stage {
  uint32_t First, Count;
};

class Barrel {
public:
  explicit Barrel(const VariableShift &S) : S(S) {}

  double smallest() {
    divide(0);
    return Least;
  }

private:
  const VariableShift &S;
  std::vector<Stage> Stages;
  double Least = std::numeric_limits<double>::infinity();

  uint64_t sign() const {
    return S.Op == DatapathOp::AShr ? uint64_t(1) << (S.Value - 1) : 0;
  }

  /// Bits of \p Of that \p By may bring to \p Place.
  uint64_t sources(uint64_t Of, Stage By, uint32_t Place) const {
    uint64_t From = 0;
    for (uint64_t Steps = 0; Steps < uint64_t(1) << By.Count; ++Steps) {
      const int64_t Shift = int64_t(Steps << By.First);
      const int64_t Bit =
          S.Op == DatapathOp::Shl ? Place - Shift : Place + Shift;
      if (Bit >= 0 && Bit < 64 && Of >> Bit & 1)
        From |= uint64_t(1) << Bit;
      else if (Bit >= int64_t(S.Value))
        From |= sign();
    }
    return From;
  }

  static uint32_t tables(uint64_t From, uint32_t Selects) {
    const bool IsOne = std::popcount(From) + Selects <= TableInputs;
    return IsOne || Selects < MostBits ? 1 : 2;
  }

  /// All ways to divide the amount, both ways round.
  void divide(uint32_t From) {
    if (From == S.Amount) {
      for (int Turn = 0; Turn < 2; ++Turn) {
        Least = std::min(Least, chain());
        std::reverse(Stages.begin(), Stages.end());
      }
      return;
    }
    for (uint32_t Count = 1; Count <= std::min(MostBits, S.Amount - From);
         ++Count) {
      Stages.push_back({From, Count});
      divide(From + Count);
      Stages.pop_back();
    }
  }

  double chain() const {
    std::vector<uint64_t> Inputs = {lowMask(S.Value)};
    for (Stage By : Stages) {
      uint64_t Set = 0;
      for (uint32_t Place = 0; Place < S.Width; ++Place)
        Set |= uint64_t(sources(Inputs.back(), By, Place) != 0) << Place;
      Inputs.push_back(Set);
    }
    double Tables = 0;
    uint64_t Needed = S.Read & Inputs.back();
    for (size_t I = Stages.size(); I-- > 0;) {
      uint64_t Before = 0;
      for (uint32_t Place = 0; Place < S.Width; ++Place) {
        if (!(Needed >> Place & 1))
          continue;
        if (I + 1 == Stages.size()) {
          const uint64_t All = sources(Inputs[0], {0, S.Amount}, Place);
          if (std::popcount(All) + S.Amount <= TableInputs) {
            Tables += All != sign();
            continue;
          }
        }
        const uint64_t From = sources(Inputs[I], Stages[I], Place);
        Tables += From == sign() ? 0 : tables(From, Stages[I].Count);
        Before |= From;
      }
      Needed = Before;
    }
    return Tables;
  }
};

} // namespace

double barrelTables(const VariableShift &S) { return Barrel(S).smallest(); }

} // namespace roofline
