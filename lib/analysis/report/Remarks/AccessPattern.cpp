// The order of an access's requests, and helpful changes.
#include "AccessPattern.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace roofline {

std::vector<AccessDirection> directionsOf(const AnalysisResult &R,
                                          uint32_t Block, uint32_t Access) {
  const BoundAccess &B = R.Bound.Accesses[Access];
  const MemoryAccess &A = R.Kernel->Accesses[B.Access];
  std::vector<AccessDirection> Directions;
  auto AddDimension = [&](uint32_t D) {
    const Expr Step = A.Index ? workItemForm(*A.Index, D) : Expr::constant(0);
    Directions.push_back({std::nullopt, D, B.AlongWorkItems[D], Step});
  };
  const auto Fastest = R.Bound.FastestDimension;
  if (Fastest)
    AddDimension(*Fastest);
  uint32_t Level = 0;
  for (auto L = R.Bound.Blocks[Block].Loop; L; L = R.Kernel->Loops[*L].Parent) {
    const Expr Step = A.Index ? loopForm(*A.Index, *L) : Expr::constant(0);
    Directions.push_back(
        {L, 0, R.Bound.LoopStrides[B.FirstLoopStride + Level++], Step});
  }
  for (uint32_t D = 0; Fastest && D < 3; ++D)
    if (D != *Fastest)
      AddDimension(D);
  return Directions;
}

/// The kind of most steps.
static Stride::Kind usualKind(const Stride &S) {
  return S.Inside == Stride::Kind::Irregular ? S.K : S.Inside;
}

std::optional<AccessDirection>
firstMove(const std::vector<AccessDirection> &Directions) {
  const auto First = find_if(Directions, [](const AccessDirection &D) {
    return usualKind(D.S) != Stride::Kind::Same;
  });
  return First == Directions.end() ? std::nullopt : std::optional(*First);
}

bool isScattered(const std::vector<AccessDirection> &Directions) {
  const auto First = firstMove(Directions);
  return First && usualKind(First->S) != Stride::Kind::Consecutive;
}

std::string directionText(const AnalysisResult &R, const AccessDirection &D) {
  return D.Loop ? "along the loop at line " +
                      lineText(*R.Kernel, R.Kernel->Loops[*D.Loop].Loc)
                : "along dimension " + std::to_string(D.Dimension);
}

/// Says how to make \p Run, along which the addresses are consecutive, the
/// fastest direction in the place of \p Current.
static std::string exchange(const AnalysisResult &R,
                            const AccessDirection &Current,
                            const AccessDirection &Run) {
  if (Current.Loop && Run.Loop)
    return "interchange the loops at lines " +
           lineText(*R.Kernel, R.Kernel->Loops[*Current.Loop].Loc) + " and " +
           lineText(*R.Kernel, R.Kernel->Loops[*Run.Loop].Loc) +
           " where the results permit";
  if (!Current.Loop && !Run.Loop)
    return "exchange dimensions " + std::to_string(Current.Dimension) +
           " and " + std::to_string(Run.Dimension) + " of the NDRange";
  if (!Current.Loop)
    return "let neighbouring work-items take neighbours " +
           directionText(R, Run) + ", or stage these in local memory";
  return "";
}

/// True where no data decide the address, but a form that is not linear.
static bool isComputed(const MemoryAccess &A) {
  return A.Index &&
         none_of(symbols(A.Index->Irregular), [](const std::string &Symbol) {
           return StringRef(Symbol).starts_with("value:");
         });
}

std::string changeOfAccess(const AnalysisResult &R, const MemoryAccess &A,
                           const std::vector<AccessDirection> &Directions) {
  const auto Now = firstMove(Directions);
  if (!Now || !isScattered(Directions))
    return "";
  const std::string Name = A.Base.empty() ? "the data" : "`" + A.Base + "`";
  if (Now->S.K == Stride::Kind::Irregular && isComputed(A))
    return "make the index a sum of ids and loop counters times constants";
  if (Now->S.K == Stride::Kind::Irregular)
    return "sort or group what decides the address, or copy the part of " +
           Name + " that is used to local memory";
  const auto Run = find_if(Directions, [](const AccessDirection &D) {
    return usualKind(D.S) == Stride::Kind::Consecutive;
  });
  // A number of bytes is the size of a record, or a step over elements.
  const std::string Layout =
      "lay " + Name + " out consecutive " + directionText(R, *Now) +
      (Now->Coefficient.isConstant() ? ", without what lies between" : "");
  if (Run == Directions.end())
    return Layout;
  const std::string Exchange = exchange(R, *Now, *Run);
  return Exchange.empty() ? Layout : Exchange + "; or " + Layout;
}

} // namespace roofline
