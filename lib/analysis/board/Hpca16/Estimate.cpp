// Pricing a design on a bound kernel.
#include "roofline/Hpca16/Estimate.h"

#include "roofline/Hpca16/Hpca16.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace roofline {
namespace {

/// Times that differ by less, relatively, are equal.
constexpr double RoundingError = 1e-9;

/// The repaired form pipelines the loops of a kernel of one work-item.
bool pipelinesLoops(const BoundKernel &K, ModelForm Form) noexcept {
  return Form == ModelForm::Hpca16Repaired && K.SingleWorkItem;
}

/// Fills Estimate::IsStraight.
void findStraightLoops(const BoundKernel &K, const Design &D, ModelForm Form,
                       Estimate &Out) noexcept {
  std::fill(Out.IsStraight.begin(), Out.IsStraight.end(), 0);
  if (!pipelinesLoops(K, Form))
    return;
  auto IsSerial = [&](size_t I) {
    return std::any_of(K.Loops[I].Serial.begin(), K.Loops[I].Serial.end(),
                       [](const SerialParts &S) { return S.OfGlobal; });
  };
  auto IsOnePass = [&](size_t I) {
    return K.Loops[I].KnowsTrip && unrolledTrip(K, D, uint32_t(I)) <= 1;
  };
  for (size_t I = 0; I < K.Loops.size(); ++I)
    Out.IsStraight[I] = !IsSerial(I) || IsOnePass(I);
  for (size_t I = 0; I < K.Loops.size(); ++I)
    if (!IsOnePass(I))
      for (auto L = K.Kernel->Loops[I].Parent; L;
           L = K.Kernel->Loops[*L].Parent)
        Out.IsStraight[*L] = 0;
}

/// The loops around a block, as factors.
struct Surroundings {
  uint32_t ChainLength = 0; ///< BlockEstimate::ChainLength
  double ChainTrip = 1;     ///< of the loops that pipeline with the block
  double OuterTrip = 1;     ///< of the loops further out
  /// The innermost loop that pipelines with the block and is not fully
  /// unrolled; else the innermost of all.
  std::optional<uint32_t> Pipeline;
};

Surroundings surroundings(const BoundKernel &K, const BoundBlock &B,
                          const Design &D, const Estimate &Out) noexcept {
  Surroundings S;
  uint32_t Level = 0;
  for (std::optional<uint32_t> L = B.Loop; L; L = K.Kernel->Loops[*L].Parent) {
    const double Trip = unrolledTrip(K, D, *L);
    if (Level++ >= B.ChainLength && !Out.IsStraight[*L]) {
      S.OuterTrip *= Trip;
      continue;
    }
    S.ChainTrip *= Trip;
    S.ChainLength = Level;
    if (Level == 1 || (Out.IsStraight[*L] && S.ChainTrip == Trip))
      S.Pipeline = L;
  }
  return S;
}

/// Whole-kernel sums that Eq. (16-19), (21) and (24) share.
struct Totals {
  double Comp = 0, Mem = 0; ///< Comp_/Mem_cycles_total, Eq. (18-19)
  double MemShare = 0;      ///< Mem_cycles_total of Eq. (17), (24)
  double Insts = 0, BytesInstsBurst = 0;  ///< of Eq. (21)
  double UsedBytes = 0, Transactions = 0; ///< repaired Eq. (21)
};

/// Cycles of a block's computation, Comp_k. How many work-items fill the
/// pipeline is not known before their number is.
double computeCycles(const BoundKernel &K, const Design &D, ModelForm Form,
                     const BlockEstimate &E) noexcept {
  if (!K.KnowsWorkItems || pipelinesLoops(K, Form))
    return E.CompMin;
  return hpca16::comp(E.CompMin, D.ComputeUnits, E.Depth, E.ActiveWorkItems);
}

/// Cycles from one pass of a work-item to its next, where the loop \p Pipeline
/// is pipelined: the interval of the longest dependence that it carries.
double carriedInterval(const BoundKernel &K, std::optional<uint32_t> Pipeline,
                       const Design &D, const Estimate &Out) noexcept {
  if (!Pipeline)
    return 1;
  const BoundLoop &L = K.Loops[*Pipeline];
  return std::max({L.RequestedInterval, L.InitiationInterval,
                   Out.Held[*Pipeline].interval(D.Unroll[*Pipeline])});
}

/// Cycles from one pass of a block to the next: work-items pass each other's
/// intervals, but for a single one.
double passInterval(const BoundKernel &K, std::optional<uint32_t> Pipeline,
                    const Design &D, ModelForm Form,
                    const Estimate &Out) noexcept {
  return pipelinesLoops(K, Form) ? carriedInterval(K, Pipeline, D, Out) : 1;
}

/// Fewest cycles, Comp_min; of one work-item on the one of \p Units that it is
/// on.
double fewestComputeCycles(const BlockEstimate &E, double Units, double WI,
                           double ChainTrip) noexcept {
  return E.Interval > 1
             ? hpca16::compMinAtInterval(ChainTrip, Units, E.Interval, E.Depth)
             : hpca16::compMin(WI, ChainTrip, Units, E.Depth);
}

/// [cycle] that the copies of loop \p L add to the depth of a pass: those that
/// a carried chain connects wait for each other.
double copiesDepth(const Design &D, uint32_t L, const Estimate &Out) noexcept {
  return Out.Chains[L].latencyOfCopies(D.Unroll[L]);
}

/// Fills Estimate::Chains and Held. Loops stand after those around them.
void findChains(const BoundKernel &K, const Design &D, ModelForm Form,
                Estimate &Out) noexcept {
  for (size_t I = K.Loops.size(); I-- > 0;) {
    const BoundLoop &L = K.Loops[I];
    auto Added = [&](const PassedLoop &P, const CarriedChain &Chain) {
      const uint32_t Copies = std::min(D.Unroll[P.Loop], P.MostCopies);
      const double Passes = pipelinesLoops(K, Form)
                                ? std::max(0.0, unrolledTrip(K, D, P.Loop) - 1)
                                : 0;
      return Chain.latencyOfCopies(Copies) +
             Passes * passInterval(K, P.Loop, D, Form, Out);
    };
    Out.Chains[I] = longestChain(
        L.Carried, L.CarriedThroughInner,
        [](const ThroughChain &) { return true; },
        [&](const PassedLoop &P) {
          return Added(P, P.IsAny ? Out.Chains[P.Loop] : P.Carried);
        });
    Out.Held[I] = longestChain(
        L.Held, L.CarriedThroughInner,
        [](const ThroughChain &C) { return !C.Regroups; },
        [&](const PassedLoop &P) {
          return Added(P, P.IsAny ? Out.Held[P.Loop] : P.Held);
        });
  }
}

} // namespace

std::optional<ForcedInterval> forcedInterval(const BoundKernel &K,
                                             const Design &D, ModelForm Form,
                                             const Estimate &Priced,
                                             uint32_t Id) noexcept {
  assert(Id < K.Loops.size() && "an interval is that of a loop of the kernel");
  assert(Priced.Held.size() == K.Loops.size() &&
         "the estimate is that of the same kernel");
  const BoundLoop &L = K.Loops[Id];
  if (!pipelinesLoops(K, Form) || (L.KnowsTrip && unrolledTrip(K, D, Id) <= 1))
    return std::nullopt;
  const CarriedChain &Held = Priced.Held[Id];
  const double Interval = Held.interval(D.Unroll[Id]);
  if (Interval > 1 && Interval >= L.InitiationInterval && Held.Dependence)
    return ForcedInterval{Interval, *Held.Dependence};
  if (L.InitiationInterval > 1 && L.Forcing)
    return ForcedInterval{L.InitiationInterval, *L.Forcing};
  return std::nullopt;
}

double unrolledTrip(const BoundKernel &K, const Design &D,
                    uint32_t Id) noexcept {
  assert(Id < K.Loops.size() && "a trip count is that of a loop of the kernel");
  assert(D.Unroll.size() == K.Loops.size() &&
         "a design has an unroll factor for each loop");
  // A mean over work-items and iterations may be a fraction.
  double Trip = K.Loops[Id].Trip;
  return D.Unroll[Id] > 1 ? std::ceil(Trip / D.Unroll[Id]) : Trip;
}

Estimate makeEstimate(const BoundKernel &K) {
  assert(K.Kernel && "a bound kernel has a summary");
  assert(K.Kernel->Loops.size() == K.Loops.size() &&
         "each loop of the kernel is bound");
  Estimate E;
  E.Blocks.resize(K.Blocks.size());
  E.NodeCycles.resize(K.Kernel->Nodes.size());
  E.NodeCyclesAlone.resize(K.Kernel->Nodes.size());
  E.NodeDepths.resize(K.Kernel->Nodes.size());
  E.IsStraight.resize(K.Loops.size());
  E.Chains.resize(K.Loops.size());
  E.Held.resize(K.Loops.size());
  return E;
}

/// Eq. (1-5) of one block; \p Transactions per iteration of f copies.
static void estimateMemory(const BoundKernel &K, const BoundBlock &B,
                           const Design &D, ModelForm Form, BlockEstimate &E,
                           Totals &T, double &Transactions) noexcept {
  double SumBytes = 0, SumBurst = 0, F = 1;
  E.MemInsts = Transactions = 0;
  for (uint32_t I = B.FirstAccess; I < B.FirstAccess + B.NumAccesses; ++I) {
    const BoundAccess &Access = K.Accesses[I];
    AccessEstimate A = estimateAccess(K, B, Access, D, Form);
    E.MemInsts += Access.Weight * A.Insts;
    SumBytes += Access.Weight * Access.NumBytes;
    SumBurst += Access.Weight * A.Burst;
    Transactions += Access.Weight * A.Transactions;
    F = A.F;
  }
  E.MemBytes = hpca16::memBytes(SumBytes, F, E.MemInsts);
  E.MemBurst = hpca16::memBurst(SumBurst, E.MemInsts);
  if (Form == ModelForm::Hpca16)
    Transactions = E.MemInsts / E.MemBurst;
  T.Insts += E.MemInsts;
  T.BytesInstsBurst += E.MemBytes * E.MemInsts * E.MemBurst;
  T.UsedBytes += SumBytes * F;
  T.Transactions += Transactions;
}

/// Cycles from one iteration of the loop \p L that is node \p N to the next,
/// where its first parts read what its last ones wrote; \p Times by node.
static double serialCycles(const BoundLoop &L, const Node &N,
                           const std::vector<double> &Times) noexcept {
  double Most = 0;
  for (const SerialParts &S : L.Serial) {
    double Sum = 0;
    for (uint32_t Part = S.First; Part <= S.Last; ++Part)
      Sum += Times[N.Children[Part]];
    Most = std::max(Most, Sum / double(S.Distance));
  }
  return Most;
}

/// Cycles of the loop that is node \p Id, from those of its children, \p Times.
static double loopCycles(const BoundKernel &K, const Design &D, ModelForm Form,
                         const Estimate &Out, size_t Id,
                         const std::vector<double> &Times) noexcept {
  const Node &N = K.Kernel->Nodes[Id];
  double Sum = 0, Slowest = 0;
  for (uint32_t Child : N.Children) {
    Sum += Times[Child];
    Slowest = std::max(Slowest, Times[Child]);
  }
  const double Trip = unrolledTrip(K, D, N.Index);
  const double Interval = passInterval(K, N.Index, D, Form, Out);
  if (Out.IsStraight[N.Index] && Trip > 0)
    return std::max(Slowest, hpca16::compMinAtInterval(Trip, 1, Interval,
                                                       Out.NodeDepths[Id]));
  if (pipelinesLoops(K, Form) && Slowest > 0) {
    const double Serial = serialCycles(K.Loops[N.Index], N, Times);
    Sum += copiesDepth(D, N.Index, Out) + (D.Unroll[N.Index] - 1) * Serial;
    Slowest = std::max({Slowest, Interval, D.Unroll[N.Index] * Serial});
  }
  return hpca16::loop(Sum, Slowest, Trip);
}

static void estimateNodes(const BoundKernel &K, const Design &D, ModelForm Form,
                          Estimate &Out) noexcept {
  std::vector<double> &Alone = Out.NodeCyclesAlone;
  for (size_t I = 0; I < K.Blocks.size(); ++I) {
    const BlockEstimate &E = Out.Blocks[I];
    const uint32_t Node = K.Blocks[I].Node;
    Out.NodeCycles[Node] = E.Total;
    Alone[Node] = std::max(E.Comp, E.MemAlone);
    Out.NodeDepths[Node] = E.CompMin > 0 ? E.Depth : 0;
  }
  const auto &Nodes = K.Kernel->Nodes;
  for (size_t I = Nodes.size(); I-- > 0;) {
    const Node &N = Nodes[I];
    if (N.K == Node::Kind::Block)
      continue;
    double Slowest = 0, Depth = 0, Deepest = 0;
    double SumAlone = 0, SlowestAlone = 0;
    for (uint32_t Child : N.Children) {
      Slowest = std::max(Slowest, Out.NodeCycles[Child]);
      SumAlone += Alone[Child];
      SlowestAlone = std::max(SlowestAlone, Alone[Child]);
      Depth += Out.NodeDepths[Child];
      Deepest = std::max(Deepest, Out.NodeDepths[Child]);
    }
    Out.NodeCycles[I] = Slowest;
    Alone[I] = SlowestAlone;
    Out.NodeDepths[I] = N.K == Node::Kind::Branch ? Deepest : Depth;
    if (N.K == Node::Kind::Sequence && pipelinesLoops(K, Form)) {
      // One work-item ends one part before it begins the next.
      Alone[I] = SumAlone;
      Out.NodeCycles[I] = std::max(Slowest, SumAlone);
    }
    if (N.K != Node::Kind::Loop || K.IsChainLoop[I])
      continue;
    Out.NodeDepths[I] += copiesDepth(D, N.Index, Out);
    Out.NodeCycles[I] = loopCycles(K, D, Form, Out, I, Out.NodeCycles);
    Alone[I] = loopCycles(K, D, Form, Out, I, Alone);
  }
  Out.Total = Cycles(Out.NodeCycles[K.Kernel->Root]);
  Out.Time = hpca16::time(Out.Total, Hertz(K.Clock));
}

static void estimatePotentials(const BoundKernel &K, ModelForm Form,
                               const Totals &T,
                               const std::optional<Utilization> &Used,
                               const Device &Board, Estimate &Out) noexcept {
  Potentials &P = Out.Potential;
  P = {};
  if (Used)
    P.Comp = hpca16::bComp(Used->Logic, Used->Memory, Used->Dsp,
                           Board.FreeLogic.Value, Board.FreeMemory.Value,
                           Board.FreeDsp.Value);
  bool Repaired = Form == ModelForm::Hpca16Repaired;
  P.Mem = Repaired
              ? hpca16::bMem(T.UsedBytes, K.TransactionWidth, T.Transactions)
              : hpca16::bMem(T.BytesInstsBurst, K.TransactionWidth, T.Insts);
  double Slowest = 0, Second = 0, Moved = 0;
  // The gain of more work-items depends on how many there are.
  if (K.KnowsWorkItems)
    P.Itpp = P.ItppRepaired = 0;
  for (size_t I = 0; I < Out.Blocks.size(); ++I) {
    const BlockEstimate &E = Out.Blocks[I];
    double C = E.Total * E.Repeat;
    // Memory takes all blocks equally long, up to rounding: the one that moves
    // most of it limits.
    const bool Ties = std::abs(C - Slowest) <= RoundingError * Slowest;
    if (Ties ? E.MemTrans * E.Repeat > Moved : C > Slowest) {
      Second = Slowest;
      Slowest = std::max(Slowest, C);
      Moved = E.MemTrans * E.Repeat;
      Out.LimitingBlock = I;
    } else {
      Second = std::max(Second, C);
    }
    if (!P.Itpp)
      continue;
    P.ItppRepaired = std::max(
        *P.ItppRepaired, hpca16::bItppRepaired(E.Total, E.CompMin, E.MemMin));
    P.Itpp = Repaired ? P.ItppRepaired
                      : std::max(*P.Itpp,
                                 hpca16::bItpp(E.Total, E.CompMin, E.MemMin));
  }
  const bool KnowsRuns =
      K.KnowsWorkItems && std::all_of(K.Loops.begin(), K.Loops.end(),
                                      [](auto &L) { return L.KnowsTrip; });
  if (Out.Blocks.size() <= 1)
    P.Balance = 0; // one block alone is in balance
  else if (KnowsRuns)
    P.Balance = hpca16::bBalance(Slowest, std::min(Second, Slowest));
}

void estimate(const BoundKernel &K, const Design &D, ModelForm Form,
              const std::optional<Utilization> &Used, const Device &Board,
              Estimate &Out) noexcept {
  assert(K.Kernel && "a bound kernel has a summary");
  assert(D.Unroll.size() == K.Loops.size() &&
         "a design has an unroll factor for each loop");
  assert(D.Simd >= 1 && D.ComputeUnits >= 1 &&
         "a design has at least one lane and one compute unit");
  assert(Out.Blocks.size() == K.Blocks.size() &&
         Out.Chains.size() == K.Loops.size() &&
         Out.NodeCycles.size() == K.Kernel->Nodes.size() &&
         "the estimate is from makeEstimate() of the same kernel");
  assert((!Used || (Board.FreeLogic.Value > 0 && Board.FreeMemory.Value > 0 &&
                    Board.FreeDsp.Value > 0)) &&
         "a utilization is a share of what the shell leaves free");
  const bool Repaired = Form == ModelForm::Hpca16Repaired;
  const bool OneUnit = pipelinesLoops(K, Form);
  const double WI = std::ceil(K.NumWorkItems / D.Simd);
  const double Peak =
      Repaired ? hpca16::mtpLsuPeakRepaired(K.MemoryBanks, K.BankBandwidth,
                                            K.TransactionWidth, K.Clock)
               : hpca16::mtpLsuPeak(K.MemoryBanks);
  Totals T;
  findStraightLoops(K, D, Form, Out);
  findChains(K, D, Form, Out);
  Out.MemTransTotal = 0;
  Out.LimitingBlock = 0;
  for (size_t I = 0; I < K.Blocks.size(); ++I) {
    const BoundBlock &B = K.Blocks[I];
    BlockEstimate &E = Out.Blocks[I];
    Surroundings S = surroundings(K, B, D, Out);
    // Arms that not all work-items take, as the launch or a profile tells, pass
    // fewer of them and wait for memory less often.
    const double Share = Repaired ? B.Share : 1;
    const double PassesOfOne = S.ChainTrip;
    S.ChainTrip *= Share;
    double Transactions;
    estimateMemory(K, B, D, Form, E, T, Transactions);
    E.Depth = B.Depth;
    for (auto [L, Level] = std::pair(B.Loop, 0u); Level < B.ChainLength;
         L = K.Kernel->Loops[*L].Parent, ++Level)
      E.Depth += copiesDepth(D, *L, Out);
    E.Repeat = S.OuterTrip;
    E.ChainLength = S.ChainLength;
    E.Interval = passInterval(K, S.Pipeline, D, Form, Out);
    E.CompMin = S.ChainTrip > 0
                    ? fewestComputeCycles(E, OneUnit ? 1 : D.ComputeUnits, WI,
                                          S.ChainTrip)
                    : 0;
    // Too few work-items to fill the intervals of what iterations carry.
    if (Share < 1 && E.CompMin > 0)
      E.CompMin = std::max(
          E.CompMin,
          hpca16::compMinAtInterval(
              PassesOfOne, 1, carriedInterval(K, S.Pipeline, D, Out), E.Depth));
    E.MemTrans =
        Repaired ? Transactions * WI * S.ChainTrip
                 : hpca16::memTrans(E.MemInsts, WI, S.ChainTrip, E.MemBurst);
    // A work-item waits DRAM_lat cycles for each of its memory instructions, be
    // they coalesced or not; the bandwidth is shared by transactions, as Eq.
    // (14) counts them. Held here until the totals are known.
    E.Comp = E.Depth * S.ChainTrip * S.OuterTrip;
    E.Mem = Transactions * S.ChainTrip * S.OuterTrip;
    T.Comp += E.Comp;
    T.Mem += E.MemInsts * K.DramLatency * S.ChainTrip * S.OuterTrip;
    T.MemShare += E.Mem;
    Out.MemTransTotal += E.MemTrans * S.OuterTrip;
  }
  const double CyclesTotal = T.Comp + T.Mem;
  Out.ActiveMemoryWorkItems = hpca16::activeWorkItems(T.Mem, CyclesTotal, WI);
  // The loads of one work-item's pipelined loop overlap like those of many.
  const bool Throttled = K.KnowsWorkItems && !pipelinesLoops(K, Form);
  const double Rate =
      Throttled ? hpca16::mtpLsu(Peak, Out.ActiveMemoryWorkItems, K.DramLatency)
                : Peak;
  for (size_t I = 0; I < K.Blocks.size(); ++I) {
    BlockEstimate &E = Out.Blocks[I];
    const double CompCycles = E.Comp, MemShare = E.Mem;
    E.ActiveWorkItems = hpca16::activeWorkItems(CompCycles, CyclesTotal, WI);
    E.Comp = E.CompMin > 0 ? computeCycles(K, D, Form, E) : 0;
    // A block in a loop that is never entered waits for no memory.
    E.Mem = MemShare > 0
                ? hpca16::mem(E.MemTrans,
                              hpca16::mtpLsuK(Rate, MemShare, T.MemShare))
                : 0;
    E.MemAlone = E.MemTrans / Rate;
    E.MemMin = hpca16::memMin(E.MemTrans, Peak, T.MemShare, MemShare);
    E.Total = hpca16::block(E.Comp, E.Mem);
  }
  estimateNodes(K, D, Form, Out);
  estimatePotentials(K, Form, T, Used, Board, Out);
}

} // namespace roofline
