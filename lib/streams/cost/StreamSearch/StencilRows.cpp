// Which designs of an iterated kernel may be worth a price.
#include "StencilRows.h"

#include "roofline/Steps/LowerVariant.h"

#include <algorithm>
#include <limits>

namespace roofline {
namespace {

constexpr uint32_t AllLanes = std::numeric_limits<uint32_t>::max();

/// The kernels from which passes of some numbers of steps are priced. Two is
/// the kernel itself for one step.
struct Chain {
  StreamPricing *Two = nullptr, *Three = nullptr; ///< null: not used
  bool Grows = false; ///< passes of four steps or more
};

bool isNoLess(const FabricResources &L, const FabricResources &R) noexcept {
  return std::all_of(
      std::begin(ResourceNames), std::end(ResourceNames),
      [&](const auto &Each) { return L.*Each.second >= R.*Each.second; });
}

FabricResources withoutMemory(FabricResources Need) noexcept {
  Need.MemoryBlocks = 0;
  return Need;
}

bool isThere(const StreamPricing &P, ElementForm Form, unsigned Log) {
  const auto &F = P.Forms[unsigned(Form)];
  return F && F->Schedules[Log].Nodes.size() == P.Kernel.Nodes.size();
}

/// Prices the rows of one form, for passes of some numbers of steps.
class RowPricer {
public:
  /// \p LeastGained: the least time so far of a design that fits, with more
  /// bandwidth; nothing where no gains are looked for.
  RowPricer(StencilPricing &P, const StencilSpace &Space, ElementForm Form,
            std::vector<Chain> Chains, std::vector<uint32_t> Steps,
            std::optional<Seconds> &LeastGained)
      : P(P), MaxLanes(Space.OfPass.MaxLanes), Form(Form),
        Chains(std::move(Chains)), Steps(std::move(Steps)),
        LeastGained(LeastGained) {}

  /// Prices rows of vectors of up to \p MaxVector positions. Returns the widest
  /// vector of which one may fit, whatever its line buffers take.
  uint32_t run(uint32_t MaxVector) {
    uint32_t Widest = 1;
    for (unsigned Log = 0; Log <= MaxLogVector && 1u << Log <= MaxVector;
         ++Log) {
      if (!isRow(Log))
        continue;
      const Lines OneLane = delayLines(Log, 1);
      const Row R = {Log, OneLane,
                     hasLanes(Log) ? delayLines(Log, 2) : OneLane};
      if (std::any_of(Rows.begin(), Rows.end(), [&](const Row &Narrow) {
            return isNoBetter(R, Narrow);
          })) {
        Widest = 1u << Log; // as far as anybody knows
        continue;
      }
      priceOneLane(Log);
      if (isMuchTooLarge(Log)) // and wider ones are larger
        break;
      noteGained(Log);
      Rows.push_back(R);
      if (fitsWithoutMemory(Log))
        Widest = 1u << Log;
    }
    priceLanes();
    return Widest;
  }

private:
  /// Delay lines of each kernel of the chains, and their growth by a step;
  /// nothing where a cost is unknown.
  using Lines = std::optional<std::vector<FabricResources>>;
  struct Row {
    unsigned Log;
    Lines OfOneLane, OfTwoLanes;
  };

  StencilPricing &P;
  uint32_t MaxLanes;
  ElementForm Form;
  std::vector<Chain> Chains;
  std::vector<uint32_t> Steps;
  std::optional<Seconds> &LeastGained;
  std::vector<Row> Rows; ///< priced, for one lane at least

  StreamDesign design(unsigned Log, uint32_t Lanes) const noexcept {
    return {Lanes, 1u << Log, Form, MemoryForm::B};
  }

  template <typename UseFn> void forEachKernel(UseFn Use) const {
    for (const Chain &C : Chains)
      for (StreamPricing *Of : {C.Two, C.Three})
        if (Of)
          Use(*Of);
  }

  bool isRow(unsigned Log) const {
    bool IsRow = P.One.Kernel.Space.Size[0] % (1u << Log) == 0;
    forEachKernel([&](const StreamPricing &Priced) {
      IsRow = IsRow && isThere(Priced, Form, Log);
    });
    return IsRow;
  }

  Lines delayLines(unsigned Log, uint32_t Lanes) const {
    const StreamDesign D = design(Log, Lanes);
    std::vector<FabricResources> All;
    auto Add =
        [&](const StreamPricing *Pricing) -> std::optional<FabricResources> {
      if (!Pricing)
        return FabricResources();
      if (Lanes > 1 && whyNotParallel(Pricing->Kernel, D))
        return std::nullopt;
      const auto Each = Pricing->OnDemand->DelayLines(
          padded(Pricing->Kernel,
                 paddedPositions(Pricing->Kernel, Lanes * D.Vector)),
          D);
      if (Each)
        All.push_back(*Each);
      return Each;
    };
    for (const Chain &C : Chains) {
      const auto Two = Add(C.Two), Three = Add(C.Three);
      if (!Two || !Three)
        return std::nullopt;
      if (C.Grows)
        All.push_back(*Three - *Two);
    }
    return All;
  }

  static bool areNoLess(const Lines &L, const Lines &R) {
    return L && R &&
           std::equal(L->begin(), L->end(), R->begin(), R->end(), isNoLess);
  }

  bool hasLanes(unsigned Log) const {
    const StreamKernel &K = Chains.front().Two->Kernel; // that the search walks
    return MaxLanes > 1 && !whyNotParallel(K, design(Log, 2));
  }

  /// True when nothing of \p Wide is better than one lane of \p Narrow.
  bool isNoBetter(const Row &Wide, const Row &Narrow) const {
    return waitsForMemory(Narrow.Log) &&
           areNoLess(Wide.OfOneLane, Narrow.OfOneLane) &&
           areNoLess(Wide.OfTwoLanes, Narrow.OfOneLane) &&
           std::all_of(Steps.begin(), Steps.end(), [&](uint32_t T) {
             const int64_t Blocks = numBlocks(P, pass(Wide.Log, T)),
                           Least = numBlocks(P, pass(Narrow.Log, T));
             return Blocks == 0 || (Least > 0 && Blocks >= Least);
           });
  }

  StreamDesign pass(unsigned Log, uint32_t T) const noexcept {
    StreamDesign D = design(Log, 1);
    D.Steps = T;
    if (T > 1)
      D.Block = P.Block;
    return D;
  }

  void price(StreamPricing &Priced, unsigned Log, uint32_t Lanes) {
    priceRow(Priced, Form, Log, Lanes);
    // Where a path is not known, the clock is that of one step.
    if (Priced.OnDemand->Delay && !Priced.Forms[unsigned(Form)]->Paths[Log] &&
        isThere(P.One, Form, Log))
      priceRow(P.One, Form, Log, Lanes);
  }
  void priceOneLane(unsigned Log) {
    forEachKernel([&](StreamPricing &Priced) { price(Priced, Log, 1); });
  }

  /// Prices several lanes where one does not bound them: of one kernel after
  /// the other, as wide vectors have the covers of narrow ones.
  void priceLanes() {
    std::vector<unsigned> Logs;
    for (const Row &R : Rows)
      if (MaxLanes > 1 &&
          !(areNoLess(R.OfTwoLanes, R.OfOneLane) && waitsForMemory(R.Log)))
        Logs.push_back(R.Log);
    forEachKernel([&](StreamPricing &Priced) {
      for (unsigned Log : Logs)
        price(Priced, Log, AllLanes);
    });
  }

  bool fitsWithoutMemory(unsigned Log) const {
    bool Fits = true;
    forEachKernel([&](const StreamPricing &Priced) {
      const auto &Need = Priced.Forms[unsigned(Form)]->Needs[Log];
      Fits &= !Need ||
              isNoLess(Priced.Platform.Available, withoutMemory(Need->One));
    });
    return Fits;
  }

  /// True when the logic alone has no room on a device twice as large.
  bool isMuchTooLarge(unsigned Log) const {
    bool IsTooLarge = false;
    const StreamDesign D = design(Log, 1);
    forEachKernel([&](const StreamPricing &Priced) {
      const auto &Need = Priced.Forms[unsigned(Form)]->Needs[Log];
      const double Logic =
          Need ? shareOf(Priced, D, withoutMemory(Need->One)) : 0.0;
      IsTooLarge |=
          Logic > GainFactor && Logic >= shareOf(Priced, D, Need->One);
    });
    return IsTooLarge;
  }

  /// Time without computing, at \p Factor times the bandwidth.
  static Seconds transfers(const PassPrice &Price, double Factor) noexcept {
    return std::max(Price.Pass.Memory / Factor, Price.Pass.Host) *
           (double(Price.Passes) * double(Price.Blocks));
  }

  void noteGained(unsigned Log) {
    for (uint32_t T : Steps)
      if (const PassPrice Price = pricePasses(P, pass(Log, T));
          LeastGained && Price.Pass.Need && Price.Pass.fits() &&
          Price.Blocks > 0)
        *LeastGained =
            std::min(*LeastGained,
                     std::max(transfers(Price, GainFactor),
                              Price.Pass.Compute * (double(Price.Passes) *
                                                    double(Price.Blocks))));
  }

  /// True when passes of all numbers of steps wait for memory, or for the host.
  /// With more bandwidth they do as well, or another design is as fast as it
  /// allows.
  bool waitsForMemory(unsigned Log) const {
    return std::all_of(Steps.begin(), Steps.end(), [&](uint32_t T) {
      const PassPrice Price = pricePasses(P, pass(Log, T));
      const StreamPrice &Of = Price.Pass;
      auto Waits = [&](double Factor) {
        return Of.Compute <= std::max(Of.Memory / Factor, Of.Host);
      };
      return Price.Blocks == 0 ||
             (Of.Need && Waits(1) &&
              (!LeastGained || Waits(GainFactor) ||
               transfers(Price, GainFactor) >= *LeastGained));
    });
  }
};

/// The chains of passes of \p Steps, which gets those that there are of \p
/// Numbers.
std::vector<Chain> chainsOf(StencilPricing &P,
                            const std::vector<uint32_t> &Numbers,
                            std::vector<uint32_t> &Steps) {
  Chain Whole = {&P.Whole.Two}, Stopping; // the search walks Whole.Two
  for (uint32_t T : Numbers) {
    const bool IsWhole = P.Loop.Steps % T == 0;
    if (T == 1 || (!IsWhole && !P.MayStop))
      continue;
    Steps.push_back(T);
    Chain &Of = IsWhole ? Whole : Stopping;
    PassChain &From = IsWhole ? P.Whole : P.Stopping;
    if (T != 3)
      Of.Two = &From.Two;
    if (T != 2)
      Of.Three = &From.Three;
    Of.Grows |= T > 3;
  }
  return {Whole, Stopping};
}

} // namespace

void priceRows(StencilPricing &P, const StencilSpace &Space) {
  if (!P.One.OnDemand)
    return;
  std::vector<ElementForm> Forms = {ElementForm::Pipe, ElementForm::Comb,
                                    ElementForm::Seq};
  if (Space.OfPass.Form)
    Forms = {*Space.OfPass.Form};
  // Gains are those of passes over the whole field.
  const bool IsBlocked = P.Block != BlockSize();
  auto LeastGained =
      IsBlocked ? std::nullopt
                : std::optional(Seconds(std::numeric_limits<double>::max()));
  if (!IsBlocked) {
    uint32_t Widest = 1;
    for (ElementForm Form : Forms)
      Widest = std::max(Widest,
                        RowPricer(P, Space, Form, {{&P.One}}, {1}, LeastGained)
                            .run(Space.OfPass.MaxVector));
    P.MostVector = std::min(P.MostVector, Widest);
  }
  std::vector<uint32_t> Steps;
  const std::vector<Chain> Chains =
      chainsOf(P, stepsToTry(P.Loop.Steps, Space.MaxSteps), Steps);
  if (Steps.empty())
    return;
  for (ElementForm Form : Forms)
    RowPricer(P, Space, Form, Chains, Steps, LeastGained)
        .run(std::min(Space.OfPass.MaxVector, P.MostVector));
}

} // namespace roofline
