// Advice that shortens or removes what a loop carries.
//
/// \file
/// Each pipeline of a single work-item whose interval a carried chain forces
/// gets the changes that fit the chain: a register or shift register for what
/// memory carries, partial results for a reduction, another loop inside, or
/// `#pragma ivdep` where addresses are unknown. A change is priced as the same
/// kernel with other distances or without the load.
#include "AdviceParts.h"

#include "roofline/Kernel/LoopMotion.h"

#include <algorithm>
#include <cmath>

namespace roofline {
namespace {

/// [1] A pipeline that takes less of the time than this is left alone.
constexpr double LeastPart = 0.05;
/// [element] Longest shift register that a line advises.
constexpr int64_t LongestShift = 1024;

class RecurrenceAdvisor {
public:
  explicit RecurrenceAdvisor(const KernelOnBoard &K)
      : K(K), Kernel(*K.Bound.Kernel), Motion(Kernel) {}

  std::vector<Advice> advise() {
    for (const Pipeline &P : K.E.Pipelines)
      if (P.Chain && P.Passes * P.Interval >= LeastPart * K.E.Cycles)
        adviseOn(P);
    return std::move(Result);
  }

private:
  /// The chain of one pipeline.
  struct Carried {
    uint32_t Loop;
    const PipelineChain &Chain;
    const CarriedDependence &Dep;
    const Meeting &Met;
    double Interval;
  };

  void adviseOn(const Pipeline &P) {
    const uint32_t Dep = *P.Chain->Dependence;
    const Carried C{*P.Loop, *P.Chain, Kernel.Loops[*P.Loop].Dependences[Dep],
                    K.Bound.Loops[*P.Loop].Meetings[Dep], P.Interval};
    if (C.Dep.K == CarriedDependence::Kind::Memory &&
        C.Chain.Load == C.Dep.Consumer) {
      adviseRegister(C);
      adviseIvdep(C);
      adviseInterchange(C);
    } else {
      adviseReduction(C);
    }
  }

  void say(const char *Kind, const Carried &C, std::string Text,
           const BoundKernel &Changed, const BoardEstimate &Priced,
           std::vector<std::string> Guards) {
    const BoardEstimate Then =
        withComputeUnits(Changed, Priced, K.E.D.ComputeUnits, K.Board, K.With);
    Result.push_back(sourceAdvice(
        K, Kind, placeInLoop(Kernel, Kernel.Loops[C.Loop], C.Dep.Producer),
        std::move(Text), K.E.Cycles / std::max(1.0, Then.Cycles),
        limitText(Then), std::move(Guards)));
  }

  std::string lineOf(const Carried &C, uint32_t Op) const {
    return "line " +
           lineName(Kernel, placeInLoop(Kernel, Kernel.Loops[C.Loop], Op));
  }

  const MemoryAccess &accessOf(uint32_t Op) const {
    return Kernel.Accesses[*Kernel.Operations[Op].Access];
  }

  std::string loopText(uint32_t Id) const {
    return "the loop" + atLine(Kernel, Kernel.Loops[Id].Loc);
  }

  // Through memory
  // -------------------------------------------------------------------------

  /// True where operation \p Op is in the pipeline of loop \p Id itself.
  bool isInPipeline(uint32_t Op, uint32_t Id) const {
    auto Loop = Motion.loopOfOperation(Op);
    while (Loop && K.E.IsUnrolled[*Loop])
      Loop = Kernel.Loops[*Loop].Parent;
    return Loop == Id;
  }

  /// True where dependence \p I of loop \p Id leads from a store to a load of
  /// that element in a later iteration.
  bool isOneElement(uint32_t Id, size_t I) const {
    const CarriedDependence &Dep = Kernel.Loops[Id].Dependences[I];
    const Meeting &M = K.Bound.Loops[Id].Meetings[I];
    if (Dep.K != CarriedDependence::Kind::Memory ||
        M.K != Meeting::Kind::After || M.Distance > LongestShift)
      return false;
    const MemoryAccess &Write = accessOf(Dep.Producer),
                       &Read = accessOf(Dep.Consumer);
    return Write.K == MemoryAccess::Kind::Write &&
           Read.K == MemoryAccess::Kind::Read &&
           Write.NumBytes == Read.NumBytes && isInPipeline(Dep.Producer, Id) &&
           isInPipeline(Dep.Consumer, Id);
  }

  /// PM: the value from one iteration to later ones. memoryAdvice() has what
  /// stands still in global memory.
  void adviseRegister(const Carried &C) {
    const MemoryAccess &Read = accessOf(C.Dep.Consumer);
    if (!isOneElement(C.Loop, *C.Chain.Dependence) ||
        (Read.Space == AddressSpace::Global &&
         !movesAlong(*Read.Index, symbolOfLoop(C.Loop))))
      return;
    KernelSummary InRegisters = Kernel;
    BoardEstimate With = K.E;
    int64_t Most = 1;
    bool IsOne = true;
    const auto &Deps = Kernel.Loops[C.Loop].Dependences;
    for (size_t I = 0; I < Deps.size(); ++I) {
      if (Deps[I].Producer != C.Dep.Producer || !isOneElement(C.Loop, I))
        continue;
      const int64_t Distance = K.Bound.Loops[C.Loop].Meetings[I].Distance;
      IsOne &= Distance == C.Met.Distance;
      Most = std::max(Most, Distance);
      const uint32_t Access = *Kernel.Operations[Deps[I].Consumer].Access;
      InRegisters.Accesses[Access].Space = AddressSpace::Private;
      InRegisters.Accesses[Access].Base = "";
      InRegisters.Accesses[Access].Index = AffineIndex{Expr::constant(0), {}};
      for (ReplayedUnit &U : With.LaunchReplay.Units)
        if (U.Access == Access)
          U.Words = U.Repeats = 0;
    }
    BoundKernel Changed = K.Bound;
    Changed.Kernel = &InRegisters;
    const std::string Where =
        Most == 1 ? "a register"
                  : "a shift register of " + std::to_string(Most) + " elements";
    say("PM", C,
        "keep what " + lineOf(C, C.Dep.Producer) + " writes to `" + Read.Base +
            "` in " + Where + ": " + lineOf(C, C.Dep.Consumer) +
            (IsOne ? " reads it " : " reads it up to ") + std::to_string(Most) +
            (Most == 1 ? " iteration later" : " iterations later"),
        Changed, With, {"assumes that no other pointer of the loop writes it"});
  }

  /// IV: where the analysis does not know whether iterations meet.
  void adviseIvdep(const Carried &C) {
    if (C.Met.K != Meeting::Kind::Unknown)
      return;
    BoundKernel Changed = K.Bound;
    for (Meeting &M : Changed.Loops[C.Loop].Meetings)
      if (M.K == Meeting::Kind::Unknown)
        M.K = Meeting::Kind::Never;
    say("IV", C, "put `#pragma ivdep` before " + loopText(C.Loop), Changed, K.E,
        {"only where it is true: no iteration may read at " +
         lineOf(C, C.Dep.Consumer) + " what one of the " +
         std::to_string(uint64_t(C.Interval)) + " before it writes to `" +
         accessOf(C.Dep.Producer).Base + "` at " + lineOf(C, C.Dep.Producer)});
  }

  /// True where loop \p Outer holds no more than loop \p Inner, carries nothing
  /// through memory, and neither decides how often the other runs.
  bool mayInterchange(uint32_t Outer, uint32_t Inner) const {
    const BoundLoop &O = K.Bound.Loops[Outer], &I = K.Bound.Loops[Inner];
    if (K.E.IsUnrolled[Outer] || !O.KnowsTrip || !I.KnowsTrip || O.Trip < 2 ||
        varies(Kernel.Loops[Inner].Trip.Count))
      return false;
    for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id)
      if (Id != Inner && Kernel.Loops[Id].Parent == Outer)
        return false;
    for (uint32_t Op = 0; Op < Kernel.Operations.size(); ++Op)
      if (Kernel.Operations[Op].Access && Motion.loopOfOperation(Op) == Outer)
        return false;
    auto IsFree = [&](uint32_t Id) {
      const auto &Deps = Kernel.Loops[Id].Dependences;
      for (size_t D = 0; D < Deps.size(); ++D) {
        const bool IsMemory = Deps[D].K == CarriedDependence::Kind::Memory;
        if (IsMemory ? Id == Outer && K.Bound.Loops[Id].Meetings[D].K !=
                                          Meeting::Kind::Never
                     : !isCounter(Kernel, Deps[D]))
          return false;
      }
      return true;
    };
    return IsFree(Outer) && IsFree(Inner);
  }

  /// LI: all iterations of the loop around between two of this one.
  void adviseInterchange(const Carried &C) {
    const auto Outer = Kernel.Loops[C.Loop].Parent;
    if (!Outer || C.Met.K != Meeting::Kind::After ||
        !mayInterchange(*Outer, C.Loop))
      return;
    BoundKernel Changed = K.Bound;
    for (Meeting &M : Changed.Loops[C.Loop].Meetings)
      if (M.K == Meeting::Kind::After)
        M.Distance *= int64_t(K.Bound.Loops[*Outer].Trip);
    say("LI", C,
        "interchange " + loopText(*Outer) + ", which carries nothing, and " +
            loopText(C.Loop) +
            ": all iterations of the former then lie "
            "between what " +
            lineOf(C, C.Dep.Producer) + " writes and " +
            lineOf(C, C.Dep.Consumer) + " reads",
        Changed, K.E,
        {"prices the interval alone: accesses come in another order"});
  }

  // Reductions
  // -------------------------------------------------------------------------

  /// The operator of the chain, where it is one whose terms may be combined in
  /// any order; null for another chain.
  const Operation *reductionOf(const Carried &C) const {
    const uint32_t First = C.Dep.Consumer, Last = C.Dep.Producer;
    if (First > Last)
      return nullptr;
    std::vector<bool> Reached(Last - First + 1), Leads(Last - First + 1);
    Reached.front() = Leads.back() = true;
    for (uint32_t Op = First + 1; Op <= Last; ++Op)
      for (uint32_t Operand : Kernel.Operations[Op].Operands)
        if (Operand >= First && Reached[Operand - First])
          Reached[Op - First] = true;
    for (uint32_t Op = Last; Op > First; --Op)
      if (Leads[Op - First])
        for (uint32_t Operand : Kernel.Operations[Op].Operands)
          if (Operand >= First)
            Leads[Operand - First] = true;
    const Operation *Found = nullptr;
    for (uint32_t Op = First; Op <= Last; ++Op) {
      const Operation &O = Kernel.Operations[Op];
      if (!Reached[Op - First] || !Leads[Op - First] || O.Name == "phi" ||
          O.Name == "select" || O.Access)
        continue;
      if (!isAssociative(O) || (Found && Found->Name != O.Name))
        return nullptr;
      Found = &O;
    }
    return Found;
  }

  static bool isAssociative(const Operation &O) {
    for (std::string_view Name :
         {"fadd", "fmul", "fmin", "fmax", "add", "mul", "and", "or", "xor"})
      if (O.Name == Name)
        return true;
    return false;
  }

  void adviseReduction(const Carried &C) {
    const Operation *Of = reductionOf(C);
    if (!Of)
      return;
    std::vector<std::string> Guards;
    if (Of->Type.Scalar == ScalarKind::Float)
      Guards.push_back("changes the order of floating-point operations, and so "
                       "their rounding");
    const uint32_t Copies = K.E.D.Unroll[C.Loop];
    if (Copies > 1 || !C.Chain.Through.empty())
      adviseTree(C, *Of, Copies, std::move(Guards));
    else
      advisePartial(C, *Of, std::move(Guards));
  }

  /// \p Changed with \p Times the distance of what the chain's end writes.
  void apart(BoundKernel &Changed, const Carried &C, int64_t Times) const {
    const auto &Deps = Kernel.Loops[C.Loop].Dependences;
    for (size_t I = 0; I < Deps.size(); ++I)
      if (Deps[I].Producer == C.Dep.Producer)
        Changed.Loops[C.Loop].Meetings[I].Distance *= Times;
  }

  /// TR: one operation for all copies.
  void adviseTree(const Carried &C, const Operation &Of, uint32_t Copies,
                  std::vector<std::string> Guards) {
    BoundKernel Changed = K.Bound;
    double Terms = Copies;
    apart(Changed, C, Copies);
    for (uint32_t Inner : C.Chain.Through) {
      Terms *= K.E.D.Unroll[Inner];
      for (Meeting &M : Changed.Loops[Inner].Meetings)
        M.K = Meeting::Kind::Never;
    }
    const uint32_t Unrolled =
        C.Chain.Through.empty() ? C.Loop : C.Chain.Through.front();
    say("TR", C,
        "combine the terms of the copies of " + loopText(Unrolled) +
            " in a value of their own, and add that to what " +
            lineOf(C, C.Dep.Producer) + " carries: one " + Of.Name +
            " waits for an earlier iteration instead of " +
            std::to_string(uint64_t(Terms)),
        Changed, K.E, std::move(Guards));
  }

  /// PS: as many results as the interval, in turn.
  void advisePartial(const Carried &C, const Operation &Of,
                     std::vector<std::string> Guards) {
    const auto Number = int64_t(C.Interval * double(C.Chain.Distance));
    const BoundLoop &L = K.Bound.Loops[C.Loop];
    if (Number > LongestShift || !L.KnowsTrip || L.Trip < 2.0 * double(Number))
      return;
    BoundKernel Changed = K.Bound;
    apart(Changed, C, int64_t(C.Interval));
    say("PS", C,
        "carry " + std::to_string(Number) + " partial results of the " +
            Of.Name + " at " + lineOf(C, C.Dep.Producer) +
            " in a shift register, and combine them behind " + loopText(C.Loop),
        Changed, K.E, std::move(Guards));
  }

  const KernelOnBoard &K;
  const KernelSummary &Kernel;
  const LoopMotion Motion;
  std::vector<Advice> Result;
};

} // namespace

std::vector<Advice> recurrenceAdvice(const KernelOnBoard &K) {
  return RecurrenceAdvisor(K).advise();
}

} // namespace roofline
