// Dependences that a loop carries from one iteration to another.
#include "roofline/Analysis/LoopFacts.h"
#include "roofline/Kernel/MeetingTable.h"

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
    Result.push_back({K, From, To, Distance});
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
  MeetingTable Meetings(Kernel, LoopId, [&](uint32_t Id) {
    const TripCount &Trip = Kernel.Loops[Id].Trip;
    return Trip.K == TripCount::Kind::Unknown ? std::nullopt
                                              : std::optional(Trip.Count);
  });
  struct End {
    uint32_t Operation, Access;
  };
  std::vector<End> Reads, Writes;
  for (unsigned Id : Inside) {
    const Block &Range = Kernel.Blocks[Id];
    for (uint32_t Op = Range.FirstOperation;
         Op < Range.FirstOperation + Range.NumOperations; ++Op) {
      const auto &Access = Kernel.Operations[Op].Access;
      if (!Access || Kernel.Accesses[*Access].Space == AddressSpace::Constant)
        continue;
      const MemoryAccess::Kind Kind = Kernel.Accesses[*Access].K;
      if (Kind != MemoryAccess::Kind::Read)
        Writes.push_back({Op, *Access});
      if (Kind != MemoryAccess::Kind::Write)
        Reads.push_back({Op, *Access});
    }
  }
  for (const End &Write : Writes)
    for (const End &Read : Reads) {
      const MemoryAccess &From = Kernel.Accesses[Write.Access],
                         &To = Kernel.Accesses[Read.Access];
      if (From.Space != To.Space || From.Base != To.Base)
        continue;
      const Meeting M = Meetings.of(Write.Access, Read.Access);
      if (M.K != Meeting::Kind::Never)
        Add(CarriedDependence::Kind::Memory, Write.Operation, Read.Operation,
            M.K == Meeting::Kind::After ? std::optional(M.Distance)
                                        : std::nullopt);
    }
  return Result;
}

} // namespace roofline
