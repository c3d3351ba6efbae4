// The best combination of factors that single steps lead to.
#include "AdviceParts.h"

#include "roofline/Designs/KernelDesigns.h"
#include "roofline/Hpca16/WhatIf.h"

#include <algorithm>

namespace roofline {
namespace {

/// Most factors of one combination: the unrolling of two loops, lanes, units
/// and the group.
constexpr unsigned MostSteps = 5;
/// Single changes that a climb begins with.
constexpr size_t MostStarts = 2;

/// A design on the way up.
class Climber {
public:
  Climber(const KernelOnBoard &K, const WhatIf &To)
      : K(K), At(To), L(K.L), Bound(K.Bound) {
    enter();
  }

  /// Takes the best factor as long as there is one.
  void climb() {
    for (unsigned Step = 1; Step < MostSteps; ++Step) {
      const std::vector<Advice> Next =
          factorAdvice({Bound, L, At.D, *E, *F, K.Board, K.With, K.Clock});
      const auto Best = std::max_element(
          Next.begin(), Next.end(),
          [](const Advice &A, const Advice &B) { return A.Gain < B.Gain; });
      if (Best == Next.end())
        return;
      const std::optional<WhatIf> To = designOf(*Best, Bound);
      if (!To)
        return;
      addGuards(*Best);
      At = {To->D, To->Local ? To->Local : At.Local};
      enter();
    }
  }

  /// Nothing where no text names the design.
  static std::optional<WhatIf> designOf(const Advice &A,
                                        const BoundKernel &Bound) {
    if (!A.OnBoard || A.OnBoard->WhatIf.empty())
      return std::nullopt;
    return std::get<WhatIf>(
        parseWhatIf(A.OnBoard->WhatIf, Bound, sourceDesign(Bound)));
  }

  void addGuards(const Advice &A) {
    for (const std::string &G : A.Guards)
      if (std::find(Guards.begin(), Guards.end(), G) == Guards.end())
        Guards.push_back(G);
  }

  /// The design as one change of the source.
  Advice advice() const {
    const PricedKernelDesign Now = priceDesign(K.E, K.F, K.D, K.Clock);
    const PricedKernelDesign P = priceDesign(*E, *F, At.D, K.Clock);
    Advice A;
    A.Optimisation = "ALL";
    A.Loc = K.Bound.Kernel->Loc;
    for (const std::string &Change :
         sourceChanges(K.Bound, K.D, At, K.E.LaunchReplay.GroupSize))
      A.Text += (A.Text.empty() ? "" : ", ") + Change;
    A.Gain = Now.Time.value() / P.Time.value();
    A.Guards = Guards;
    A.OnBoard = PricedChange{Now.Time,
                             P.Time,
                             Now.Clock,
                             P.Clock,
                             P.Used,
                             P.Limit,
                             whatIfText(K.Bound, sourceDesign(K.Bound), At)};
    return A;
  }

private:
  /// Prices design At under its own group.
  void enter() {
    if (At.Local && At.Local != L.Local) {
      L.Local = At.Local;
      Bound = bindKernel(*K.Bound.Kernel, L, K.Board, Hertz(K.Bound.Clock));
    }
    E = estimateBoard(Bound, L, At.D, K.Board, K.With);
    F = fitDesign(*K.Bound.Kernel, *E, K.Board);
  }

  const KernelOnBoard &K;
  WhatIf At;
  Launch L;
  BoundKernel Bound;
  std::optional<BoardEstimate> E;
  std::optional<FitEstimate> F;
  std::vector<std::string> Guards;
};

} // namespace

std::optional<Advice> combineAdvice(const KernelOnBoard &K,
                                    const std::vector<Advice> &Singles) {
  std::optional<Advice> Best;
  size_t Starts = 0;
  double Least = LeastBoardGain;
  for (const Advice &A : Singles) {
    const std::optional<WhatIf> To = Climber::designOf(A, K.Bound);
    if (!To)
      continue; // a rewrite of the source, which no design can have
    Least = std::max(Least, A.Gain * LeastBoardGain);
    if (Starts++ == MostStarts)
      break;
    Climber From(K, *To);
    From.addGuards(A);
    From.climb();
    Advice All = From.advice();
    if (!Best || All.Gain > Best->Gain)
      Best = std::move(All);
  }
  return Best && Best->Gain >= Least ? Best : std::nullopt;
}

} // namespace roofline
