// Loops that the board's compiler unrolls without being asked.
#include "roofline/Board/CompilerUnroll.h"

#include "roofline/Kernel/LoopMotion.h"

#include <algorithm>
#include <cassert>
#include <string_view>

namespace roofline {
namespace {

/// Operations that are no instruction once the loop's code is cleaned up.
bool isFree(const Operation &Op) {
  for (std::string_view Name :
       {"phi", "zext", "sext", "trunc", "bitcast", "addrspacecast"})
    if (Op.Name == Name)
      return true;
  return false;
}

class Sizes {
public:
  Sizes(const KernelSummary &Kernel, Design &D, double Sdk)
      : Kernel(Kernel), D(D), Most(mostUnrolledInstructions(Sdk)),
        Motion(Kernel) {
    findData();
  }

  void unrollSmallLoops() {
    // Loops stand after those around them.
    for (uint32_t Id = uint32_t(Kernel.Loops.size()); Id-- > 0;) {
      const Loop &L = Kernel.Loops[Id];
      if (L.Unroll || Motion.HasBarrier[Id] || D.Unroll[Id] > 1 ||
          L.Trip.K != TripCount::Kind::Exact || !L.Trip.Count.isConstant())
        continue;
      const auto Trip = double(L.Trip.Count.Value);
      // Larger loops than this have not been seen to be taken to pieces.
      if (Trip > 1 && sizeOf(Id) * Trip <= Most)
        D.Unroll[Id] = uint32_t(Trip);
    }
  }

private:
  /// Copies of \p Op that loops between \p Block and \p Id leave when they are
  /// unrolled: what moves with their counters alone becomes constants, and what
  /// does not move is computed once.
  double copies(uint32_t Block, uint32_t Op, uint32_t Id) const {
    double Number = isInRegister(Op) ? 0 : 1;
    for (auto L = Motion.LoopOf[Block]; *L != Id; L = Kernel.Loops[*L].Parent) {
      if (D.Unroll[*L] <= 1)
        continue;
      const bool IsWhole = isWhole(*L);
      if (IsWhole && L == Motion.LoopOf[Block] && isControl(Op))
        Number = 0;
      else if ((isOfData(Op) || !IsWhole) && Motion.moves(Op, *L))
        Number *= D.Unroll[*L];
    }
    return Number;
  }

  /// True where no iterations are left once the copies of loop \p Id are made.
  bool isWhole(uint32_t Id) const {
    const Expr &Trip = Kernel.Loops[Id].Trip.Count;
    return Trip.isConstant() && int64_t(D.Unroll[Id]) >= Trip.Value;
  }

  /// True for an access of a private array whose element has become a
  /// register: every loop that its address moves with is unrolled.
  bool isInRegister(uint32_t Op) const {
    const auto &A = Kernel.Operations[Op].Access;
    if (!A || Kernel.Accesses[*A].Space != AddressSpace::Private ||
        !Kernel.Accesses[*A].Index ||
        !Kernel.Accesses[*A].Index->Irregular.isConstant(0))
      return false;
    const auto &Terms = Kernel.Accesses[*A].Index->Terms;
    return std::all_of(Terms.begin(), Terms.end(), [&](const IndexTerm &T) {
      const auto Loop = loopOfSymbol(T.Variable);
      return Loop && D.Unroll[*Loop] > 1 && isWhole(*Loop);
    });
  }

  bool isControl(uint32_t Op) const {
    const std::string &Name = Kernel.Operations[Op].Name;
    return Name == "br" || Name == "icmp";
  }

  /// True for an access, and for what is computed of a value that was loaded.
  bool isOfData(uint32_t Op) const { return OfData[Op]; }

  void findData() {
    OfData.resize(Kernel.Operations.size());
    for (uint32_t Op = 0; Op < Kernel.Operations.size(); ++Op) {
      const Operation &O = Kernel.Operations[Op];
      OfData[Op] = O.Access || O.Name == "getelementptr";
      for (uint32_t Operand : O.Operands)
        OfData[Op] = OfData[Op] || OfData[Operand];
    }
  }

  double sizeOf(uint32_t Id) const {
    double Sum = 0;
    for (uint32_t B = 0; B < Kernel.Blocks.size(); ++B) {
      if (!Motion.isInside(B, Id))
        continue;
      for (uint32_t I = 0; I < Kernel.Blocks[B].NumOperations; ++I)
        if (const uint32_t Op = Kernel.Blocks[B].FirstOperation + I;
            !isFree(Kernel.Operations[Op]))
          Sum += copies(B, Op, Id);
    }
    return Sum;
  }

  const KernelSummary &Kernel;
  Design &D;
  const double Most; ///< [instruction] of an unrolled loop
  const LoopMotion Motion;
  std::vector<bool> OfData; ///< by operation
};

} // namespace

Design unrolledByCompiler(const KernelSummary &Kernel, Design D, double Sdk) {
  assert(D.Unroll.size() == Kernel.Loops.size() &&
         "a design has an unroll factor for each loop");
  Sizes(Kernel, D, Sdk).unrollSmallLoops();
  return D;
}

} // namespace roofline
