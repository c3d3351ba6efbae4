// What buffers hold whose words become indices.
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

static size_t loads(const LoopKernel &K, uint32_t Memory) {
  size_t Count = 0;
  for (const LoopLeaf &L : K.Leaves)
    Count += size_t(std::ranges::count_if(L.Accesses, [&](const LoopAccess &A) {
      return A.Memory == Memory && !A.isStore();
    }));
  return Count;
}

void findContents(LoopKernel &K) {
  for (uint32_t M = 0; M < K.Memories.size(); ++M) {
    const LoopMemory &Memory = K.Memories[M];
    if (Memory.Kind != LoopMemoryKind::Buffer ||
        Memory.Type.Scalar != ScalarKind::Int)
      continue;
    const LoopDataFlow Flow(K, M);
    const bool IsTrips = Flow.goesIntoTrips();
    uint64_t Below = leastWords(K, Flow);
    const bool Ascends = IsTrips && Below && loads(K, M) > 1;
    if (IsTrips && !Ascends)
      Below = Below ? std::min(Below, MostCounted) : MostCounted;
    if (Below)
      K.Contents.push_back({Memory.Name, Below, Ascends});
  }
}

} // namespace roofline
