// Sums without registers between them, which synthesis merges.
#include "SumTrees.h"

#include "roofline/Resources/OperatorCost.h"
#include "roofline/Stream/DeadNodes.h"

#include <algorithm>
#include <map>

namespace roofline {

bool SumTrees::isSum(uint32_t N) const {
  const DatapathOp Op = K.Nodes[N].Op;
  const UnitKind Kind = S.Nodes[N].Unit.Kind;
  return S.Nodes[N].Used && !S.Nodes[N].Invariant && !InBlock[N] &&
         (Kind == UnitKind::ShiftAdd ||
          (Kind == UnitKind::Logic &&
           (Op == DatapathOp::Add || Op == DatapathOp::Sub)));
}

/// Skips extensions of \p N: a sum has the added bits by itself.
uint32_t SumTrees::withoutExtension(uint32_t N) const {
  while (K.Nodes[N].Op == DatapathOp::ZeroExtend ||
         K.Nodes[N].Op == DatapathOp::SignExtend)
    N = K.Nodes[N].Operands[0];
  return N;
}

std::vector<bool> SumTrees::readOnce(const StreamDesign &D,
                                     const LaneLayout &L) const {
  std::vector<uint32_t> Readers(K.Nodes.size());
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (S.Nodes[I].Used)
      for (uint32_t O : K.Nodes[I].Operands)
        ++Readers[O];
  forEachResult(K, [&](uint32_t N) { ++Readers[N]; });
  std::vector<bool> Once(K.Nodes.size());
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    Once[I] = Readers[I] == 1;
    for (uint32_t Slot = 0; D.Vector > 1 && Slot < D.Vector; ++Slot)
      Once[I] = Once[I] && L.Copies[I * D.Vector + Slot] == NodeCopy{I, Slot};
    if (K.Nodes[I].Op == DatapathOp::ZeroExtend ||
        K.Nodes[I].Op == DatapathOp::SignExtend)
      Once[I] = Once[I] && Once[K.Nodes[I].Operands[0]];
  }
  return Once;
}

/// Where the family's blocks do that: the sum of two products is no LUTs.
void SumTrees::findInBlocks(const std::vector<bool> &Once) {
  constexpr uint32_t OfOneBlock = 16; // [bit] in all families
  const CostCurve *Curve = Costs.find("mul", "comb-sum");
  const auto Sum = Curve ? Curve->at(OfOneBlock) : std::nullopt;
  if (!Sum || Sum->Luts > OfOneBlock) // those of the exclusive-or behind it
    return;
  std::vector<bool> Taken(K.Nodes.size());
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    for (uint32_t O : K.Nodes[I].Operands) {
      const uint32_t Of = withoutExtension(O);
      if (!isSum(I) || K.Nodes[I].Op != DatapathOp::Add || InBlock[I] ||
          S.Nodes[Of].Unit.Kind != UnitKind::Multiplier || Taken[Of] ||
          !Once[O])
        continue;
      const auto Product = operatorCost(Costs, K, Of, Live, false);
      Taken[Of] = InBlock[I] = Product && Product->DspBlocks == 1;
    }
}

SumTrees::SumTrees(const CostModel &Costs, const StreamKernel &K,
                   const StreamDesign &D, const DatapathSchedule &S,
                   const LaneLayout &L, const std::vector<LiveBits> &Live)
    : Costs(Costs), K(K), S(S), Live(Live), Inside(K.Nodes.size()),
      InBlock(K.Nodes.size()) {
  if (D.Form != ElementForm::Comb || !Costs.find("add", "tree", 3))
    return;
  const std::vector<bool> Once = readOnce(D, L);
  findInBlocks(Once);
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (isSum(I) && S.Nodes[I].Unit.Kind == UnitKind::Logic) // reads it once
      for (uint32_t O : K.Nodes[I].Operands)
        if (const uint32_t Of = withoutExtension(O); isSum(Of) && Once[O])
          Inside[Of] = true;
}

/// [bit] of \p N, which is \p Subtracts or added, shifted by \p Shift.
void SumTrees::addSummand(uint32_t N, bool Subtracts, uint32_t Shift,
                          std::vector<uint32_t> &Heights) const {
  const uint32_t Of = withoutExtension(N);
  if (Inside[Of])
    return addHeights(Of, Subtracts, Shift, Heights);
  // The opposite of what has no higher bits has ones there.
  const uint32_t End =
      Subtracts ? uint32_t(Heights.size()) : Live[N].High + Shift;
  const uint64_t Value = K.Nodes[N].Value;
  const bool IsConstant = K.Nodes[N].Op == DatapathOp::Constant;
  for (uint32_t Bit = Live[N].Low + Shift;
       Bit < std::min<size_t>(End, Heights.size()); ++Bit)
    Heights[Bit] +=
        !IsConstant || Subtracts || (Value >> (Bit - Shift) & 1) != 0;
}

/// How many bits of each weight the sum that ends in \p N adds.
void SumTrees::addHeights(uint32_t N, bool Subtracts, uint32_t Shift,
                          std::vector<uint32_t> &Heights) const {
  const DatapathNode &Of = K.Nodes[N];
  if (S.Nodes[N].Unit.Kind != UnitKind::ShiftAdd) {
    addSummand(Of.Operands[0], Subtracts, Shift, Heights);
    addSummand(Of.Operands[1], Subtracts != (Of.Op == DatapathOp::Sub), Shift,
               Heights);
    return;
  }
  const unsigned X = K.Nodes[Of.Operands[0]].Op == DatapathOp::Constant;
  const TwoTerms Terms =
      *twoTerms(K.Nodes[Of.Operands[1 - X]].Value, Of.Type.Bits);
  if (Terms.First < Of.Type.Bits)
    addSummand(Of.Operands[X], Subtracts, Shift + Terms.First, Heights);
  addSummand(Of.Operands[X], Subtracts != !Terms.Adds, Shift + Terms.Second,
             Heights);
}

std::vector<uint32_t> SumTrees::operands(uint32_t N) const {
  std::vector<uint32_t> All;
  for (uint32_t O : K.Nodes[N].Operands)
    if (const uint32_t Of = withoutExtension(O); isSum(N) && Inside[Of]) {
      const std::vector<uint32_t> More = operands(Of);
      All.insert(All.end(), More.begin(), More.end());
    } else {
      All.push_back(O);
    }
  return All;
}

/// Need of the sum of \p Height numbers of \p Width bits, as measured or
/// between two that were. Each number beyond those needs as much as one of the
/// most.
std::optional<SumTrees::Need> SumTrees::ofColumns(uint32_t Height,
                                                  uint32_t Width) const {
  auto Of = [&](const CostCurve &C) -> std::optional<Need> {
    const uint32_t Size =
        std::clamp(Width, C.Points.front().Size, C.Points.back().Size);
    const auto Resources = C.at(Size);
    if (!Resources)
      return std::nullopt;
    return Need{*Resources * (double(Width) / Size),
                C.delayAt(Size).value_or(0),
                C.delayAt(C.Points.front().Size).value_or(0)};
  };
  if (Height < 3) {
    const CostCurve *C =
        Costs.find("add", Height == 1 ? "extended" : "variable");
    return C ? Of(*C) : std::nullopt;
  }
  const CostCurve *Below = nullptr, *Above = nullptr;
  for (const CostCurve &C : Costs.Curves) {
    if (C.Structure != "add" || C.Form != "tree")
      continue;
    if (C.Parameter <= Height && (!Below || C.Parameter > Below->Parameter))
      Below = &C;
    if (C.Parameter >= Height && (!Above || C.Parameter < Above->Parameter))
      Above = &C;
  }
  const auto Less = Below ? Of(*Below) : std::nullopt;
  const auto More = Above ? Of(*Above) : std::nullopt;
  if (!Less)
    return std::nullopt;
  if (!More)
    return Need{Less->Resources * (double(Height) / Below->Parameter),
                Less->Delay, Less->OfBit};
  const double Span = double(Above->Parameter) - Below->Parameter;
  const double Share = Span > 0 ? (Height - Below->Parameter) / Span : 0;
  return Need{Less->Resources + (More->Resources - Less->Resources) * Share,
              Less->Delay + (More->Delay - Less->Delay) * Share,
              Less->OfBit + (More->OfBit - Less->OfBit) * Share};
}

std::optional<SumTrees::Need> SumTrees::need(uint32_t N) const {
  if (!isSum(N) || Inside[N])
    return std::nullopt;
  std::vector<uint32_t> Heights(K.Nodes[N].Type.Bits);
  addHeights(N, false, 0, Heights);
  Heights.resize(std::min<size_t>(Heights.size(), Live[N].High));
  const uint32_t Width = uint32_t(Heights.size());
  std::map<uint32_t, uint32_t> Columns; // of each height
  bool HasCarry = false;
  for (uint32_t Height : Heights) {
    HasCarry |= Height > 1;
    if (HasCarry)
      ++Columns[std::max(Height, 1u)];
  }
  if (Columns.empty() || Columns.rbegin()->first < 3)
    return std::nullopt;
  Need Sum;
  for (const auto &[Height, Count] : Columns) {
    const auto Of = ofColumns(Height, Width);
    if (!Of)
      return std::nullopt;
    Sum.Resources += Of->Resources * (double(Count) / Width);
    Sum.Delay = std::max(Sum.Delay, Of->Delay);
    Sum.OfBit = std::max(Sum.OfBit, Of->OfBit);
  }
  Sum.Resources.Registers = 0;
  return Sum;
}

} // namespace roofline
