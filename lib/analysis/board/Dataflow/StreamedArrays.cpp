// Arrays between processes that could be streams.
#include "StreamedArrays.h"

#include "Schedule.h"

#include <algorithm>

namespace roofline::dataflow {
namespace {

/// [byte] a step of \p Loop moves \p Index; nothing where that varies.
std::optional<int64_t> stepOf(const AffineIndex &Index, uint32_t Loop) {
  int64_t Step = 0;
  for (const IndexTerm &T : Index.Terms) {
    if (loopOfSymbol(T.Variable) != Loop)
      continue;
    if (!T.Coefficient.isConstant())
      return std::nullopt;
    Step += T.Coefficient.Value;
  }
  return Step;
}

/// True where \p A goes once through \p Bytes bytes from the first on: each
/// loop steps over all that the loops inside it cover.
bool goesThrough(const KernelSummary &K, const KernelPlaces &Places,
                 const std::vector<VitisLoop> &Timing, const MemoryAccess &A,
                 uint64_t Bytes) {
  if (!A.Index || !isAffine(A) || !A.Index->Offset.isConstant(0) ||
      !K.Blocks[A.BlockId].When.isAlways())
    return false;
  const std::vector<uint32_t> &Around = Places.LoopsAround[A.BlockId];
  uint64_t Covered = A.NumBytes;
  for (size_t I = Around.size(); I-- > 0;) {
    const VitisLoop &L = Timing[Around[I]];
    const bool IsPlain = !L.IsUnrolledInFull && L.Factor == 1 &&
                         L.LeastTrip == L.MostTrip &&
                         K.Loops[Around[I]].When.isAlways();
    if (!IsPlain || stepOf(*A.Index, Around[I]) != int64_t(Covered))
      return false;
    Covered *= uint64_t(L.MostTrip);
  }
  return Covered == Bytes;
}

/// True where \p M is written once and read once, both in its own order.
bool isInOrder(const KernelSummary &K, const KernelPlaces &Places,
               const std::vector<VitisLoop> &Timing, const Memory &M) {
  unsigned NumReads = 0, NumWrites = 0;
  for (const MemoryAccess &A : K.Accesses) {
    if (A.Base != M.Name)
      continue;
    ++(A.K == MemoryAccess::Kind::Read ? NumReads : NumWrites);
    uint64_t Bytes = A.NumBytes;
    for (uint64_t Extent : M.Dimensions)
      Bytes *= Extent;
    if (!goesThrough(K, Places, Timing, A, Bytes))
      return false;
  }
  return NumReads == 1 && NumWrites == 1;
}

} // namespace

void findStreamedArrays(const KernelSummary &K,
                        const std::vector<VitisLoop> &Loops,
                        const DataflowRunOptions &Options, DataflowResult &D) {
  const KernelPlaces Places(K);
  for (const BufferedArray &A : D.Region.Network.Arrays) {
    auto M = std::ranges::find(K.Memories, A.Name, &Memory::Name);
    if (M == K.Memories.end() || !isInOrder(K, Places, Loops, *M))
      continue;
    KernelSummary Changed = K;
    std::erase_if(Changed.Directives, [&](const Directive &Old) {
      return Old.Name == "stream" && Old.Function == M->Function &&
             optionOf(Old, "variable") == A.Name;
    });
    Directive Stream;
    Stream.Name = "stream";
    Stream.Options = {{"variable", A.Name}, {"depth", "2"}};
    Stream.Function = M->Function;
    Changed.Directives.push_back(Stream);
    for (const DataflowRegion &R : dataflowRegions(Changed, Loops)) {
      if (R.Function != D.Region.Function || !R.Missing.empty())
        continue;
      const DataflowRun Run = runDataflow(R.Network, Options);
      if (!Run.isDeadlock() && !Run.IsGivenUp && Run.Cycles < D.Run.Cycles)
        D.Changes.push_back(
            {"#pragma HLS " + directiveText(Stream), A.Loc, Run.Cycles});
    }
  }
  std::ranges::stable_sort(D.Changes, {}, &DataflowChange::Cycles);
}

} // namespace roofline::dataflow
