// Designs of a C++ kernel: which pragmas its loops have, and the best of them.
#include "roofline/Vitis/VitisDesigns.h"

#include "roofline/Base/LineText.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <limits>
#include <map>

namespace roofline {
namespace {

std::optional<uint64_t> numberOf(std::string_view Text) {
  uint64_t Value = 0;
  const auto [End, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  if (Error != std::errc() || End != Text.data() + Text.size())
    return std::nullopt;
  return Value;
}

bool isChoice(const Directive &D) {
  return D.Loop && (D.Name == "unroll" || D.Name == "pipeline");
}

/// [iteration] of a loop that has a constant number of them; 0 for others.
uint64_t constantTrip(const Loop &L) {
  const bool IsConstant =
      L.Trip.K == TripCount::Kind::Exact && L.Trip.Count.isConstant();
  return IsConstant && L.Trip.Count.Value > 0 ? uint64_t(L.Trip.Count.Value)
                                              : 0;
}

/// Operations of a kernel's bodies with all copies that a design makes of them:
/// what scheduling it takes.
class BodySize {
public:
  explicit BodySize(const KernelSummary &Kernel) : Kernel(Kernel) {}

  double operator()(const VitisDesign &D) const { return size(0, D, false); }

private:
  double size(uint32_t Id, const VitisDesign &D, bool IsUnrolled) const {
    const Node &N = Kernel.Nodes[Id];
    if (N.K == Node::Kind::Block)
      return Kernel.Blocks[N.Index].NumOperations;
    double Copies = 1;
    if (N.K == Node::Kind::Loop) {
      const LoopPragmas &C = D[N.Index];
      const double Trip = double(constantTrip(Kernel.Loops[N.Index]));
      Copies = IsUnrolled || C.Factor == LoopPragmas::Full ? std::max(Trip, 1.0)
                                                           : double(C.Factor);
      // A pipelined loop has its inner loops unrolled.
      IsUnrolled |= C.Pipelined == LoopPragmas::Pipeline::On;
    }
    double Sum = 0;
    for (uint32_t Child : N.Children)
      Sum += size(Child, D, IsUnrolled);
    return Copies * Sum;
  }

  const KernelSummary &Kernel;
};

/// Prices designs of one kernel, each once.
class DesignPricer {
public:
  DesignPricer(const KernelSummary &Kernel, const VitisSpace &Space)
      : Kernel(Kernel), Space(Space), Size(Kernel) {}

  const VitisEstimate &price(const VitisDesign &D) {
    auto [It, IsNew] = Priced.try_emplace(key(D));
    if (IsNew) {
      VitisOptions Options = Space.Options;
      Options.SkipsHopeless = true;
      const KernelSummary Changed = withChoices(Kernel, D);
      It->second = Space.Estimate ? Space.Estimate(Changed, Options)
                                  : estimateVitis(Changed, Options);
    }
    return It->second;
  }
  bool isWorthIt(const VitisDesign &D, double Below) {
    if (!isKnown(D)) {
      const double Operations = Size(D);
      if (Operations > MaxOperations || Spent + Operations > Space.Budget)
        return false;
      Spent += Operations;
    }
    const VitisEstimate &E = price(D);
    return E.Latency.Most < Below && fits(E, Space.Available);
  }
  bool goesOn() const {
    return !Space.Progress || Space.Progress(Priced.size());
  }
  size_t number() const { return Priced.size(); }

  /// Designs that fit and that no other one beats, the fastest first.
  std::vector<PricedVitisDesign> front() const {
    if (!Space.Available)
      return {};
    std::vector<std::pair<double, const std::vector<uint64_t> *>> Order;
    for (const auto &[Key, E] : Priced)
      if (fits(E, Space.Available))
        Order.push_back({E.Latency.Most, &Key});
    auto ShareOf = [&](const auto &Entry) {
      return scarcestShare(Priced.at(*Entry.second).Resources,
                           *Space.Available);
    };
    std::ranges::sort(Order, [&](const auto &A, const auto &B) {
      return std::pair(A.first, ShareOf(A)) < std::pair(B.first, ShareOf(B));
    });
    std::vector<PricedVitisDesign> Front;
    double Least = std::numeric_limits<double>::infinity();
    for (const auto &Entry : Order)
      if (ShareOf(Entry) < Least) {
        Least = ShareOf(Entry);
        Front.push_back({designOf(*Entry.second), Priced.at(*Entry.second)});
      }
    return Front;
  }

  /// Choices of loop \p Id, the source's own among them.
  std::vector<LoopPragmas> choices(uint32_t Id) const {
    std::vector<LoopPragmas> All;
    const uint64_t Trip = constantTrip(Kernel.Loops[Id]);
    for (auto P : {LoopPragmas::Pipeline::Unasked, LoopPragmas::Pipeline::On})
      for (uint64_t F = 1; F <= Space.MaxFactor && (!Trip || F < Trip); F *= 2)
        All.push_back({F, P});
    if (Trip && Trip <= MaxFullTrip)
      All.push_back({LoopPragmas::Full, LoopPragmas::Pipeline::Unasked});
    return All;
  }

private:
  /// A loop of more iterations is never unrolled in full, and larger bodies are
  /// not looked at: no compiler finishes.
  static constexpr uint64_t MaxFullTrip = 1024;
  static constexpr double MaxOperations = 20000;

  static std::vector<uint64_t> key(const VitisDesign &D) {
    std::vector<uint64_t> Key;
    for (const LoopPragmas &C : D) {
      Key.push_back(C.Factor);
      Key.push_back(uint64_t(C.Pipelined));
    }
    return Key;
  }

  static VitisDesign designOf(const std::vector<uint64_t> &Key) {
    VitisDesign D(Key.size() / 2);
    for (size_t Id = 0; Id < D.size(); ++Id)
      D[Id] = {Key[2 * Id], LoopPragmas::Pipeline(Key[2 * Id + 1])};
    return D;
  }

  bool isKnown(const VitisDesign &D) const { return Priced.contains(key(D)); }

  const KernelSummary &Kernel;
  const VitisSpace &Space;
  BodySize Size;
  double Spent = 0; ///< [operation] scheduled
  std::map<std::vector<uint64_t>, VitisEstimate> Priced;
};

/// A gain below it is not worth a change of the source.
constexpr double LeastGain = 1.05;

} // namespace

std::string loopText(const KernelSummary &Kernel, uint32_t Loop) {
  const struct Loop &L = Kernel.Loops[Loop];
  const std::string Line = "line " + lineText(L.Loc, Kernel.Loc.File);
  return L.Label.empty() ? "the loop at " + Line : L.Label + " at " + Line;
}

VitisDesign sourceChoices(const KernelSummary &Kernel) {
  VitisDesign Result(Kernel.Loops.size());
  for (const Directive &D : Kernel.Directives) {
    if (!isChoice(D))
      continue;
    LoopPragmas &C = Result[*D.Loop];
    if (D.Name == "pipeline")
      C.Pipelined = optionOf(D, "off") ? LoopPragmas::Pipeline::Off
                                       : LoopPragmas::Pipeline::On;
    else if (optionOf(D, "off"))
      C.Factor = 1;
    else
      C.Factor = numberOf(optionOf(D, "factor").value_or(""))
                     .value_or(LoopPragmas::Full);
  }
  return Result;
}

KernelSummary withChoices(const KernelSummary &Kernel, const VitisDesign &D) {
  assert(D.size() == Kernel.Loops.size() && "a choice for each loop");
  KernelSummary Result = Kernel;
  std::erase_if(Result.Directives, isChoice);
  for (uint32_t Id = 0; Id < D.size(); ++Id) {
    Directive New;
    New.Function = Kernel.Name;
    New.Loop = Id;
    New.Loc = Kernel.Loops[Id].Loc;
    if (D[Id].Factor != 1) {
      New.Name = "unroll";
      if (D[Id].Factor != LoopPragmas::Full)
        New.Options = {{"factor", std::to_string(D[Id].Factor)}};
      Result.Directives.push_back(New);
    }
    if (D[Id].Pipelined != LoopPragmas::Pipeline::Unasked) {
      New.Name = "pipeline";
      New.Options.clear();
      if (D[Id].Pipelined == LoopPragmas::Pipeline::Off)
        New.Options = {{"off", ""}};
      Result.Directives.push_back(New);
    }
  }
  return Result;
}

/// The loop that \p Name, a label or a line, stands for; a string says why
/// there is none.
static std::variant<uint32_t, std::string>
namedLoop(const KernelSummary &Kernel, std::string_view Name) {
  std::optional<uint32_t> Found;
  const std::optional<uint64_t> Line = numberOf(Name);
  for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id) {
    const Loop &L = Kernel.Loops[Id];
    if (L.Label != Name && (!Line || L.Loc.Line != *Line))
      continue;
    if (Found)
      return "several loops are '" + std::string(Name) + "'";
    Found = Id;
  }
  if (!Found)
    return "no loop is '" + std::string(Name) + "'";
  return *Found;
}

/// Makes the change \p Part in \p D; returns what is wrong with it.
static std::string applyChange(const std::string &Part,
                               const KernelSummary &Kernel, VitisDesign &D) {
  const size_t Place = Part.find('@'), Equals = Part.find('=');
  const std::string Kind = Part.substr(0, Place);
  if (Place == std::string::npos || (Kind != "unroll" && Kind != "pipeline"))
    return "'" + Part + "': unroll@LOOP=N or pipeline@LOOP is expected";
  auto Loop = namedLoop(Kernel, Part.substr(Place + 1, Equals - Place - 1));
  if (const auto *Problem = std::get_if<std::string>(&Loop))
    return "'" + Part + "': " + *Problem;
  LoopPragmas &C = D[std::get<uint32_t>(Loop)];
  const std::string Value =
      Equals == std::string::npos ? "" : Part.substr(Equals + 1);
  const std::optional<uint64_t> Number = numberOf(Value);
  if (Kind == "pipeline" && (Value.empty() || Value == "off")) {
    C.Pipelined =
        Value.empty() ? LoopPragmas::Pipeline::On : LoopPragmas::Pipeline::Off;
    return "";
  }
  if (Kind == "unroll" && (Value == "full" || (Number && *Number > 0))) {
    C.Factor = Number.value_or(LoopPragmas::Full);
    return "";
  }
  return "'" + Part + "': a factor, 'full' or 'off' is expected";
}

std::variant<VitisDesign, std::string> parseChoices(const std::string &Text,
                                                    const KernelSummary &Kernel,
                                                    VitisDesign D) {
  size_t Begin = 0;
  while (Begin <= Text.size()) {
    const size_t End = std::min(Text.find(',', Begin), Text.size());
    std::string Problem =
        applyChange(Text.substr(Begin, End - Begin), Kernel, D);
    if (!Problem.empty())
      return Problem;
    Begin = End + 1;
  }
  return D;
}

FabricResources fabricOf(const VitisResources &R) {
  return {R.Lut, R.FlipFlop, R.Dsp, R.BlockRam / 2, 0};
}

double scarcestShare(const VitisResources &R,
                     const FabricResources &Available) {
  const FabricResources Need = fabricOf(R);
  double Most = 0;
  for (const auto &[Name, Member] : ResourceNames)
    if (Available.*Member > 0)
      Most = std::max(Most, Need.*Member / (Available.*Member));
  return Most;
}

bool fits(const VitisEstimate &E,
          const std::optional<FabricResources> &Available) {
  if (!E.Doubt.empty())
    return false;
  const FabricResources Need = fabricOf(E.Resources);
  return !Available ||
         std::all_of(std::begin(ResourceNames), std::end(ResourceNames),
                     [&](const auto &R) {
                       return Need.*R.second <= *Available.*R.second;
                     });
}

std::vector<PricedVitisDesign> singleChanges(const KernelSummary &Kernel,
                                             const VitisSpace &Space) {
  DesignPricer P(Kernel, Space);
  const VitisDesign Source = sourceChoices(Kernel);
  const double Now = P.price(Source).Latency.Most;
  std::vector<PricedVitisDesign> Found;
  for (uint32_t Id = 0; Id < Kernel.Loops.size() && P.goesOn(); ++Id) {
    std::optional<PricedVitisDesign> Best;
    for (const LoopPragmas &C : P.choices(Id)) {
      VitisDesign D = Source;
      D[Id] = C;
      if (P.isWorthIt(D, Best ? Best->E.Latency.Most / LeastGain
                              : Now / LeastGain))
        Best = {D, P.price(D)};
    }
    if (Best)
      Found.push_back(std::move(*Best));
  }
  std::stable_sort(Found.begin(), Found.end(),
                   [](const auto &A, const auto &B) {
                     return A.E.Latency.Most < B.E.Latency.Most;
                   });
  return Found;
}

/// True where the source says how argument \p Name is split, or puts it on a
/// bus.
static bool isSettled(const KernelSummary &Kernel, const VitisEstimate &Now,
                      const std::string &Name) {
  return std::ranges::count(Now.Buses, Name, &BusUse::Argument) != 0 ||
         std::ranges::any_of(Kernel.Directives, [&](const Directive &D) {
           return optionOf(D, "variable") == Name &&
                  (D.Name == "array_partition" || D.Name == "array_reshape");
         });
}

static VitisEstimate priceSplit(KernelSummary Kernel, const VitisSpace &Space,
                                const PricedSplit &S) {
  for (const std::string &Name : S.Arguments) {
    Directive D;
    D.Name = "array_partition";
    D.Options = {{"variable", Name},
                 {"type", "cyclic"},
                 {"factor", std::to_string(S.Factor)},
                 {"dim", std::to_string(S.Dimension)}};
    D.Function = Kernel.Name;
    Kernel.Directives.push_back(std::move(D));
  }
  return estimateVitis(Kernel, Space.Options);
}

/// Arguments that may be split along \p Dimension by \p Factor.
static std::vector<std::string> splittable(const KernelSummary &Kernel,
                                           const VitisEstimate &Now,
                                           unsigned Dimension,
                                           uint64_t Factor) {
  std::vector<std::string> Names;
  for (const Memory &M : Kernel.Memories) {
    const bool IsThere = M.IsArgument && Dimension <= M.Dimensions.size();
    if (!IsThere || isSettled(Kernel, Now, M.Name))
      continue;
    const uint64_t Extent = M.Dimensions[Dimension - 1]; // 0: not known
    if (Extent == 0 || Factor <= Extent)
      Names.push_back(M.Name);
  }
  return Names;
}

std::optional<PricedSplit> bestSplit(const KernelSummary &Kernel,
                                     const VitisSpace &Space) {
  // An estimate takes about as long as its operations; those of all splits
  // shall fit into the budget.
  constexpr double MostEstimates = 48;
  const VitisEstimate Now = estimateVitis(Kernel, Space.Options);
  double Copies = 1;
  for (const VitisLoop &L : Now.Loops)
    Copies = std::max(Copies, double(L.Factor));
  if (Copies * double(Kernel.Operations.size()) * MostEstimates > Space.Budget)
    return std::nullopt;
  std::optional<PricedSplit> Best;
  double Below = Now.Latency.Most / LeastGain;
  for (unsigned Dimension : {1u, 2u})
    for (uint64_t Factor : {2, 4, 8, 16}) {
      PricedSplit S{
          splittable(Kernel, Now, Dimension, Factor), Factor, Dimension, {}};
      S.E = priceSplit(Kernel, Space, S);
      if (!(S.E.Latency.Most < Below) || !fits(S.E, Space.Available))
        continue;
      for (size_t I = 0; I < S.Arguments.size();) {
        PricedSplit Fewer = S;
        Fewer.Arguments.erase(Fewer.Arguments.begin() + I);
        Fewer.E = priceSplit(Kernel, Space, Fewer);
        if (Fewer.E.Latency.Most <= S.E.Latency.Most)
          S = std::move(Fewer);
        else
          ++I;
      }
      Below = S.E.Latency.Most / LeastGain;
      Best = std::move(S);
    }
  return Best;
}

/// The best design that differs from \p From in one loop, or in two.
static std::optional<VitisDesign> bestNeighbour(DesignPricer &P,
                                                const VitisDesign &From,
                                                bool OfTwo, double Below) {
  std::optional<VitisDesign> Best;
  auto Try = [&](const VitisDesign &D) {
    if (!P.isWorthIt(D, Below))
      return;
    Below = P.price(D).Latency.Most;
    Best = D;
  };
  for (uint32_t A = 0; A < From.size(); ++A)
    for (const LoopPragmas &First : P.choices(A)) {
      VitisDesign D = From;
      D[A] = First;
      if (!OfTwo)
        Try(D);
      for (uint32_t B = A + 1; OfTwo && B < From.size() && P.goesOn(); ++B) {
        for (const LoopPragmas &Second : P.choices(B)) {
          D[B] = Second;
          Try(D);
        }
        D[B] = From[B];
      }
    }
  return Best;
}

FoundDesigns bestDesign(const KernelSummary &Kernel, const VitisSpace &Space) {
  DesignPricer P(Kernel, Space);
  VitisDesign Now = sourceChoices(Kernel);
  const VitisDesign Plain(Kernel.Loops.size());
  if (!fits(P.price(Now), Space.Available))
    Now = Plain;
  while (P.goesOn()) {
    const double Below = P.price(Now).Latency.Most;
    std::optional<VitisDesign> Next = bestNeighbour(P, Now, false, Below);
    if (!Next)
      Next = bestNeighbour(P, Now, true, Below);
    if (!Next)
      break;
    Now = std::move(*Next);
  }
  FoundDesigns Found;
  Found.Priced = P.number();
  Found.Front = P.front();
  const VitisEstimate &E = P.price(Now);
  if (!fits(E, Space.Available))
    return Found;
  Found.Best = {Now, E};
  if (Found.Front.empty())
    return Found;
  // Of equals the search's has the fewest changes.
  PricedVitisDesign &First = Found.Front.front();
  if (First.E.Latency.Most == E.Latency.Most &&
      scarcestShare(First.E.Resources, *Space.Available) ==
          scarcestShare(E.Resources, *Space.Available))
    First = *Found.Best;
  // A gain below the model's own error is not worth a larger design.
  constexpr double AsFast = 1.01;
  const double Fastest = First.E.Latency.Most;
  for (const PricedVitisDesign &Other : Found.Front)
    if (Other.E.Latency.Most <= AsFast * Fastest)
      Found.Best = Other;
  return Found;
}

std::vector<std::string> changeTexts(const KernelSummary &Kernel,
                                     const VitisDesign &From,
                                     const VitisDesign &To) {
  std::vector<std::string> Texts;
  for (uint32_t Id = 0; Id < To.size(); ++Id) {
    const std::string Place = " in " + loopText(Kernel, Id);
    if (To[Id].Factor != From[Id].Factor)
      Texts.push_back(
          (To[Id].Factor == 1 ? "no #pragma HLS unroll"
           : To[Id].Factor == LoopPragmas::Full
               ? "#pragma HLS unroll"
               : "#pragma HLS unroll factor=" + std::to_string(To[Id].Factor)) +
          Place);
    if (To[Id].Pipelined != From[Id].Pipelined)
      Texts.push_back((To[Id].Pipelined == LoopPragmas::Pipeline::Unasked
                           ? "no #pragma HLS pipeline"
                       : To[Id].Pipelined == LoopPragmas::Pipeline::On
                           ? "#pragma HLS pipeline"
                           : "#pragma HLS pipeline off") +
                      Place);
  }
  return Texts;
}

} // namespace roofline
