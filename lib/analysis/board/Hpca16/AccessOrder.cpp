// Pricing an access: whether its lanes and its order share transactions.
#include "roofline/Hpca16/Estimate.h"

#include "roofline/Hpca16/Hpca16.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace roofline {
namespace {

/// True when the address increases from one work-item to the next.
bool moves(const Stride &S) noexcept {
  return S.NumBytes > 0 || S.K == Stride::Kind::Unbound;
}

/// True when the next iteration of the loop goes on where the work-items of the
/// group end: for (i = local id; i < n; i += local size). In each row of a
/// group alike, where a row fills transactions.
bool continuesGroup(const BoundKernel &K, const BoundAccess &A,
                    const Stride &AlongLoop) noexcept {
  double Run = A.NumBytes;
  bool IsRow = false;
  for (unsigned Dim = 0; Dim < 3 && !IsRow; ++Dim) {
    if (K.GroupSize[Dim] <= 1)
      continue;
    IsRow = double(A.AlongWorkItems[Dim].NumBytes) != Run ||
            A.AlongWorkItems[Dim].Inside != Stride::Kind::Irregular;
    if (!IsRow)
      Run *= K.GroupSize[Dim];
  }
  if (IsRow && std::fmod(Run, K.TransactionWidth) != 0)
    return false;
  return Run > A.NumBytes && double(AlongLoop.NumBytes) == Run;
}

/// Along the loop that orders what block \p B accesses, or nothing. One
/// work-item has no other order than that of its loop. Repaired: a loop that is
/// unrolled into one pass orders nothing.
const Stride *orderingStride(const BoundKernel &K, const BoundBlock &B,
                             const BoundAccess &A, const Design &D,
                             bool Repaired) noexcept {
  uint32_t Level = 0;
  for (auto L = B.Loop; L; L = K.Kernel->Loops[*L].Parent, ++Level) {
    if (Level >= B.ChainLength && K.FastestDimension)
      return nullptr;
    if (!Repaired || !K.Loops[*L].KnowsTrip || unrolledTrip(K, D, *L) > 1)
      return &K.LoopStrides[A.FirstLoopStride + Level];
  }
  return nullptr;
}

/// True where one step after another goes on: the addresses are side by side,
/// or repaired, as long as \p Run. In blocks, where a block fills transactions;
/// repaired, any block does.
bool goesOn(const BoundKernel &K, const Stride &S, bool Repaired,
            double Run) noexcept {
  const bool InBlocks = S.K == Stride::Kind::Blocks;
  const Stride::Kind Kind = InBlocks ? S.Inside : S.K;
  if (InBlocks && !Repaired &&
      double(S.Length) * double(S.NumBytes) < K.TransactionWidth)
    return false;
  return Kind == Stride::Kind::Consecutive ||
         (Repaired && Kind == Stride::Kind::Strided && S.NumBytes > 0 &&
          double(S.NumBytes) <= Run);
}

/// True where the address stays, in each block by itself.
bool staysInBlocks(const Stride &S) noexcept {
  return S.K == Stride::Kind::Same ||
         (S.K == Stride::Kind::Blocks && S.Inside == Stride::Kind::Same);
}

/// The stride whose blocks break the order of \p A; nothing where none do.
const Stride *orderingBlocks(const BoundKernel &K, const BoundBlock &B,
                             const BoundAccess &A, const Design &D) noexcept {
  const Stride *Loop = orderingStride(K, B, A, D, /*Repaired=*/true);
  const Stride *First = Loop && Loop->K != Stride::Kind::Same ? Loop
                        : K.FastestDimension
                            ? &A.AlongWorkItems[*K.FastestDimension]
                            : nullptr;
  return First && First->K == Stride::Kind::Blocks ? First : nullptr;
}

/// The predicate of Eq. (4): the address increases with the work-item and the
/// loop around the access keeps the order. Repaired: a step may be as long as
/// \p Run, the bytes of the unrolled copies side by side.
bool isInOrder(const BoundKernel &K, const BoundBlock &B, const BoundAccess &A,
               const Design &D, bool Repaired, double Run) noexcept {
  using enum Stride::Kind;
  const Stride *Loop = orderingStride(K, B, A, D, Repaired);
  const bool Stays = !Loop || Loop->K == Same;
  auto GoesOn = [&](const Stride &S) { return goesOn(K, S, Repaired, Run); };
  if (Loop && !GoesOn(*Loop) && !(Repaired && Stays) &&
      !continuesGroup(K, A, *Loop))
    return false;
  if (!K.FastestDimension)
    return Loop;
  const Stride &WI = A.AlongWorkItems[*K.FastestDimension];
  if (Repaired && Stays &&
      staysInBlocks(WI)) // one address throughout; updates of
    return K.Kernel->Accesses[A.Access].K !=
           MemoryAccess::Kind::ReadWrite; // it are one after another
  return GoesOn(WI) || (!Stays && moves(WI));
}

} // namespace

AccessEstimate estimateAccess(const BoundKernel &K, const BoundBlock &B,
                              const BoundAccess &A, const Design &D,
                              ModelForm Form) noexcept {
  assert(D.Unroll.size() == K.Loops.size() &&
         "a design has an unroll factor for each loop");
  assert(D.Simd >= 1 && "a vector has at least one work-item");
  assert(A.NumBytes > 0 && "an access moves at least a byte");
  assert(K.TransactionWidth > 0 && "a memory transaction has a width");
  AccessEstimate E;
  bool Repaired = Form == ModelForm::Hpca16Repaired;
  double Distinct = 1;     // copies that do not share one address
  double Run = A.NumBytes; // bytes of the run of addresses so far
  auto Scale = [&](double Factor, const Stride &S) {
    if (Factor <= 1)
      return;
    E.F *= Factor;
    if (S.K == Stride::Kind::Same) { // copies of one address break no run
      if (!Repaired)
        Distinct *= Factor;
      return;
    }
    Distinct *= Factor;
    // Copies side by side, in either order, or overlapping as a sliding window
    // does.
    const double Step = std::abs(double(S.NumBytes));
    bool Known =
        S.K == Stride::Kind::Consecutive || S.K == Stride::Kind::Strided;
    if (!Known || Step > Run)
      E.LanesCoalesce = false;
    Run += (Factor - 1) * Step;
  };
  uint32_t Level = 0;
  for (std::optional<uint32_t> L = B.Loop; L; L = K.Kernel->Loops[*L].Parent)
    Scale(D.Unroll[*L], K.LoopStrides[A.FirstLoopStride + Level++]);
  Scale(D.Simd, A.AlongWorkItems[0]);
  if (Repaired && E.LanesCoalesce)
    Distinct = Run / A.NumBytes;

  E.OrderCoalesces = E.LanesCoalesce && isInOrder(K, B, A, D, Repaired, Run);
  if (!Repaired) {
    E.Insts =
        hpca16::lsNum(A.NumBytes, E.F, K.TransactionWidth, E.LanesCoalesce);
    E.Burst = hpca16::accessBurst(A.NumBytes, E.F, K.TransactionWidth,
                                  E.OrderCoalesces);
    E.Transactions = E.Insts / E.Burst;
    return E;
  }
  E.Insts = hpca16::lsNumRepaired(A.NumBytes, Distinct, K.TransactionWidth,
                                  E.LanesCoalesce);
  E.Burst = hpca16::accessBurst(A.NumBytes, Distinct, K.TransactionWidth,
                                E.OrderCoalesces);
  E.Transactions =
      E.OrderCoalesces ? A.NumBytes * Distinct / K.TransactionWidth : E.Insts;
  if (E.OrderCoalesces)
    if (const Stride *Blocks = orderingBlocks(K, B, A, D))
      E.Transactions =
          std::max(E.Transactions,
                   hpca16::blockTransactions(A.NumBytes * Distinct,
                                             std::abs(double(Blocks->NumBytes)),
                                             double(Blocks->Length),
                                             K.TransactionWidth));
  return E;
}

} // namespace roofline
