// Decides which loops of a nest the compiler joins.
#include "Flatten.h"

#include "roofline/VitisNests/Distance.h"

#include <algorithm>

namespace roofline::vitis {
namespace {

void collectAccesses(const KernelSummary &K, uint32_t Node,
                     std::vector<uint32_t> &Accesses) {
  const roofline::Node &N = K.Nodes[Node];
  if (N.K == Node::Kind::Block) {
    const Block &B = K.Blocks[N.Index];
    for (uint32_t Op = 0; Op < B.NumOperations; ++Op)
      if (auto A = K.Operations[B.FirstOperation + Op].Access)
        Accesses.push_back(*A);
  }
  for (uint32_t Child : N.Children)
    collectAccesses(K, Child, Accesses);
}

bool usesLoop(const AccessForm &A, uint32_t Loop) {
  return std::ranges::any_of(A.Terms,
                             [&](const FormTerm &T) { return T.Loop == Loop; });
}

/// Rule 2.5: a value that memory carries over \p Spine[0] to another index
/// keeps the loops apart. An update of one element does not.
bool isCarriedElsewhere(const AccessForm &Store, const AccessForm &Load,
                        const std::vector<SpanLoop> &Spans) {
  if (!Store.IsAffine || !Load.IsAffine)
    return true;
  SpanQuery Query{&Store, Store.Base, Load.Base, {}, 1};
  bool IsExact = true;
  for (unsigned Dim = 0; Dim < MaxDims; ++Dim) {
    Query.IsIgnored[Dim] = !sameTerms(Store, Load, Dim);
    IsExact &= !Query.IsIgnored[Dim];
  }
  std::optional<Span> S = shortestSpan(Query, Spans);
  if (!S)
    return false;
  if (IsExact)
    return std::ranges::any_of(S->begin() + 1, S->end(),
                               [](int64_t Step) { return Step != 0; });
  return true;
}

/// Accesses of loops that are unrolled in full are at constants, which the
/// dependence analysis tells apart.
bool hasUnrolledTerm(const Frame &F, const AccessForm &A) {
  return std::ranges::any_of(A.Terms, [&](const FormTerm &T) {
    return F.Loops->Loops[T.Loop].IsInFull;
  });
}

bool sameForm(const AccessForm &L, const AccessForm &R) {
  return L.IsAffine && R.IsAffine && L.Base == R.Base && L.Terms == R.Terms;
}

/// True where \p Load, at \p Position of \p Ids, gets its value from an
/// earlier store of the same iteration.
bool isForwarded(const Frame &F, const std::vector<uint32_t> &Ids,
                 size_t Position) {
  const AccessForm &Load = F.Arrays->Accesses[Ids[Position]];
  return std::ranges::any_of(
      Ids.begin(), Ids.begin() + Position, [&](uint32_t Id) {
        const MemoryAccess &A = F.Kernel->Accesses[Id];
        return A.K == MemoryAccess::Kind::Write && !A.Predicated &&
               F.Arrays->Accesses[Id].Array == Load.Array &&
               sameForm(F.Arrays->Accesses[Id], Load);
      });
}

/// True where code around \p Inner accesses an array that \p Inner changes at
/// several indices: no register holds the element.
bool meetsAround(const Frame &F, const std::vector<uint32_t> &Spine) {
  uint32_t Outer = Spine[0], Inner = Spine[1];
  std::vector<uint32_t> All = accessesIn(*F.Kernel, F.Loops->Loops[Outer].Node);
  std::vector<uint32_t> Inside =
      accessesIn(*F.Kernel, F.Loops->Loops[Inner].Node);
  for (uint32_t Store : Inside) {
    if (F.Kernel->Accesses[Store].K == MemoryAccess::Kind::Read)
      continue;
    const AccessForm &S = F.Arrays->Accesses[Store];
    bool IsAround = std::ranges::any_of(All, [&](uint32_t Id) {
      return F.Arrays->Accesses[Id].Array == S.Array &&
             std::ranges::count(Inside, Id) == 0;
    });
    bool IsMoving =
        std::any_of(Spine.begin() + 1, Spine.end(),
                    [&](uint32_t Loop) { return usesLoop(S, Loop); }) ||
        std::ranges::any_of(Inside, [&](uint32_t Id) {
          return F.Arrays->Accesses[Id].Array == S.Array &&
                 !sameForm(F.Arrays->Accesses[Id], S);
        });
    if (IsAround && IsMoving)
      return true;
  }
  return false;
}

bool isKeptApart(const Frame &F, const std::vector<uint32_t> &Spine) {
  std::vector<SpanLoop> Spans;
  for (uint32_t Loop : Spine)
    Spans.push_back(
        {Loop, std::max<int64_t>(1, int64_t(F.Loops->Loops[Loop].Most)), 1});
  if (meetsAround(F, Spine))
    return true;
  std::vector<uint32_t> Ids =
      accessesIn(*F.Kernel, F.Loops->Loops[Spine[0]].Node);
  for (uint32_t Store : Ids)
    for (size_t I = 0; I < Ids.size(); ++I) {
      uint32_t Load = Ids[I];
      if (F.Kernel->Accesses[Store].K == MemoryAccess::Kind::Read ||
          F.Kernel->Accesses[Store].Predicated ||
          F.Kernel->Accesses[Load].K == MemoryAccess::Kind::Write)
        continue;
      const AccessForm &S = F.Arrays->Accesses[Store];
      const AccessForm &L = F.Arrays->Accesses[Load];
      if (S.Array != L.Array || hasUnrolledTerm(F, L) || isForwarded(F, Ids, I))
        continue;
      if (isCarriedElsewhere(S, L, Spans))
        return true;
    }
  return false;
}

bool isStraight(const Frame &F, uint32_t Node, uint32_t Except) {
  const roofline::Node &N = F.Kernel->Nodes[Node];
  if (N.K == Node::Kind::Loop && N.Index == Except)
    return true;
  if (N.K == Node::Kind::Loop && !F.Loops->Loops[N.Index].IsInFull)
    return false;
  return std::ranges::all_of(
      N.Children, [&](uint32_t Child) { return isStraight(F, Child, Except); });
}

} // namespace

std::vector<uint32_t> accessesIn(const KernelSummary &K, uint32_t Node) {
  std::vector<uint32_t> Accesses;
  collectAccesses(K, Node, Accesses);
  return Accesses;
}

std::vector<uint32_t> remainingIn(const Frame &F, uint32_t Loop) {
  std::vector<uint32_t> Result;
  for (uint32_t Inner : F.Loops->Loops[Loop].Inner) {
    if (!F.Loops->Loops[Inner].IsInFull) {
      Result.push_back(Inner);
      continue;
    }
    std::vector<uint32_t> Below = remainingIn(F, Inner);
    Result.insert(Result.end(), Below.begin(), Below.end());
  }
  return Result;
}

std::vector<uint32_t> spineFrom(const Frame &F, uint32_t Loop) {
  const NestLoop &L = F.Loops->Loops[Loop];
  if (L.IsPipelined)
    return {Loop};
  if (L.Factor > 1 || L.RefusesFlatten || L.IsHindered ||
      F.Options->Without.contains("flatten"))
    return {};
  std::vector<uint32_t> Remaining = remainingIn(F, Loop);
  if (Remaining.size() != 1)
    return {};
  uint32_t Inner = Remaining.front();
  if (F.Loops->Loops[Inner].Parent != Loop || !F.Loops->Loops[Inner].IsKnown)
    return {};
  std::vector<uint32_t> Spine = spineFrom(F, Inner);
  bool IsAlone = std::ranges::all_of(
      F.Kernel->Nodes[L.Node].Children,
      [&](uint32_t Child) { return isStraight(F, Child, Inner); });
  if (Spine.empty() || !IsAlone)
    return {};
  Spine.insert(Spine.begin(), Loop);
  if (isKeptApart(F, Spine))
    return {};
  return Spine;
}

} // namespace roofline::vitis
