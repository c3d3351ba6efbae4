// Indices that a launch makes linear.
#include "roofline/Analysis/SettleIndices.h"

#include "IndexTerms.h"

#include "roofline/Analysis/SymbolicForm.h"
#include "roofline/Base/Blocks.h"
#include "roofline/Base/Quotients.h"
#include "roofline/Kernel/LaunchSymbols.h"

#include <algorithm>

namespace roofline {
namespace {

using Kind = Expr::Kind;
using Limit = std::optional<int64_t>;

Limit before(Limit End) { return End ? Limit(*End - 1) : End; }

/// The place of a work-item in its group, dimension 0 fastest.
Expr linearLocalId() {
  auto Of = [](const char *What, char Dim) {
    return Expr::symbol(std::string(What) + "(" + Dim + ")");
  };
  return Of("local_id", '0') +
         Of("local_size", '0') * (Of("local_id", '1') +
                                  Of("local_size", '1') * Of("local_id", '2'));
}

constexpr std::string_view InSubGroup = "sub_group_local_id(",
                           SubGroup = "sub_group_id(";

/// The size in "sub_group_id(16)" and "sub_group_local_id(16)".
Limit subGroupSize(std::string_view Symbol) {
  if (!Symbol.starts_with(InSubGroup) && !Symbol.starts_with(SubGroup))
    return std::nullopt;
  int64_t Size = 0;
  for (char Digit : Symbol.substr(Symbol.find('(') + 1))
    Size = Digit >= '0' && Digit <= '9' ? 10 * Size + (Digit - '0') : Size;
  return Size;
}

/// \p E over local ids instead of the ids of sub-groups.
Expr withoutSubGroups(Expr E) {
  for (const std::string &S : symbols(E))
    if (const Limit Size = subGroupSize(S)) {
      const Expr By = Expr::constant(*Size);
      E = replace(E, Expr::symbol(S),
                  S.starts_with(InSubGroup) ? mod(linearLocalId(), By)
                                            : div(linearLocalId(), By));
    }
  return E;
}

/// \p E over the ids of sub-groups, whose sizes alone are known.
Expr withSubGroups(const Expr &E) {
  Expr Result = E;
  const Expr Id = linearLocalId();
  auto Visit = [&](const Expr &Node, auto &&Self) -> void {
    const bool IsRest = Node.K == Kind::Mod;
    if ((IsRest || Node.K == Kind::Div) && Node.Operands[0] == Id &&
        Node.Operands[1].isConstant())
      Result =
          replace(Result, Node,
                  Expr::symbol(std::string(IsRest ? InSubGroup : SubGroup) +
                               std::to_string(Node.Operands[1].Value) + ")"));
    for (const Expr &Operand : Node.Operands)
      Self(Operand, Self);
  };
  Visit(E, Visit);
  return Result;
}

/// Ranges of ids, loops, sizes and arguments under a launch.
class LaunchRanges {
public:
  LaunchRanges(const KernelSummary &Kernel, const Launch &L)
      : Kernel(Kernel), L(L), Values(launchSymbols(Kernel, L)) {}

  FormRange operator()(std::string_view S) const {
    if (const auto Value = Values(S))
      return {*Value, *Value};
    if (const auto Loop = loopOfSymbol(S))
      return {0, lastOf(*Loop)};
    const size_t Open = S.find('(');
    if (Open == S.npos)
      return {isUnsigned(S) ? Limit(0) : std::nullopt, std::nullopt};
    const std::string_view What = S.substr(0, Open);
    if (What == "global_id")
      return {0, below("global_size", S.substr(Open))};
    if (What == "local_id")
      return {0, below("local_size", S.substr(Open))};
    if (What == "group_id")
      return {0, below("num_groups", S.substr(Open))};
    if (const Limit Size = subGroupSize(S))
      return {0, S.starts_with(InSubGroup) ? before(Size) : std::nullopt};
    if (What.ends_with("_size") || What == "num_groups")
      return {1, std::nullopt};
    return {};
  }
  std::optional<int64_t> value(std::string_view S) const { return Values(S); }

private:
  Limit below(std::string Size, std::string_view Dimension) const {
    return before(Values(Size + std::string(Dimension)));
  }
  Limit lastOf(uint32_t Loop) const {
    const TripCount &Trip = Kernel.Loops[Loop].Trip;
    if (Trip.K == TripCount::Kind::Unknown || boundTrip(Kernel.Loops[Loop], L))
      return std::nullopt;
    return before(evaluate(Trip.Count, Values));
  }
  bool isUnsigned(std::string_view Name) const {
    return std::any_of(Kernel.Args.begin(), Kernel.Args.end(),
                       [&](const KernelArg &A) {
                         return A.Name == Name &&
                                (A.Type.starts_with("u") || A.Type == "size_t");
                       });
  }
  const KernelSummary &Kernel;
  const Launch &L;
  SymbolValue Values;
};

AffineIndex indexOf(const Expr &Sum) {
  AffineIndex Index;
  for (const Expr &Addend :
       Sum.K == Kind::Add ? Sum.Operands : std::vector<Expr>{Sum})
    if (!addAddend(Index, Addend))
      Index.Irregular = Index.Irregular + Addend;
  for (const std::string &S : symbols(Index.Irregular))
    if (isIndexVariable(S))
      Index.IrregularAlong.push_back(S);
  std::sort(Index.IrregularAlong.begin(), Index.IrregularAlong.end());
  normalize(Index);
  return Index;
}

/// global_id as the place of the group and that in the group.
Expr splitIds(Expr E, const LaunchRanges &Ranges) {
  for (unsigned D = 0; D < 3; ++D) {
    const std::string Dim = "(" + std::to_string(D) + ")";
    if (const auto Size = Ranges.value("local_size" + Dim))
      E = replace(E, Expr::symbol("global_id" + Dim),
                  Expr::constant(*Size) * Expr::symbol("group_id" + Dim) +
                      Expr::symbol("local_id" + Dim));
  }
  return E;
}

bool areIn(const std::vector<std::string> &Part,
           const std::vector<std::string> &Whole) {
  return std::includes(Whole.begin(), Whole.end(), Part.begin(), Part.end());
}

Expr wholeOf(const AffineIndex &Index) {
  Expr Whole = Index.Offset + Index.Irregular;
  for (const IndexTerm &T : Index.Terms)
    Whole = Whole + T.Coefficient * Expr::symbol(T.Variable);
  return Whole;
}

/// Names local ids in the place of those of sub-groups.
void bindSubGroups(MemoryAccess &A) {
  AffineIndex &Index = *A.Index;
  if (std::none_of(Index.Terms.begin(), Index.Terms.end(),
                   [](const IndexTerm &T) { return subGroupSize(T.Variable); }))
    return;
  AffineIndex Bound = indexOf(withoutSubGroups(wholeOf(Index)));
  Bound.AssumesNoWrap = Index.AssumesNoWrap;
  Bound.Clamped = Index.Clamped;
  Index = std::move(Bound);
  if (!Index.IrregularAlong.empty())
    A.Reason = "index is not linear in work-item ids and loop counters: " +
               toString(Index.Irregular);
}

/// The index of \p A that is linear along more directions; nothing where none
/// of the ways to write it is.
std::optional<AffineIndex>
settled(const MemoryAccess &A, const LaunchRanges &Ranges, bool KnowsGroups) {
  const AffineIndex &Old = *A.Index;
  const RangeOfSymbol RangeOf = [&](std::string_view S) { return Ranges(S); };
  const SymbolValue Value = [&](std::string_view S) { return Ranges.value(S); };
  const Expr Whole = wholeOf(Old);
  const Expr Bound = substitute(Whole, Value);
  const bool IsGrid =
      A.Space == AddressSpace::Global || A.Space == AddressSpace::Constant;
  std::optional<AffineIndex> Best;
  const MeetsBorder IsId = [](std::string_view S) {
    return S.find("_id(") != S.npos;
  };
  auto Try = [&](const Expr &E, bool MayWrap) {
    const InsideBorders Folded = MayWrap
                                     ? foldInsideBorders(E, RangeOf, IsId)
                                     : InsideBorders{foldQuotients(E, RangeOf)};
    AffineIndex New = indexOf(Folded.Form);
    New.AssumesNoWrap = Old.AssumesNoWrap;
    New.Clamped = Old.Clamped || Folded.LeavesOut;
    const auto &Known = Best ? Best->IrregularAlong : Old.IrregularAlong;
    if (New.IrregularAlong.size() < Known.size() &&
        areIn(New.IrregularAlong, Known))
      Best = std::move(New);
    return Best && Best->IrregularAlong.empty();
  };
  Try(Bound, false) || Try(splitIds(Bound, Ranges), false) ||
      (IsGrid && Try(Bound, true)) ||
      (!KnowsGroups && Try(withSubGroups(Whole), false));
  return Best;
}

} // namespace

/// True where data are a part of \p Index.
static bool isOfData(const AffineIndex &Index) {
  const std::vector<std::string> Names = symbols(Index.Irregular);
  return std::any_of(Names.begin(), Names.end(), [](const std::string &S) {
    return S.starts_with("value:");
  });
}

/// Says of the index of \p A whether it goes in blocks.
static void findBlocks(MemoryAccess &A) {
  AffineIndex &Index = *A.Index;
  Index.Blockwise = !Index.IrregularAlong.empty() && !isOfData(Index) &&
                    isBlockwise(Index.Irregular, [](std::string_view S) {
                      return varies(Expr::symbol(std::string(S)));
                    });
  if (isAffine(A) || isInBlocks(A))
    A.Reason.clear();
}

void settleIndices(KernelSummary &Kernel, const Launch &L) {
  const LaunchRanges Ranges(Kernel, L);
  const bool KnowsGroups = L.Dimensions > 0;
  for (MemoryAccess &A : Kernel.Accesses) {
    if (!A.Index)
      continue;
    bindSubGroups(A);
    if (!A.Index->IrregularAlong.empty() && !isOfData(*A.Index))
      if (std::optional<AffineIndex> New = settled(A, Ranges, KnowsGroups))
        A.Index = std::move(*New);
    findBlocks(A);
  }
}

} // namespace roofline
