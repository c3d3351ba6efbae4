// Contents of buffers whose words become indices.
#include "roofline/Loops/LoopPorts.h"

#include "LoopDataFlow.h"

#include <algorithm>

namespace roofline {

/// [iteration] Limit of numbers of iterations that no array limits.
constexpr uint64_t MostCounted = 16;

/// The smallest memory that \p Flow addresses; 0: none.
static uint64_t leastWords(const LoopKernel &K, const LoopDataFlow &Flow) {
  uint64_t Least = 0;
  for (uint32_t L = 0; L < K.Leaves.size(); ++L)
    for (uint32_t A = 0; A < K.Leaves[L].Accesses.size(); ++A) {
      const uint64_t Words = K.Memories[K.Leaves[L].Accesses[A].Memory].Words;
      if (Words && !Flow.hasFixedAddress(L, A))
        Least = Least ? std::min(Least, Words) : Words;
    }
  return Least;
}

/// True where the kernel reads several words of a memory that \p Flow begins
/// at, or that has its words.
static bool isReadTwice(const LoopKernel &K, const LoopDataFlow &Flow) {
  std::vector<size_t> Loads(K.Memories.size());
  for (const LoopLeaf &L : K.Leaves)
    for (const LoopAccess &A : L.Accesses)
      Loads[A.Memory] += !A.isStore() && Flow.isMadeOfIt(A.Memory);
  return std::ranges::any_of(Loads, [](size_t N) { return N > 1; });
}

std::optional<std::string> scalarOfTrips(const LoopKernel &K) {
  for (uint32_t S = 0; S < K.Scalars.size(); ++S)
    if (!K.Scalars[S].Bits &&
        LoopDataFlow(K, LoopSource{LoopSourceKind::Scalar, S}).goesIntoTrips())
      return K.Scalars[S].Name;
  return std::nullopt;
}

bool isTimedByData(const LoopKernel &K) {
  return LoopDataFlow(K).goesIntoCycles();
}

void findContents(LoopKernel &K) {
  for (uint32_t M = 0; M < K.Memories.size(); ++M) {
    const LoopMemory &Memory = K.Memories[M];
    if (Memory.Kind != LoopMemoryKind::Buffer ||
        Memory.Type.Scalar != ScalarKind::Int)
      continue;
    const LoopDataFlow Flow(K, LoopSource{LoopSourceKind::Word, M});
    const bool IsTrips = Flow.goesIntoTrips();
    uint64_t Below = leastWords(K, Flow);
    const bool Ascends = IsTrips && Below && isReadTwice(K, Flow);
    if (IsTrips && !Ascends)
      Below = Below ? std::min(Below, MostCounted) : MostCounted;
    if (Below)
      K.Contents.push_back({Memory.Name, Below, Ascends});
  }
}

} // namespace roofline
