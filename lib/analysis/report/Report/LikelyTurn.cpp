// Kernels that look like one step of an iterative stencil.
#include "LikelyTurn.h"

#include <map>

namespace roofline {

/// The only access that writes to global memory, or nothing.
static const MemoryAccess *onlyWrite(const KernelSummary &Kernel) {
  const MemoryAccess *Write = nullptr;
  for (const MemoryAccess &A : Kernel.Accesses) {
    if (A.K == MemoryAccess::Kind::Read)
      continue;
    if (Write || A.K != MemoryAccess::Kind::Write || !A.Index ||
        A.Base.empty() || A.Space != AddressSpace::Global)
      return nullptr;
    Write = &A;
  }
  return Write;
}

std::optional<SwapPair> likelyTurn(const KernelSummary &Kernel) {
  const MemoryAccess *Write = onlyWrite(Kernel);
  if (!Write || Write->Index->Terms.empty())
    return std::nullopt;
  std::map<std::string, std::pair<bool, bool>> Sides; // before, behind
  for (const MemoryAccess &A : Kernel.Accesses) {
    if (&A == Write)
      continue;
    if (A.Base.empty() || A.Base == Write->Base)
      return std::nullopt;
    auto Distance =
        A.Index ? constantDistance(*Write->Index, *A.Index) : std::nullopt;
    if (!Distance || A.Type != Write->Type)
      continue;
    Sides[A.Base].first |= *Distance < 0;
    Sides[A.Base].second |= *Distance > 0;
  }
  for (const auto &[Base, Has] : Sides)
    if (Has.first && Has.second)
      return SwapPair{Base, Write->Base};
  return std::nullopt;
}

} // namespace roofline
