// What a loop carries from one iteration to another.
#include "roofline/Analysis/LoopFacts.h"
#include "roofline/Kernel/Dependence.h"

#include "llvm/Analysis/LoopInfo.h"

using namespace llvm;

namespace roofline {

std::vector<CarriedDependence> carriedDependences(const llvm::Loop &L,
                                                  unsigned LoopId,
                                                  const KernelSummary &Kernel,
                                                  const Hierarchy &H,
                                                  const OperationGraph &Graph) {
  std::vector<CarriedDependence> Result;
  auto Add = [&](CarriedDependence::Kind K, uint32_t From, uint32_t To,
                 std::optional<int64_t> Distance) {
    // What simplification moved has no place of its own left.
    auto PlaceOf = [&](uint32_t Op) {
      const SourceLocation &Place = Kernel.Operations[Op].Loc;
      return Place ? Place : loopPlace(L);
    };
    Result.push_back({K, From, To, Distance, PlaceOf(From), PlaceOf(To)});
  };
  if (L.getLoopLatch())
    for (const PHINode &Phi : L.getHeader()->phis())
      for (auto [Producer, Distance] : Graph.writersOf(Phi, L))
        for (uint32_t Consumer : Graph.readersOf(Phi, L))
          Add(CarriedDependence::Kind::Register, Producer, Consumer, Distance);

  SmallVector<unsigned, 8> Inside;
  for (const BasicBlock *B : L.blocks())
    if (auto Id = H.BlockIds.find(B); Id != H.BlockIds.end())
      Inside.push_back(Id->second);
  sort(Inside);
  const LoopMeetings Meetings(Kernel, LoopId, [&](uint32_t Id) {
    const TripCount &Trip = Kernel.Loops[Id].Trip;
    return Trip.K == TripCount::Kind::Unknown ? std::nullopt
                                              : std::optional(Trip.Count);
  });
  struct End {
    uint32_t Operation;
    const MemoryAccess *Access;
    LoopMeetings::Access Along;
  };
  std::vector<End> Reads, Writes;
  for (unsigned Id : Inside) {
    const Block &Range = Kernel.Blocks[Id];
    for (uint32_t Op = Range.FirstOperation;
         Op < Range.FirstOperation + Range.NumOperations; ++Op) {
      const auto &Access = Kernel.Operations[Op].Access;
      if (!Access || Kernel.Accesses[*Access].Space == AddressSpace::Constant)
        continue;
      const MemoryAccess &A = Kernel.Accesses[*Access];
      const End Here{Op, &A, Meetings.along(A)};
      if (A.K != MemoryAccess::Kind::Read)
        Writes.push_back(Here);
      if (A.K != MemoryAccess::Kind::Write)
        Reads.push_back(Here);
    }
  }
  for (const End &Write : Writes)
    for (const End &Read : Reads) {
      if (Write.Access->Space != Read.Access->Space ||
          Write.Access->Base != Read.Access->Base)
        continue;
      const Meeting M = Meetings.of(Write.Along, Read.Along);
      if (M.K != Meeting::Kind::Never)
        Add(CarriedDependence::Kind::Memory, Write.Operation, Read.Operation,
            M.K == Meeting::Kind::After ? std::optional(M.Distance)
                                        : std::nullopt);
    }
  return Result;
}

} // namespace roofline
