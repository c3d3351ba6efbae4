// Arrays that a loop shifts in each iteration.
#include "ShiftRegisters.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

/// The operations of one loop's only block that access memory.
std::vector<uint32_t> accessesIn(const KernelSummary &Kernel, const Node &N) {
  std::vector<uint32_t> Result;
  if (N.Children.size() != 1 ||
      Kernel.Nodes[N.Children[0]].K != Node::Kind::Block)
    return Result;
  const Block &B = Kernel.Blocks[Kernel.Nodes[N.Children[0]].Index];
  for (uint32_t Op = B.FirstOperation; Op < B.FirstOperation + B.NumOperations;
       ++Op)
    if (Kernel.Operations[Op].Access)
      Result.push_back(Op);
  return Result;
}

/// The shift register of which loop \p Id stores with \p Write what it loads
/// with \p Read, both operations.
std::optional<ShiftRegister> movedBy(const KernelSummary &Kernel, uint32_t Id,
                                     uint32_t Read, uint32_t Write,
                                     const MostTrips &Trips,
                                     const SymbolValue &Value) {
  const MemoryAccess &From = Kernel.Accesses[*Kernel.Operations[Read].Access],
                     &To = Kernel.Accesses[*Kernel.Operations[Write].Access];
  const auto &Stored = Kernel.Operations[Write].Operands;
  if (To.Predicated || From.NumBytes != To.NumBytes ||
      std::find(Stored.begin(), Stored.end(), Read) == Stored.end())
    return std::nullopt;
  const LoopMeetings Test(Kernel, Id, Trips, Value);
  const auto R = Test.along(From), W = Test.along(To);
  const auto Count = Trips(Id);
  if (!R.HasIndex || !W.HasIndex || !R.Irregular.isConstant(0) ||
      !W.Irregular.isConstant(0) || !W.Outer.empty() || !R.Outer.empty() ||
      !W.Offset.isConstant() || !R.Offset.isConstant() ||
      !W.Step.isConstant() || W.Step.isConstant(0) || !Count ||
      !Count->isConstant() || Count->Value < 1 ||
      Test.of(W, R).K != Meeting::Kind::Never)
    return std::nullopt;
  const int64_t First = W.Offset.Value,
                Last = First + W.Step.Value * (Count->Value - 1);
  return ShiftRegister{To.Space,
                       To.Base,
                       To.BlockId,
                       W.Offset.Value - R.Offset.Value,
                       std::min(First, Last),
                       std::max(First, Last)};
}

} // namespace

std::vector<ShiftRegister> shiftRegisters(const KernelSummary &Kernel,
                                          uint32_t Id, const MostTrips &Trips,
                                          const SymbolValue &Value) {
  assert(Id < Kernel.Loops.size() &&
         "shift registers are those of a loop of the kernel");
  std::vector<ShiftRegister> Result;
  for (const Node &N : Kernel.Nodes) {
    if (N.K != Node::Kind::Loop || Kernel.Loops[N.Index].Parent != Id)
      continue;
    const auto Ops = accessesIn(Kernel, N);
    for (uint32_t Write : Ops) {
      const MemoryAccess &To =
          Kernel.Accesses[*Kernel.Operations[Write].Access];
      if (To.K != MemoryAccess::Kind::Write)
        continue;
      std::vector<uint32_t> OfArray;
      for (uint32_t Op : Ops)
        if (const auto &A = Kernel.Accesses[*Kernel.Operations[Op].Access];
            A.Space == To.Space && A.Base == To.Base)
          OfArray.push_back(Op);
      if (OfArray.size() != 2)
        continue;
      const uint32_t Read = OfArray[0] == Write ? OfArray[1] : OfArray[0];
      if (auto Moved = movedBy(Kernel, N.Index, Read, Write, Trips, Value))
        Result.push_back(*std::move(Moved));
    }
  }
  // Drops arrays that are shifted twice: they are not followed.
  std::erase_if(Result, [Before = Result](const ShiftRegister &S) {
    return std::count_if(
               Before.begin(), Before.end(), [&](const ShiftRegister &Other) {
                 return Other.Space == S.Space && Other.Base == S.Base;
               }) > 1;
  });
  return Result;
}

} // namespace roofline
