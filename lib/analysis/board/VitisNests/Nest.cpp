// The loops of a kernel, and what the compiler decides for each of them.
#include "roofline/VitisNests/Nest.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace roofline::vitis {
namespace {

/// [iteration] Nests of constant bounds below a pipeline that the compiler
/// unrolls unasked. Source: rule 2.3, stencil2d (9) and gemm-blocked (not 64).
constexpr double SmallNest = 32;

std::optional<double> numberOf(const Directive &D, std::string_view Name) {
  std::optional<std::string> Text = optionOf(D, Name);
  if (!Text)
    return std::nullopt;
  double Value = 0;
  auto [End, Error] =
      std::from_chars(Text->data(), Text->data() + Text->size(), Value);
  if (Error != std::errc() || End == Text->data())
    return std::nullopt;
  return Value;
}

void readUnroll(const Directive &D, NestLoop &L) {
  if (optionOf(D, "off")) {
    L.RefusesUnroll = true;
    return;
  }
  bool IsKnown = std::ranges::all_of(D.Options, [](const auto &O) {
    return O.Name == "factor" || O.Name == "skip_exit_check" ||
           O.Name == "region";
  });
  if (!IsKnown)
    return;
  L.HasFactor = true;
  std::optional<double> Factor = numberOf(D, "factor");
  L.Factor = Factor ? uint64_t(std::max(1.0, *Factor)) : UINT64_MAX;
}

void readDirective(const Directive &D, NestLoop &L) {
  if (D.Name == "unroll")
    return readUnroll(D, L);
  if (D.Name == "pipeline") {
    L.RefusesPipeline = optionOf(D, "off").has_value();
    L.WantsPipeline = !L.RefusesPipeline;
    if (std::optional<double> II = numberOf(D, "ii"))
      L.WantedInterval = uint32_t(*II);
  }
  if (D.Name == "loop_flatten" && optionOf(D, "off"))
    L.RefusesFlatten = true;
  if (D.Name != "loop_tripcount" || L.IsKnown)
    return;
  if (std::optional<double> Max = numberOf(D, "max")) {
    L.Most = *Max;
    L.Least = numberOf(D, "min").value_or(0);
    L.IsMissing = false;
  }
}

void collectLoops(const KernelSummary &K, uint32_t Node,
                  std::optional<uint32_t> Around, Nest &N) {
  const roofline::Node &Here = K.Nodes[Node];
  if (Here.K == Node::Kind::Loop) {
    NestLoop &L = N.Loops[Here.Index];
    L.Node = Node;
    L.Parent = Around;
    (Around ? N.Loops[*Around].Inner : N.Roots).push_back(Here.Index);
    Around = Here.Index;
  }
  for (uint32_t Child : Here.Children) {
    N.ParentNodes[Child] = Node;
    collectLoops(K, Child, Around, N);
  }
}

/// Trip counts from outermost to innermost: those of inner loops may depend on
/// outer ones.
void countTrips(const KernelSummary &K, uint32_t Loop, Nest &N) {
  NestLoop &L = N.Loops[Loop];
  const TripCount &Trip = K.Loops[Loop].Trip;
  L.IsMissing = true;
  if (Trip.K != TripCount::Kind::Unknown)
    if (std::optional<FormBounds> Range = rangeOf(Trip.Count, N)) {
      L.Most = double(std::max<int64_t>(0, Range->Most));
      L.Least = double(std::max<int64_t>(0, Range->Least));
      L.IsKnown =
          Trip.K == TripCount::Kind::Exact && Range->Least == Range->Most;
      if (Trip.K == TripCount::Kind::AtMost)
        L.Least = 0;
      L.IsMissing = false;
    }
  for (const Directive &D : K.Directives)
    if (D.Loop == Loop && !D.IsLoopLost)
      readDirective(D, L);
  if (L.IsMissing) {
    const SourceLocation &Place =
        Trip.ReasonLoc.Line ? Trip.ReasonLoc : K.Loops[Loop].Loc;
    N.Missing.push_back({Unknown::Kind::TripCount,
                         Trip.Reason.empty()
                             ? "no bound of the trip count is known"
                             : Trip.Reason,
                         Place});
    L.Least = 0;
    L.Most = 1;
  }
  if (L.IsKnown && double(L.Factor) >= L.Most && L.HasFactor) {
    L.Factor = uint64_t(L.Most);
    L.IsInFull = true;
  }
  if (L.Factor == UINT64_MAX)
    L.Factor = 1;
  for (uint32_t Inner : L.Inner)
    countTrips(K, Inner, N);
}

bool allKnown(const Nest &N, uint32_t Loop) {
  return std::ranges::all_of(N.Loops[Loop].Inner, [&](uint32_t Inner) {
    return N.Loops[Inner].IsKnown && allKnown(N, Inner);
  });
}

template <typename Function>
void forInner(Nest &N, uint32_t Loop, Function Each) {
  for (uint32_t Inner : N.Loops[Loop].Inner) {
    Each(N.Loops[Inner]);
    forInner(N, Inner, Each);
  }
}

/// Rule 2.4: an explicit pipeline unrolls all that is below; where it cannot,
/// nothing below is pipelined.
void pipelineAsAsked(Nest &N, uint32_t Loop) {
  NestLoop &L = N.Loops[Loop];
  if (!L.WantsPipeline) {
    for (uint32_t Inner : L.Inner)
      pipelineAsAsked(N, Inner);
    return;
  }
  if (!allKnown(N, Loop)) {
    forInner(N, Loop, [](NestLoop &Inner) { Inner.IsHindered = true; });
    L.IsHindered = true;
    return;
  }
  if (!L.IsInFull)
    L.IsPipelined = true;
  forInner(N, Loop, [](NestLoop &Inner) {
    Inner.IsFullByTool = !Inner.IsInFull;
    Inner.IsInFull = true;
    Inner.Factor = uint64_t(Inner.Most);
  });
}

/// A pipeline of the function itself unrolls every loop.
void pipelineFunction(const KernelSummary &K, Nest &N) {
  bool IsAsked = std::ranges::any_of(K.Directives, [&](const Directive &D) {
    return D.Name == "pipeline" && !D.Loop && !D.IsLoopLost &&
           D.Function == K.Name && !optionOf(D, "off");
  });
  bool AreKnown =
      std::ranges::all_of(N.Loops, [](const NestLoop &L) { return L.IsKnown; });
  if (!IsAsked || !AreKnown)
    return;
  for (NestLoop &L : N.Loops) {
    L.IsFullByTool = !L.IsInFull;
    L.IsInFull = true;
    L.Factor = uint64_t(L.Most);
  }
}

/// [iteration] of the loops below \p Loop that remain; more than SmallNest
/// where one cannot be unrolled.
double nestSize(const Nest &N, uint32_t Loop) {
  double Size = 1;
  for (uint32_t Inner : N.Loops[Loop].Inner) {
    const NestLoop &I = N.Loops[Inner];
    if (!I.IsKnown || I.WantsPipeline || I.IsPipelined || I.RefusesUnroll)
      return 2 * SmallNest;
    if (!I.IsInFull)
      Size *= I.Most;
    Size *= nestSize(N, Inner);
  }
  return Size;
}

bool hasRemaining(const Nest &N, uint32_t Loop) {
  return std::ranges::any_of(N.Loops[Loop].Inner, [&](uint32_t Inner) {
    return !N.Loops[Inner].IsInFull || hasRemaining(N, Inner);
  });
}

/// Rule 2.3: the innermost loop that remains is pipelined. Small nests of
/// constant bounds below it are unrolled.
void pipelineUnasked(Nest &N, uint32_t Loop) {
  NestLoop &L = N.Loops[Loop];
  if (L.IsPipelined || L.IsHindered || L.RefusesPipeline)
    return;
  if (!L.IsInFull && !hasRemaining(N, Loop)) {
    L.IsPipelined = true;
    return;
  }
  for (uint32_t Inner : L.Inner)
    pipelineUnasked(N, Inner);
}

/// Small nests: from the inside, a nest below a loop with a further loop in it.
void unrollSmall(Nest &N, uint32_t Loop) {
  NestLoop &L = N.Loops[Loop];
  bool IsSmall = hasRemaining(N, Loop) && !L.IsHindered && !L.IsPipelined &&
                 nestSize(N, Loop) <= SmallNest && !L.Inner.empty();
  bool IsDeep = std::ranges::any_of(
      L.Inner, [&](uint32_t Inner) { return !N.Loops[Inner].Inner.empty(); });
  if (IsSmall && (L.Factor > 1 || IsDeep)) {
    forInner(N, Loop, [](NestLoop &Inner) {
      Inner.IsFullByTool = !Inner.IsInFull;
      Inner.IsInFull = true;
      Inner.Factor = uint64_t(Inner.Most);
    });
    return;
  }
  for (uint32_t Inner : L.Inner)
    unrollSmall(N, Inner);
}

} // namespace

std::optional<FormBounds> rangeOf(const Expr &Form, const Nest &N,
                                  const LoopRanges *Ranges) {
  if (Form.isConstant())
    return FormBounds{Form.Value, Form.Value};
  std::vector<uint32_t> Loops;
  for (const std::string &Symbol : symbols(Form)) {
    std::optional<uint32_t> Loop = loopOfSymbol(Symbol);
    if (!Loop || N.Loops[*Loop].IsMissing || Loops.size() == 6)
      return std::nullopt;
    Loops.push_back(*Loop);
  }
  std::optional<FormBounds> Range;
  for (unsigned Corner = 0; Corner < 1u << Loops.size(); ++Corner) {
    auto Value = [&](std::string_view Symbol) -> std::optional<int64_t> {
      uint32_t Loop = *loopOfSymbol(Symbol);
      auto Point = std::ranges::find(Loops, Loop) - Loops.begin();
      bool IsLast = Corner >> Point & 1;
      if (Ranges && (*Ranges)[Loop])
        return IsLast ? (*Ranges)[Loop]->Most : (*Ranges)[Loop]->Least;
      return IsLast ? std::max<int64_t>(0, int64_t(N.Loops[Loop].Most) - 1) : 0;
    };
    std::optional<int64_t> Result = evaluate(Form, Value);
    if (!Result)
      return std::nullopt;
    if (!Range)
      Range = {*Result, *Result};
    Range->Least = std::min(Range->Least, *Result);
    Range->Most = std::max(Range->Most, *Result);
  }
  return Range;
}

Nest decideNest(const KernelSummary &Kernel, const VitisOptions &Options) {
  Nest N;
  N.Kernel = &Kernel;
  N.Loops.resize(Kernel.Loops.size());
  N.ParentNodes.assign(Kernel.Nodes.size(), Kernel.Root);
  collectLoops(Kernel, Kernel.Root, std::nullopt, N);
  for (uint32_t Loop : N.Roots)
    countTrips(Kernel, Loop, N);
  pipelineFunction(Kernel, N);
  for (uint32_t Loop : N.Roots)
    pipelineAsAsked(N, Loop);
  if (!Options.Without.contains("small-nests"))
    for (uint32_t Loop : N.Roots)
      unrollSmall(N, Loop);
  for (uint32_t Loop : N.Roots)
    pipelineUnasked(N, Loop);
  return N;
}

} // namespace roofline::vitis
