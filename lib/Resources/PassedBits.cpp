// Bits that operators only pass on.
//
/// \file
/// A sum with x << n has the lowest n bits of the other operand. A choice
/// between v and v ^ c has the bits of v where c has none. Such bits move from
/// register to register and, where nothing reads them in between, synthesis
/// makes shift registers of them. So it does of a register and the delay of a
/// part of its bits.
#include "roofline/Resources/PassedBits.h"

#include "AbsorbedRegisters.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Resources/OperatorCost.h"

#include <algorithm>

namespace roofline {
namespace {

class Finder {
public:
  Finder(const CostModel &Costs, const StreamKernel &K, const StreamDesign &D,
         const DatapathSchedule &S, const LaneLayout &L)
      : Costs(Costs), K(K), D(D), S(S), L(L), Live(liveBits(K)) {
    for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
      const DatapathNode &N = K.Nodes[I];
      Bits.emplace_back(N.Type.Bits <= 64 ? N.Type.Bits : 0);
      if (N.Op == DatapathOp::Input)
        InputOf.try_emplace(uint32_t(N.Value), I);
    }
    auto Leave = [&](bool IsTap, uint32_t Index) {
      leave(IsTap ? InputOf.at(Index) : Index);
    };
    for (const AbsorbedRegister &A : absorbedRegisters(Costs, K, D, S, L))
      Leave(A.IsTap, A.Index);
    for (const auto &[Register, Width] : operandRegisters(K, D, S))
      Leave(Register.IsTap, Register.Index);
    leaveShared();
  }

  PassedBits run() {
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      if (S.Nodes[I].Used && isBuilt(I))
        addReads(I);
    auto ReadResult = [&](const auto &Result, int32_t Stage) {
      readAll(Result.Value, Stage);
      if (Result.Enable)
        readAll(*Result.Enable, Stage);
    };
    for (uint32_t I = 0; I < K.Outputs.size(); ++I)
      ReadResult(K.Outputs[I], S.Outputs[I]);
    for (uint32_t I = 0; I < K.Reductions.size(); ++I)
      ReadResult(K.Reductions[I], S.Reductions[I]);
    countLines();
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      for (const Bit &B : Bits[I])
        if (!B.IsPassed)
          addChain(I, B);
    return std::move(Found);
  }

private:
  /// A bit of a register, \p Delay [step] after it is ready.
  struct Place {
    uint32_t Node = 0, Bit = 0;
    int64_t Delay = 0;
    bool Inverted = false;
    bool operator==(const Place &) const = default;
  };
  struct Bit {
    std::vector<int64_t> Reads; ///< [step] after it is ready
    std::vector<Place> PassedTo;
    std::vector<int64_t> Counted; ///< [step] of its delay lines' segments
    int64_t Joins = 0;            ///< of these, those that begin with the own
    bool IsPassed = false;
    bool IsLeft = false; ///< as it is: what reads it is not seen here
  };
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  const DatapathSchedule &S;
  const LaneLayout &L;
  const std::vector<LiveBits> Live;
  std::vector<std::vector<Bit>> Bits;   ///< by node
  std::map<uint32_t, uint32_t> InputOf; ///< the first node of each stream
  PassedBits Found;

  bool isBuilt(uint32_t N) const {
    return L.Copies[N * D.Vector] == NodeCopy{N, 0};
  }
  bool isDivider(uint32_t N) const {
    return S.Nodes[N].Unit.Kind == UnitKind::ConstantDivider;
  }
  /// An operator whose result is in flip-flops.
  bool isStage(uint32_t N) const {
    const OperatorUnit &Unit = S.Nodes[N].Unit;
    return Unit.Latency > 0 && !S.Nodes[N].Invariant &&
           (Unit.Kind == UnitKind::Logic || Unit.Kind == UnitKind::ShiftAdd ||
            isDivider(N));
  }
  /// [step] of registers, one behind the other, in which its result is: those
  /// of a quotient by a constant are in DSP blocks, or behind the sum of
  /// several.
  int64_t ownRegisters(uint32_t N) const {
    if (K.Nodes[N].Op == DatapathOp::Input)
      return 0;
    if (!isDivider(N) || K.Nodes[N].Op != DatapathOp::UDiv)
      return 1;
    const auto Need = operatorCost(Costs, K, N, Live, true);
    const uint32_t Width = Live[N].registers();
    return Need && Width
               ? std::min<int64_t>(int64_t(Need->Registers) / Width, 2)
               : 1;
  }

  /// True where a register holds bit \p B of \p N; of a stream, for any of the
  /// nodes that read it.
  bool isHeld(uint32_t N, uint32_t B) const {
    uint64_t Held = Live[N].Held;
    for (uint32_t I = 0; K.Nodes[N].Op == DatapathOp::Input && I < Bits.size();
         ++I)
      if (K.Nodes[I].Op == DatapathOp::Input && S.Nodes[I].Used &&
          K.Nodes[I].Value == K.Nodes[N].Value)
        Held |= Live[I].Held;
    return Held >> B & 1;
  }

  /// Leaves copies that stand for others, and values that are read elsewhere in
  /// the beat or at another beat: not all of their readers are at hand.
  void leaveShared() {
    for (uint32_t N = 0; N < K.Nodes.size(); ++N) {
      if (!S.Nodes[N].Used)
        continue;
      const DatapathOp Op = K.Nodes[N].Op;
      if (Op == DatapathOp::AtOffset)
        leave(K.Nodes[N].Operands[0]);
      if (isDivider(N) && (Op == DatapathOp::URem || Op == DatapathOp::SRem))
        leaveQuotientBits(N);
      for (uint32_t Slot = 0; D.Vector > 1 && Slot < D.Vector; ++Slot) {
        const NodeCopy C = L.Copies[N * D.Vector + Slot];
        if (C == NodeCopy{N, S.Nodes[N].PerSlot ? Slot : 0})
          continue;
        leave(N);
        if (C != NotBuilt)
          leave(C.Node);
        else
          for (uint32_t O : K.Nodes[N].Operands)
            leave(O);
      }
    }
  }
  void leave(uint32_t N) {
    for (uint32_t B = 0; B < Bits[N].size(); ++B)
      if (std::optional<Place> P = trace(N, B, S.Nodes[N].ready()))
        Bits[P->Node][P->Bit].IsLeft = true;
  }

  /// Remainder \p N reads the lowest bits of the quotient beside it.
  void leaveQuotientBits(uint32_t N) {
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      if (isDivider(I) && I != N && K.Nodes[I].Operands == K.Nodes[N].Operands)
        for (uint32_t B = 0; B < Bits[I].size() && B < Live[N].High; ++B)
          Bits[I][B].IsLeft = true;
  }

  bool isConstant(uint32_t N) const {
    return K.Nodes[N].Op == DatapathOp::Constant;
  }
  bool isZero(uint32_t N, uint32_t Bit) const {
    return Bit < Live[N].Low || Bit >= Live[N].High;
  }

  /// The register's bit that bit \p B of \p N at \p Stage is, through wires;
  /// none of a constant, an input, or what wires do not name.
  std::optional<Place> trace(uint32_t N, uint32_t B, int64_t Stage) const {
    bool Inverted = false;
    for (;;) {
      if (const NodeCopy C = L.Copies[N * D.Vector]; C != NotBuilt) {
        Stage += S.Nodes[C.Node].ready() - S.Nodes[N].ready();
        N = C.Node;
      }
      const DatapathNode *Of = &K.Nodes[N];
      if (B >= Of->Type.Bits || Of->Type.Bits > 64)
        return std::nullopt;
      if (Of->Op == DatapathOp::Input && D.Vector == 1)
        return Place{InputOf.at(uint32_t(Of->Value)), B,
                     tapPlace(K, *Of, 0, 1).Delay + Stage, Inverted};
      if (isStage(N))
        return Place{N, B, Stage - S.Nodes[N].ready(), Inverted};
      if (S.Nodes[N].Unit.Kind != UnitKind::Wire || Of->Operands.empty())
        return std::nullopt;
      std::optional<uint32_t> From = throughWire(*Of, B, Inverted);
      if (!From)
        return std::nullopt;
      N = *From;
    }
  }

  /// The operand whose bit \p B, which then is that operand's, the wire's is.
  std::optional<uint32_t> throughWire(const DatapathNode &N, uint32_t &B,
                                      bool &Inverted) const {
    const uint32_t First = N.Operands[0];
    const uint32_t Width = K.Nodes[First].Type.Bits;
    switch (N.Op) {
    case DatapathOp::ZeroExtend:
    case DatapathOp::Truncate:
      return First;
    case DatapathOp::SignExtend:
      B = std::min(B, Width - 1);
      return First;
    default:
      break;
    }
    if (N.Operands.size() != 2)
      return std::nullopt;
    const uint32_t Second = N.Operands[1];
    const uint64_t By = std::min<uint64_t>(K.Nodes[Second].Value, 64);
    const bool Moves = isConstant(Second);
    switch (N.Op) {
    case DatapathOp::LShr:
      B += uint32_t(By);
      return Moves ? std::optional(First) : std::nullopt;
    case DatapathOp::AShr:
      B = std::min(B + uint32_t(By), Width - 1);
      return Moves ? std::optional(First) : std::nullopt;
    case DatapathOp::Shl:
      if (!Moves || B < By)
        return std::nullopt;
      B -= uint32_t(By);
      return First;
    case DatapathOp::And:
    case DatapathOp::Or:
    case DatapathOp::Xor:
      for (unsigned I : {0u, 1u})
        if (isConstant(N.Operands[I])) {
          const bool Set = K.Nodes[N.Operands[I]].Value >> B & 1;
          Inverted ^= Set && N.Op == DatapathOp::Xor;
          if (N.Op != DatapathOp::Xor && Set != (N.Op == DatapathOp::And))
            return std::nullopt;
          return N.Operands[1 - I];
        }
      return isZero(First, B) ? Second : First; // an Or of parts
    default:
      return std::nullopt;
    }
  }

  /// True for the wires that trace() sees through: their readers count.
  bool isTransparent(uint32_t N) const {
    if (S.Nodes[N].Unit.Kind != UnitKind::Wire)
      return false;
    switch (K.Nodes[N].Op) {
    case DatapathOp::ZeroExtend:
    case DatapathOp::SignExtend:
    case DatapathOp::Truncate:
    case DatapathOp::And:
    case DatapathOp::Or:
    case DatapathOp::Xor:
    case DatapathOp::Shl:
    case DatapathOp::LShr:
    case DatapathOp::AShr:
      return true;
    default:
      return false;
    }
  }

  void read(uint32_t N, uint32_t B, int64_t Stage) {
    if (std::optional<Place> P = trace(N, B, Stage))
      Bits[P->Node][P->Bit].Reads.push_back(P->Delay);
  }
  void readAll(uint32_t N, int64_t Stage, uint32_t From = 0) {
    for (uint32_t B = From; B < K.Nodes[N].Type.Bits && B < 64; ++B)
      if (Live[N].Read >> B & 1)
        read(N, B, Stage);
  }

  /// The operand whose bit \p B stage \p I passes on.
  std::optional<uint32_t> passed(uint32_t I, uint32_t B) const {
    const DatapathNode &N = K.Nodes[I];
    if (N.Operands.size() < 2)
      return std::nullopt;
    const uint32_t First = N.Operands[0], Second = N.Operands[1];
    const uint32_t Low = Live[First].Low, OtherLow = Live[Second].Low;
    switch (N.Op) {
    case DatapathOp::Add:
      if (B < std::max(Low, OtherLow))
        return B < Low ? Second : First;
      return std::nullopt;
    case DatapathOp::Sub:
      return B < OtherLow ? std::optional(First) : std::nullopt;
    case DatapathOp::Or:
    case DatapathOp::Xor:
      if (isZero(First, B) || isZero(Second, B))
        return isZero(First, B) ? Second : First;
      return std::nullopt;
    case DatapathOp::Select: {
      const int32_t Stage = S.Nodes[I].Start;
      std::optional<Place> P = trace(Second, B, Stage);
      if (P && P == trace(N.Operands[2], B, Stage))
        return Second;
      return std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

  void addReads(uint32_t I) {
    const DatapathNode &N = K.Nodes[I];
    const int32_t Stage = S.Nodes[I].Start;
    if (isTransparent(I) || N.Op == DatapathOp::AtOffset)
      return;
    uint64_t Passes = 0;
    for (uint32_t B = 0; isStage(I) && B < Bits[I].size(); ++B) {
      const bool IsHeld = Live[I].Held >> B & 1;
      const std::optional<uint32_t> From = IsHeld ? passed(I, B) : std::nullopt;
      const std::optional<Place> P =
          From ? trace(*From, B, Stage) : std::nullopt;
      if (!P || P->Inverted)
        continue;
      Passes |= uint64_t(1) << B;
      Bits[I][B].IsPassed = true;
      Bits[P->Node][P->Bit].PassedTo.push_back({I, B, P->Delay});
      if (N.Op == DatapathOp::Select)
        ++Found.Chosen[I];
    }
    const bool ByBit = N.Op == DatapathOp::Select || N.Op == DatapathOp::Or ||
                       N.Op == DatapathOp::Xor || N.Op == DatapathOp::And ||
                       N.Op == DatapathOp::Add || N.Op == DatapathOp::Sub;
    for (size_t O = 0; O < N.Operands.size(); ++O) {
      const bool IsCondition = N.Op == DatapathOp::Select && O == 0;
      const uint64_t Not = ByBit && !IsCondition ? Passes : 0;
      for (uint32_t B = 0; B < K.Nodes[N.Operands[O]].Type.Bits && B < 64; ++B)
        if ((Live[N.Operands[O]].Read & ~Not) >> B & 1)
          read(N.Operands[O], B, Stage);
    }
  }

  /// Collects the segments that Predictor::line() counts of each bit.
  void countLines() {
    size_t First = 0;
    for (const DelayLine &Line : L.Lines) {
      const size_t Begin = First;
      First += Line.Points.size();
      const bool IsTap = Line.Source == DelayLine::From::Tap;
      if (Line.Source == DelayLine::From::Coordinate || Line.Slot != 0 ||
          (IsTap && D.Vector > 1))
        continue;
      const uint32_t N = IsTap ? InputOf.at(Line.Index) : Line.Index;
      const bool HasRing =
          std::any_of(L.Segments.begin() + Begin, L.Segments.begin() + First,
                      [](const DelaySegment &G) { return G.Ring.has_value(); });
      for (uint32_t B = 0; B < Bits[N].size(); ++B) {
        if (!isHeld(N, B))
          continue;
        auto P = trace(N, B, S.Nodes[N].ready());
        if (!P)
          continue;
        Bit &Of = Bits[P->Node][P->Bit];
        Of.IsLeft |= HasRing;
        for (size_t G = Begin; G < First; ++G)
          Of.Counted.push_back(L.Segments[G].Length);
        if (isStage(N) && !Line.AtOnce && !hasSynchronousReset(K, N)) {
          ++Of.Counted[Of.Counted.size() - Line.Points.size()];
          ++Of.Joins;
        }
      }
    }
  }

  /// Where the registers of the chain that begins with \p B are read, and what
  /// was counted of them; false where not all is known.
  bool follow(const Bit &B, int64_t Own, int64_t Before,
              std::vector<int64_t> &Reads,
              std::vector<int64_t> &Counted) const {
    if (B.IsLeft)
      return false;
    Counted.insert(Counted.end(), std::max<int64_t>(Own - B.Joins, 0), 1);
    Counted.insert(Counted.end(), B.Counted.begin(), B.Counted.end());
    for (int64_t R : B.Reads)
      Reads.push_back(Before + R);
    return std::all_of(B.PassedTo.begin(), B.PassedTo.end(),
                       [&](const Place &P) {
                         return follow(Bits[P.Node][P.Bit], 1,
                                       Before + P.Delay + 1, Reads, Counted);
                       });
  }

  void addChain(uint32_t I, const Bit &B) {
    if (B.Reads.empty() && B.PassedTo.empty())
      return;
    BitChain Chain = {I, {}, {}};
    std::vector<int64_t> Reads;
    const int64_t Own = ownRegisters(I);
    if (!follow(B, Own, 0, Reads, Chain.Counted))
      return;
    std::sort(Reads.begin(), Reads.end());
    int64_t Before = -Own; // the own ones end at 0
    // One that was counted as joined is in the DSP block.
    Chain.Built.insert(Chain.Built.end(), std::max<int64_t>(B.Joins - Own, 0),
                       1);
    if (Own > 0 && hasSynchronousReset(K, I)) {
      Chain.Built.push_back(1);
      Before = 0;
    }
    for (int64_t R : Reads)
      if (R > Before)
        Chain.Built.push_back(R - std::exchange(Before, R));
    std::sort(Chain.Built.begin(), Chain.Built.end());
    std::sort(Chain.Counted.begin(), Chain.Counted.end());
    if (Chain.Built != Chain.Counted)
      Found.Chains.push_back(std::move(Chain));
  }
};

} // namespace

PassedBits passedBits(const CostModel &Costs, const StreamKernel &K,
                      const StreamDesign &D, const DatapathSchedule &S,
                      const LaneLayout &L) {
  return Finder(Costs, K, D, S, L).run();
}

} // namespace roofline
