// Netlists by chance.
#include "RandomNetlist.h"

#include <gtest/gtest.h>

#include "roofline/Base/LowMask.h"
#include "roofline/Netlist/NetlistBuilder.h"

#include <algorithm>

namespace roofline::test {
namespace {

using Op = DatapathOp;

class NetlistMaker {
public:
  explicit NetlistMaker(uint64_t Seed) : Random(Seed) {}

  Netlist run() {
    B.N.Name = "random";
    B.section("Inputs", CellPurpose::Control);
    for (unsigned I = 0; I < 3; ++I)
      B.inputPort("in" + std::to_string(I), uint32_t(1 + below(150)));
    for (unsigned I = 0; I < 6; ++I)
      addInput();
    for (unsigned I = 0; I < 3; ++I) // their data come later
      Later.push_back(keep(B.reg("later" + std::to_string(I), width())));
    B.section("Rings,\nas they are", CellPurpose::Datapath);
    RingControl = {bit(), bit(), {}};
    for (int64_t Length : {3, 7, 64})
      B.N.Rings.push_back({Length});
    B.section("All else", CellPurpose::Reductions);
    for (unsigned I = 0; I < 60; ++I)
      addCell();
    for (CellId R : Later)
      B.connect(R, word(B.width(R)), control(B.width(R)));
    for (unsigned I = 0; I < 3; ++I)
      B.output("out" + std::to_string(I), {any(), any(), any()});
    return std::move(B.N);
  }

private:
  std::mt19937_64 Random;
  NetlistBuilder B;
  std::vector<CellId> Cells, Later;
  RegisterControl RingControl;
  unsigned NumNames = 0;

  uint64_t below(uint64_t N) { return Random() % N; }
  uint32_t width() {
    const uint32_t Usual[] = {1, 8, 32, 64};
    return below(2) ? Usual[below(4)] : uint32_t(1 + below(64));
  }
  CellId keep(CellId C) {
    Cells.push_back(C);
    return C;
  }
  CellId any() { return Cells[below(Cells.size())]; }
  CellId word(uint32_t Width) { return B.resized(any(), Width, below(2)); }
  CellId bit() { return word(1); }
  std::string name() {
    return below(2) ? "n" + std::to_string(NumNames++) : std::string();
  }
  RegisterControl control(uint32_t Width) {
    RegisterControl C;
    if (below(2))
      C.Enable = bit();
    if (below(3) == 0) {
      C.Load = bit();
      C.LoadValue = word(Width);
    }
    return C;
  }

  void addInput() {
    const uint32_t Port = uint32_t(below(3)), All = B.N.Inputs[Port].Width;
    const uint32_t Low = uint32_t(below(All));
    keep(B.input(Port, Low, uint32_t(1 + below(std::min(64u, All - Low)))));
  }
  void addOperator() {
    const Op Of = Op(unsigned(Op::Add) +
                     below(unsigned(Op::Select) - unsigned(Op::Add) + 1));
    const uint32_t Width =
        Of == Op::SwapBytes ? 8 * uint32_t(1 + below(8)) : width();
    if (Of == Op::Select) {
      keep(B.select(bit(), word(Width), word(Width)));
      return;
    }
    std::vector<CellId> Operands;
    for (unsigned I = 0; I < numOperands(Of); ++I)
      Operands.push_back(below(4) ? word(Width) : B.constant(Random(), Width));
    const bool IsCompare = facts(Of).Types == OperandTypes::Compare;
    keep(B.op(Of, Operands, IsCompare ? 1 : Width));
  }
  void addUnit() {
    const std::optional<CellId> Enable =
        below(2) ? std::optional(bit()) : std::nullopt;
    if (below(2)) {
      keep(B.unit(name(), {"roofline_fadd", {{"EXP", "8"}}, 8, true}, Op::FAdd,
                  {word(32), word(32)}, 32, Enable));
      return;
    }
    const uint32_t Width = width();
    keep(B.unit(name(),
                {"roofline_mul", {{"WIDTH", std::to_string(Width)}}, 3, true},
                Op::Mul, {word(Width), word(Width)}, Width, Enable));
  }
  void addRing() {
    const uint32_t Index = uint32_t(below(3));
    keep(B.ring("", any(), Index, RingControl));
  }
  void addCell() {
    B.setLocation(below(2) ? SourceLocation{"k.cl", unsigned(1 + below(9)), 3}
                           : SourceLocation());
    const uint32_t Width = width();
    switch (below(9)) {
    case 0:
      keep(B.parameter("P" + std::to_string(NumNames++), Width,
                       {Random() & lowMask(Width), 0, lowMask(Width)}));
      return;
    case 1: {
      const CellId C = any();
      const uint32_t Low = uint32_t(below(B.width(C)));
      keep(B.bits(C, Low, uint32_t(1 + below(B.width(C) - Low))));
      return;
    }
    case 2:
      keep(B.join(
          {word(uint32_t(1 + below(30))), word(uint32_t(1 + below(30)))}));
      return;
    case 3:
      keep(B.reg(name(), word(Width), control(Width)));
      return;
    case 4:
      keep(B.delay(name(), any(), int64_t(1 + below(9)),
                   below(2) ? std::optional(bit()) : std::nullopt));
      return;
    case 5:
      return addRing();
    case 6:
      return addUnit();
    default:
      return addOperator();
    }
  }
};

} // namespace

Netlist randomNetlist(uint64_t Seed) { return NetlistMaker(Seed).run(); }

void setRandomInputs(NetlistSimulator &S, const Netlist &N,
                     std::mt19937_64 &Random) {
  for (uint32_t P = 0; P < N.Inputs.size(); ++P)
    for (uint32_t At = 0; At < N.Inputs[P].Width; ++At)
      S.setInput(P, At, 1, Random() & 1);
}

std::vector<uint64_t> outputWords(NetlistSimulator &S, const Netlist &N) {
  std::vector<uint64_t> Words;
  for (uint32_t P = 0; P < N.Outputs.size(); ++P)
    for (uint32_t At = 0; At < N.Outputs[P].Width; At += 64)
      Words.push_back(S.output(P, At, std::min(64u, N.Outputs[P].Width - At)));
  return Words;
}

void expectSameOutputs(const Netlist &Was, const Netlist &Is, uint64_t Seed) {
  const auto Instance = uint32_t(Seed % 3);
  NetlistSimulator Before(Was, Instance), After(Is, Instance);
  std::mt19937_64 ToBefore(Seed), ToAfter(Seed);
  for (unsigned Cycle = 0; Cycle < 150; ++Cycle) {
    setRandomInputs(Before, Was, ToBefore);
    setRandomInputs(After, Is, ToAfter);
    ASSERT_EQ(outputWords(Before, Was), outputWords(After, Is))
        << "seed " << Seed << ", cycle " << Cycle;
    Before.clock();
    After.clock();
  }
}

} // namespace roofline::test
