// Lanes bit by bit, against their words.
#include "BitSimulator.h"
#include "CodegenKernels.h"

#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Netlist/EvaluateNetlist.h"
#include "roofline/Netlist/ExpandUnits.h"
#include "roofline/Netlist/LaneNetlist.h"

#include <gtest/gtest.h>

#include <random>

using namespace roofline;
using namespace roofline::test;

namespace {

/// Makes ports of the words of units and rings, and of what they read. Both
/// simulators then get the same words of them.
void cutBoxes(Netlist &N) {
  for (CellId Id = 0; Id < N.Cells.size(); ++Id) {
    Cell &C = N.Cells[Id];
    const bool IsBlock = C.Kind == CellKind::Operator &&
                         C.Op == DatapathOp::Mul && C.Width >= LeastProduct;
    if (C.Kind != CellKind::Unit && C.Kind != CellKind::Ring && !IsBlock)
      continue;
    forEachOperand(C, [&](CellId O) {
      N.Outputs.push_back(
          {"read" + std::to_string(N.Outputs.size()), N.Cells[O].Width, {O}});
    });
    Cell Port;
    Port.Kind = CellKind::Input;
    Port.Width = C.Width;
    Port.Index = uint32_t(N.Inputs.size());
    Port.Section = C.Section;
    N.Inputs.push_back({"word" + std::to_string(Port.Index), C.Width, {}});
    C = std::move(Port);
  }
  N.Rings.clear();
  N.Units.clear();
}

/// A lane in words and in bits, with the same inputs.
class BothLanes {
public:
  BothLanes(const Netlist &N, uint32_t Lane, const LoweringStyle &Style,
            uint64_t Seed)
      : N(N), Bits(lowerNetlist(N, Style, Lane)), S(N, Lane), B(Bits, Style),
        Random(Seed) {
    for (uint32_t P = 0; P < N.Inputs.size(); ++P)
      if (N.Inputs[P].Name.starts_with("arg_"))
        setWord(P);
  }

  /// Puts random words on all ports but the arguments, which hold. Resets and
  /// loads in the first cycles, loads seldom later.
  void drive(unsigned Cycle) {
    for (uint32_t P = 0; P < N.Inputs.size(); ++P) {
      const std::string &Name = N.Inputs[P].Name;
      const bool IsFirst = Cycle < 2;
      if (Name == "rst")
        set(P, 0, Cycle == 0);
      else if (Name == "load" || Name == "start")
        set(P, 0, IsFirst || Random() % 60 == 0);
      else if (Name.ends_with("_tvalid") || Name.ends_with("_tready"))
        set(P, 0, Random() % 8 != 0);
      else if (!Name.starts_with("arg_"))
        setWord(P);
    }
  }

  /// The first output that differs in this cycle, with its bit.
  std::string difference() {
    for (uint32_t P = 0; P < N.Outputs.size(); ++P)
      for (uint32_t I = 0; I < N.Outputs[P].Width; ++I)
        if (S.output(P, I, 1) != (B.output(P, I) & 1))
          return N.Outputs[P].Name + "[" + std::to_string(I) + "]";
    return "";
  }

  void clock() {
    S.clock();
    B.clock();
  }

private:
  const Netlist &N;
  BitNetlist Bits;
  NetlistSimulator S;
  BitSimulator B;
  std::mt19937_64 Random;

  void set(uint32_t Port, uint32_t Bit, bool Value) {
    S.setInput(Port, Bit, 1, Value);
    B.setInput(Port, Bit, Value);
  }
  void setWord(uint32_t Port) {
    for (uint32_t I = 0; I < N.Inputs[Port].Width; ++I)
      set(Port, I, Random() & 1);
  }
};

/// [cycle] A register that only ever takes one constant is that constant in
/// bits; in words it is so once its pipeline is full.
constexpr unsigned WarmUp = 100, NumCycles = 300;

Netlist cutLane(const StreamKernel &K, const StreamDesign &D) {
  const DatapathSchedule S = scheduleDatapath(K, D.Form, D.Vector);
  Netlist N = laneNetlist(K, D, S, layOutLane(K, S, D), plainNames(K, S));
  expandUnits(N);
  cutBoxes(N);
  return N;
}

/// False where \p D cannot be built.
bool proveBits(const StreamKernel &K, const StreamDesign &D, uint64_t Seed) {
  if (whyNotBuildable(K, D))
    return false;
  const Netlist N = cutLane(K, D);
  EXPECT_EQ(checkNetlist(N), std::nullopt);
  for (const auto &[Name, Style] : LoweringStyles)
    for (uint32_t Lane = 0; Lane < D.Lanes; ++Lane) {
      BothLanes Both(N, Lane, Style, Seed);
      for (unsigned Cycle = 0; Cycle < NumCycles; ++Cycle) {
        Both.drive(Cycle);
        if (Cycle >= WarmUp) {
          const std::string Wrong = Both.difference();
          EXPECT_EQ(Wrong, "")
              << Name << ", seed " << Seed << ", form " << int(D.Form)
              << ", lane " << Lane << ", cycle " << Cycle;
          if (!Wrong.empty())
            break;
        }
        Both.clock();
      }
    }
  return true;
}

StreamDesign designOf(ElementForm Form, uint32_t Vector, uint32_t Lanes = 1) {
  StreamDesign D;
  D.Form = Form;
  D.Vector = Vector;
  D.Lanes = Lanes;
  return D;
}

TEST(LowerLanesTest, Pipelines) {
  for (uint64_t Seed = 1; Seed <= 10; ++Seed)
    EXPECT_TRUE(
        proveBits(randomKernel(Seed), designOf(ElementForm::Pipe, 1), Seed));
}

TEST(LowerLanesTest, OtherForms) {
  for (uint64_t Seed = 21; Seed <= 25; ++Seed)
    for (ElementForm Form : {ElementForm::Comb, ElementForm::Seq})
      EXPECT_TRUE(proveBits(randomKernel(Seed), designOf(Form, 1), Seed));
}

TEST(LowerLanesTest, VectorsAndLanes) {
  unsigned Count = 0;
  for (uint64_t Seed = 31; Seed <= 36; ++Seed) {
    Count +=
        proveBits(randomKernel(Seed), designOf(ElementForm::Pipe, 2), Seed);
    Count +=
        proveBits(randomKernel(Seed), designOf(ElementForm::Pipe, 1, 2), Seed);
  }
  EXPECT_GT(Count, 6u);
}

} // namespace
