// A netlist bit by bit.
#include "roofline/Mapping/BitNetlist.h"

#include "FixedBits.h"
#include "LowerMemories.h"
#include "LowerOperators.h"
#include "PruneNetlist.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Netlist/ExpandUnits.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace roofline {
namespace {

class Lowering {
public:
  Lowering(const Netlist &N, const LoweringStyle &Style, uint32_t Instance,
           KnownBits &Fixed)
      : N(N), Style(Style), Instance(Instance), Fixed(Fixed),
        Operators(B, Style), Words(N.Cells.size()) {}

  BitNetlist run() {
    G.makeInput(); // so that no word is without a node
    findInnerSums();
    for (const NetlistPort &P : N.Inputs)
      B.Inputs.emplace_back(P.Width, False);
    makeFeedback();
    for (CellId C = 0; C < N.Cells.size(); ++C)
      lower(C);
    for (const auto &[Register, First] : Open)
      fillRegister(Register, First);
    findFixed(openBits(), Fixed);
    for (const auto &[Delay, First] : OpenDelays)
      fillDelay(Delay, First);
    for (CellId Unit : OpenUnits)
      box(N.Cells[Unit], Unit);
    MemoryLowering Memories(N, Style, Words, B);
    for (CellId C = 0; C < N.Cells.size(); ++C)
      if (isOfMemory(N.Cells[C].Kind))
        Memories.addPort(C);
    for (const NetlistPort &P : N.Outputs) {
      BitWord All;
      for (CellId D : P.Drivers)
        All.insert(All.end(), Words[D].begin(), Words[D].end());
      B.Outputs.push_back(std::move(All));
    }
    return std::move(B);
  }

private:
  const Netlist &N;
  const LoweringStyle &Style;
  uint32_t Instance;
  KnownBits &Fixed;
  BitNetlist B;
  GateNetwork &G = B.Gates;
  OperatorLowering Operators;
  std::vector<BitWord> Words; ///< by cell
  /// Registers that are read before their data are known, with their first
  /// flip-flop.
  std::vector<std::pair<CellId, size_t>> Open;
  std::vector<std::pair<CellId, size_t>> OpenDelays; ///< likewise: of the last
  std::vector<CellId> OpenUnits; ///< likewise, units with a latency
  std::map<std::tuple<std::string, CellId, std::vector<BitWord>>, BitWord>
      UnitWords;                 ///< by unit or ring, and operands
  std::vector<uint32_t> Readers; ///< number by cell
  std::vector<bool> IsInner;     ///< by cell: part of another sum
  std::vector<uint32_t> FlopOf;  ///< by node of the word
  /// Flip-flops of one word of data are a list: its first one by the data's
  /// code, and the next one of each.
  std::vector<uint32_t> FlopsOfData, NextFlop;

  /// Makes the words of memories, and of registers and units that read later
  /// cells.
  void makeFeedback() {
    for (CellId Id = 0; Id < N.Cells.size(); ++Id) {
      const Cell &C = N.Cells[Id];
      bool ReadsLater = false;
      forEachOperand(C, [&](CellId O) { ReadsLater |= O >= Id; });
      if (C.Kind == CellKind::Read) // in order, as they have flip-flops
        Words[Id] = makeWord(G, C.Width);
      if (!ReadsLater)
        continue;
      if (C.Kind == CellKind::Unit) {
        OpenUnits.push_back(Id);
        Words[Id] = makeWord(G, C.Width);
      }
      if (C.Kind == CellKind::Delay && C.Value > 0) {
        OpenDelays.emplace_back(Id, B.FlipFlops.size());
        for (const Literal &L : Words[Id] = makeWord(G, C.Width)) {
          FlipFlop F;
          F.Word = L;
          F.Cell = Id;
          B.FlipFlops.push_back(F);
        }
      }
      if (C.Kind == CellKind::Register) {
        Open.emplace_back(Id, B.FlipFlops.size());
        for (uint32_t I = 0; I < C.Width; ++I) {
          const auto Known = Fixed.find({Id, I});
          FlipFlop F;
          F.Word = Known == Fixed.end() ? G.makeInput() : wordOf(Known->second);
          F.Cell = Id;
          Words[Id].push_back(F.Word);
          B.FlipFlops.push_back(F);
        }
      }
    }
  }

  static bool isSum(const Cell &C) {
    return C.Kind == CellKind::Operator &&
           (C.Op == DatapathOp::Add || C.Op == DatapathOp::Sub);
  }
  static bool isSmallProduct(const Cell &C) {
    return C.Kind == CellKind::Operator && C.Op == DatapathOp::Mul &&
           C.Width < LeastProduct;
  }
  /// The cell behind wires that nothing else reads, which may put zeros above
  /// it.
  CellId behindWires(CellId Id) const {
    auto IsZero = [&](CellId O) {
      return N.Cells[O].Kind == CellKind::Constant && N.Cells[O].Value == 0;
    };
    while (N.Cells[Id].Kind == CellKind::Join && Readers[Id] == 1 &&
           std::all_of(N.Cells[Id].Operands.begin() + 1,
                       N.Cells[Id].Operands.end(), IsZero))
      Id = N.Cells[Id].Operands[0];
    return Id;
  }

  /// The greatest value that word \p Id may have as synthesis sees it, of
  /// which a sum of unsigned numbers has no bits more; nothing where it
  /// subtracts.
  std::optional<unsigned __int128> greatest(CellId Id) const {
    const CellId From = behindWires(Id);
    const Cell &C = N.Cells[From];
    if (C.Kind == CellKind::Constant)
      return C.Value;
    if (!IsInner[From])
      return ((unsigned __int128)1 << C.Width) - 1;
    const auto X = greatest(C.Operands[0]), Y = greatest(C.Operands[1]);
    if (!X || !Y || C.Op == DatapathOp::Sub)
      return std::nullopt;
    return C.Op == DatapathOp::Mul ? *X * *Y : *X + *Y;
  }

  /// Sums and small products that only another sum reads are a part of it, if
  /// no carry of theirs is cut off.
  void findInnerSums() {
    Readers.resize(N.Cells.size());
    IsInner.resize(N.Cells.size());
    for (const Cell &C : N.Cells)
      forEachOperand(C, [&](CellId O) { ++Readers[O]; });
    for (const NetlistPort &P : N.Outputs)
      for (CellId D : P.Drivers)
        ++Readers[D];
    for (const Cell &C : N.Cells)
      if (isSum(C))
        for (CellId O : C.Operands)
          if (const CellId From = behindWires(O);
              (isSum(N.Cells[From]) || isSmallProduct(N.Cells[From])) &&
              Readers[From] == 1) {
            IsInner[From] = true;
            const uint32_t Width = N.Cells[From].Width;
            const auto Most = greatest(From);
            IsInner[From] = Width == C.Width || (Most && *Most >> Width == 0);
          }
  }
  /// \p Id as a number of \p Width bits.
  BitWord wordOf(CellId Id, uint32_t Width) const {
    BitWord Word = Words[Id];
    Word.resize(Width, False);
    return Word;
  }
  /// Adds what sum or product \p Id adds, as numbers of \p Width bits.
  void addTerms(CellId Id, bool IsNegative, uint32_t Width,
                std::vector<OperatorLowering::Term> &To) {
    const Cell &C = N.Cells[Id];
    if (C.Op == DatapathOp::Mul) {
      for (BitWord &Row : Operators.productRows(wordOf(C.Operands[0], Width),
                                                wordOf(C.Operands[1], Width)))
        To.push_back({std::move(Row), IsNegative, false, true});
      return;
    }
    for (size_t I = 0; I < C.Operands.size(); ++I) {
      const bool Subtracts = IsNegative != (I == 1 && C.Op == DatapathOp::Sub);
      const CellId From = behindWires(C.Operands[I]);
      if (IsInner[From]) {
        addTerms(From, Subtracts, Width, To);
        continue;
      }
      CellId Driver = From;
      uint32_t Lowest = 0;
      throughWires(Driver, Lowest);
      To.push_back({wordOf(C.Operands[I], Width), Subtracts,
                    N.Cells[Driver].Kind == CellKind::Input, false, Driver});
    }
  }

  /// yosys has the operand of a sum first that the text names first: a port,
  /// or the word of a memory before an operator that takes it.
  std::vector<BitWord> inOrder(const Cell &C,
                               const std::vector<OperatorLowering::Term> &Terms,
                               std::vector<BitWord> Operands) const {
    if (C.Op != DatapathOp::Add || Terms.size() != 2 || Terms[0].IsPort)
      return Operands;
    const CellId First = Terms[0].Driver, Second = Terms[1].Driver;
    if (Terms[1].IsPort ||
        (N.Cells[Second].Kind == CellKind::Read && Second < First &&
         N.Cells[First].Kind == CellKind::Operator))
      std::swap(Operands[0], Operands[1]);
    return Operands;
  }

  Literal wordOf(const KnownBit &Known) const {
    return Known.Value ? Literal::constant(*Known.Value)
                       : Words[Known.Like.first][Known.Like.second];
  }

  Literal enableOf(const Cell &C) const {
    return C.Enable ? Words[*C.Enable][0] : True;
  }

  /// Makes the flip-flop of bit \p Bit, with its data and enable alone.
  FlipFlop flipFlop(const Cell &C, CellId Id, uint32_t Bit) const {
    FlipFlop F;
    F.Cell = Id;
    F.Data = Words[C.Operands[0]][Bit];
    F.Enable = enableOf(C);
    return F;
  }

  /// Sets the reset and enable of a flip-flop, from its load and from the
  /// selects in front of its data.
  void setControls(FlipFlop &F, const Cell &C, uint32_t Bit) {
    if (C.Load) {
      const Literal If = Words[*C.Load][0], To = Words[*C.LoadValue][Bit];
      if (To.node() == 0) {
        F.Reset = If;
        F.ResetTo = To == True;
      } else {
        const bool IsKept = F.Data == F.Word && F.Word.node() != 0;
        if (IsKept || F.Enable == False) { // nothing else is ever taken
          F.Data = To;
          F.Enable = If;
        } else { // its data are a choice of two words
          F.Data = G.makeMux(If, To, F.Data);
          F.Enable = G.makeOr(If, F.Enable);
        }
        F.CanShift = true;
        return;
      }
    }
    if (!takeOwnWord(F, C.Operands[0], Bit))
      takeSelects(F, C.Operands[0], Bit);
    if (F.Reset == F.Enable && F.Reset != False) // the data never come
      F.Data = Literal::constant(F.ResetTo);
    F.CanShift = F.Reset == False;
  }

  /// Goes back from bit \p Bit of \p From to the bit that drives it.
  void throughWires(CellId &From, uint32_t &Bit) const {
    for (;;) {
      const Cell &C = N.Cells[From];
      if (C.Kind == CellKind::Bits) {
        Bit += uint32_t(C.Value);
        From = C.Operands[0];
      } else if (C.Kind == CellKind::Join) {
        size_t Part = 0;
        for (; Bit >= N.Cells[C.Operands[Part]].Width; ++Part)
          Bit -= N.Cells[C.Operands[Part]].Width;
        From = C.Operands[Part];
      } else {
        return;
      }
    }
  }

  /// The data of \p F without the choices of its own word behind others, of
  /// which \p Keeps gets the conditions. \p Path is that of bit \p Bit of \p
  /// From.
  Literal withoutOwnWord(const FlipFlop &F, CellId From, uint32_t Bit,
                         Literal Path, Literal &Keeps) {
    throughWires(From, Bit);
    const Cell &S = N.Cells[From];
    const Literal Whole = Words[From][Bit];
    if (S.Kind != CellKind::Operator || S.Op != DatapathOp::Select ||
        Readers[From] > 1)
      return Whole;
    const Literal If = Words[S.Operands[0]][0];
    Literal Arms[2];
    for (unsigned Arm : {0u, 1u}) {
      const Literal On = G.makeAnd(Path, Arm == 0 ? If : ~If);
      if (Words[S.Operands[1 + Arm]][Bit] == F.Word) {
        Keeps = G.makeOr(Keeps, On);
        return withoutOwnWord(F, S.Operands[2 - Arm], Bit,
                              G.makeAnd(Path, Arm == 0 ? ~If : If), Keeps);
      }
    }
    const Literal Before = Keeps;
    for (unsigned Arm : {0u, 1u})
      Arms[Arm] = withoutOwnWord(F, S.Operands[1 + Arm], Bit,
                                 G.makeAnd(Path, Arm == 0 ? If : ~If), Keeps);
    return Keeps == Before ? Whole : G.makeMux(If, Arms[0], Arms[1]);
  }

  /// Turns choices of the word itself, behind others, into the enable. Only
  /// Series 7, whose chains read one function, has it before resets:
  /// `xilinx_dffopt` gives these back to tables.
  bool takeOwnWord(FlipFlop &F, CellId From, uint32_t Bit) {
    if (!Style.ReadsPropagate || F.Word.node() == 0 || F.Enable == True)
      return false;
    Literal Keeps = False;
    const Literal Data = withoutOwnWord(F, From, Bit, True, Keeps);
    if (Keeps == False)
      return false;
    F.Data = Data;
    F.Enable = G.makeAnd(F.Enable, ~Keeps);
    return true;
  }

  /// Turns selects of a constant into the reset, and selects of the word itself
  /// into the enable.
  void takeSelects(FlipFlop &F, CellId From, uint32_t Bit) {
    // A reset before an enable takes in no other one.
    const bool MayReset = F.Reset == False || F.Enable == True;
    Literal Chosen = False; // the constant, by any select under this enable
    auto AddReset = [&] {
      F.Reset = G.makeOr(F.Reset, G.makeAnd(Chosen, F.Enable));
      Chosen = False;
    };
    for (bool Took = true; Took;) {
      throughWires(From, Bit);
      const Cell *S = &N.Cells[From];
      if (S->Kind != CellKind::Operator || S->Op != DatapathOp::Select ||
          Words[S->Operands[1]][Bit] == Words[S->Operands[2]][Bit])
        break;
      const Literal If = Words[S->Operands[0]][0];
      if (If.node() == 0)
        break;
      Took = false;
      for (unsigned Arm : {1u, 2u}) {
        const Literal This = Words[S->Operands[Arm]][Bit];
        const CellId Other = S->Operands[3 - Arm];
        const Literal When = Arm == 1 ? If : ~If;
        if (This.node() == 0 && MayReset && Readers[From] == 1 &&
            ((F.Reset == False && Chosen == False) ||
             F.ResetTo == (This == True))) {
          F.ResetTo = This == True;
          Chosen = G.makeOr(Chosen, When);
          F.HasOwnReset = F.Enable != True;
        } else if (This == F.Word && F.Word.node() != 0) {
          AddReset();
          F.Enable = G.makeAnd(F.Enable, ~When);
        } else {
          continue;
        }
        F.Data = Words[Other][Bit];
        From = Other;
        Took = true;
        break;
      }
    }
    AddReset();
  }

  void fillRegister(CellId Id, size_t FirstFlipFlop) {
    const Cell &C = N.Cells[Id];
    for (uint32_t I = 0; I < C.Width; ++I) {
      FlipFlop F = flipFlop(C, Id, I);
      F.Word = B.FlipFlops[FirstFlipFlop + I].Word;
      setControls(F, C, I);
      B.FlipFlops[FirstFlipFlop + I] = F;
      if (F.Word.node() != 0) // units that come behind may take it in
        at(FlopOf, F.Word.node()) = uint32_t(FirstFlipFlop + I);
    }
  }

  /// The bits of open registers of which nothing is known.
  std::vector<OpenBit> openBits() const {
    std::vector<OpenBit> Bits;
    for (const auto &[Id, First] : Open)
      for (uint32_t I = 0; I < N.Cells[Id].Width; ++I)
        if (const FlipFlop &F = B.FlipFlops[First + I];
            F.Word.node() != 0 && !Fixed.count({Id, I}))
          Bits.push_back({{Id, I}, &F});
    return Bits;
  }

  void fillDelay(CellId Id, size_t FirstFlipFlop) {
    const Cell &C = N.Cells[Id];
    for (uint32_t I = 0; I < C.Width; ++I) {
      FlipFlop F = flipFlop(C, Id, I);
      for (uint64_t Step = 1; Step < C.Value; ++Step)
        F.Data = registered(F);
      F.Word = B.FlipFlops[FirstFlipFlop + I].Word;
      at(FlopOf, F.Word.node()) = uint32_t(FirstFlipFlop + I);
      B.FlipFlops[FirstFlipFlop + I] = F;
    }
  }

  /// Returns the word of flip-flop \p F, or of an equal one that is there.
  Literal registered(FlipFlop F) {
    const bool IsConstant = F.Data.node() == 0 &&
                            (F.Reset == False || F.ResetTo == (F.Data == True));
    if (IsConstant)
      return F.Data;
    uint32_t &First = at(FlopsOfData, F.Data.Code);
    for (uint32_t I = F.IsApart ? NoFlop : First; I != NoFlop; I = NextFlop[I])
      if (const FlipFlop &Known = B.FlipFlops[I]; Known.Enable == F.Enable &&
                                                  Known.Reset == F.Reset &&
                                                  Known.ResetTo == F.ResetTo)
        return Known.Word;
    F.Word = G.makeInput();
    const uint32_t Index = uint32_t(B.FlipFlops.size());
    at(FlopOf, F.Word.node()) = Index;
    at(NextFlop, Index) = F.IsApart ? NoFlop : std::exchange(First, Index);
    B.FlipFlops.push_back(F);
    return F.Word;
  }

  BitWord registered(BitWord W, const Cell &C, CellId Id) {
    for (Literal &L : W) {
      FlipFlop F;
      F.Cell = Id;
      F.Data = L;
      F.Enable = enableOf(C);
      L = registered(F);
    }
    return W;
  }

  /// Registers of the factors, the product and the result, as roofline_mul.
  BitWord productOfOneBit(const Cell &C, CellId Id) {
    // One after the other: flip-flops have numbers.
    const BitWord Left = registered(Words[C.Operands[0]], C, Id);
    const BitWord Right = registered(Words[C.Operands[1]], C, Id);
    const std::vector<BitWord> Rows = Operators.productRows(Left, Right);
    return registered(registered(Rows[0], C, Id), C, Id);
  }

  static constexpr uint32_t NoFlop = ~0u;
  static uint32_t &at(std::vector<uint32_t> &Flops, uint32_t I) {
    if (I >= Flops.size())
      Flops.resize(I + 1, NoFlop);
    return Flops[I];
  }

  /// Adds the operands' registers with which sums, products and extremes of
  /// floats begin; a product has registers of the fractions alone. With a
  /// constant operand they are other circuits.
  void registerOperands(const Cell &C, BitBox &Box) {
    const bool IsProduct = C.Op == DatapathOp::FMul;
    const bool HasRegisters =
        IsProduct || C.Op == DatapathOp::FAdd || C.Op == DatapathOp::FSub ||
        C.Op == DatapathOp::FMin || C.Op == DatapathOp::FMax;
    const uint32_t Fraction = fractionBits(C.Width);
    if (!HasRegisters ||
        std::any_of(Box.Operands.begin(), Box.Operands.end(),
                    [](const BitWord &W) { return isConstant(W); }))
      return;
    const bool IsSquare =
        IsProduct && Words[C.Operands[0]] == Words[C.Operands[1]];
    for (size_t Of = 0; Of < (IsSquare ? 1 : C.Operands.size()); ++Of) {
      const CellId O = C.Operands[Of];
      BitWord Registers;
      for (uint32_t I = 0; I < (IsProduct ? Fraction : C.Width); ++I) {
        FlipFlop F;
        F.Data = Words[O][I];
        F.Enable = enableOf(C);
        F.Cell = Box.Cell;
        Registers.push_back(registered(F));
        Box.OperandRegisters += F.Data.node() != 0;
      }
      Box.Operands.push_back(std::move(Registers));
    }
  }

  /// Moves the registers before a product into its DSP blocks, if they have its
  /// enable and no reset.
  void absorbRegisters(BitBox &Box, Literal Enable) {
    for (BitWord &W : Box.Operands) {
      BitWord Before;
      for (Literal L : W) {
        const uint32_t At = at(FlopOf, L.node());
        const bool IsRegister = At != NoFlop && B.FlipFlops[At].CanShift &&
                                B.FlipFlops[At].Enable == Enable &&
                                !L.isInverted();
        if (L.node() != 0 && !IsRegister)
          break;
        Before.push_back(L.node() ? B.FlipFlops[At].Data : L);
      }
      if (Before.size() == W.size())
        W = std::move(Before);
    }
  }

  BitWord box(const Cell &C, CellId Id) {
    BitBox Box;
    Box.Cell = Id;
    for (CellId O : C.Operands)
      Box.Operands.push_back(Words[O]);
    if (C.Kind == CellKind::Unit)
      registerOperands(C, Box);
    const bool IsClocked =
        C.Kind == CellKind::Unit && N.Units[C.Index].Latency > 0;
    if (IsClocked && Style.ProductsTakeRegisters &&
        (C.Op == DatapathOp::Mul || C.Op == DatapathOp::UDiv))
      absorbRegisters(Box, enableOf(C));
    if (C.Enable)
      Box.Operands.push_back(Words[*C.Enable]);
    if (!Words[Id].empty()) { // read before its operands were known
      Box.Word = Words[Id];
      B.Boxes.push_back(std::move(Box));
      return Words[Id];
    }
    // Equal units are one.
    BitWord &Word =
        UnitWords[{C.Kind == CellKind::Unit ? unitText(C) : "",
                   C.Kind == CellKind::Unit ? 0 : Id, Box.Operands}];
    if (!Word.empty())
      return Word;
    Word = makeWord(G, C.Width);
    Box.Word = Word;
    if (IsClocked && Style.BehindBlocks)
      registerResult(C, Box, Word);
    B.Boxes.push_back(std::move(Box));
    return Word;
  }

  void registerResult(const Cell &C, BitBox &Box, BitWord &Word) {
    const ResultRegisters Behind = Style.BehindBlocks(N, Box);
    if (Behind.Number < Behind.Bits) // the first ones are in the blocks
      return;
    for (uint32_t I = 0; I < Behind.Number; ++I) {
      FlipFlop F;
      F.Data = Word[I % Behind.Bits];
      F.Enable = enableOf(C);
      F.Cell = Box.Cell;
      Word[I % Behind.Bits] = registered(F);
    }
    Box.ResultRegisters = Behind.Number;
  }

  std::string unitText(const Cell &C) const {
    const NetlistUnit &U = N.Units[C.Index];
    std::string Text = U.Module + std::to_string(unsigned(C.Op));
    for (const auto &[Name, Value] : U.Parameters)
      Text += " " + Name + "=" + Value;
    return Text;
  }

  /// True for a product of a factor of one bit, which no DSP block is used for:
  /// DSP_A_MINWIDTH and DSP_B_MINWIDTH of synth_xilinx.
  bool isOfOneBit(const Cell &C) const {
    auto IsShort = [&](CellId O) {
      return std::all_of(Words[O].begin() + 1, Words[O].end(),
                         [](Literal L) { return L == False; });
    };
    return C.Op == DatapathOp::Mul &&
           (C.Kind == CellKind::Operator ||
            !parameterOf(N.Units[C.Index], "SIGNED").value_or(0)) &&
           (IsShort(C.Operands[0]) || IsShort(C.Operands[1]));
  }

  /// True for a product without registers that takes DSP blocks, and for an
  /// operator that has only a price, no gates.
  bool isBlock(const Cell &C) const {
    if (!OperatorLowering::knows(C.Op))
      return true;
    if (C.Op != DatapathOp::Mul || C.Width < LeastProduct || isOfOneBit(C))
      return false;
    const BitWord &X = Words[C.Operands[0]], &Y = Words[C.Operands[1]];
    return !isZero(X) && !isZero(Y) && !(isConstant(X) && isConstant(Y));
  }

  void lower(CellId Id) {
    const Cell &C = N.Cells[Id];
    BitWord &W = Words[Id];
    if (!W.empty())
      return; // feedback
    auto Constant = [&](uint64_t Value) {
      for (uint32_t I = 0; I < C.Width; ++I)
        W.push_back(Literal::constant(I < 64 && (Value >> I & 1)));
    };
    switch (C.Kind) {
    case CellKind::Input:
      for (uint32_t I = 0; I < C.Width; ++I) {
        Literal &Bit = B.Inputs[C.Index][C.Value + I];
        if (Bit == False)
          Bit = G.makeInput();
        W.push_back(Bit);
      }
      return;
    case CellKind::Constant:
      return Constant(C.Value);
    case CellKind::Parameter:
      return Constant(N.Parameters[C.Index].Values[Instance]);
    case CellKind::Bits: {
      const auto From = Words[C.Operands[0]].begin() + ptrdiff_t(C.Value);
      W.assign(From, From + C.Width);
      return;
    }
    case CellKind::Join:
      for (CellId O : C.Operands)
        W.insert(W.end(), Words[O].begin(), Words[O].end());
      return;
    case CellKind::Operator: {
      std::vector<BitWord> Word;
      for (CellId O : C.Operands)
        Word.push_back(Words[O]);
      std::vector<OperatorLowering::Term> Terms;
      if (isSum(C) && !IsInner[Id])
        addTerms(Id, false, C.Width, Terms);
      const bool IsTree =
          Terms.size() > 2 ||
          std::any_of(Terms.begin(), Terms.end(),
                      [](const OperatorLowering::Term &T) { return T.IsRow; });
      W = isBlock(C)    ? box(C, Id)
          : IsTree      ? Operators.sumOf(std::move(Terms), Id)
          : IsInner[Id] ? BitWord(C.Width, False) // in its reader
                        : Operators.run(C, Id, inOrder(C, Terms, Word));
      return;
    }
    case CellKind::Register:
      for (uint32_t I = 0; I < C.Width; ++I) {
        FlipFlop F = flipFlop(C, Id, I);
        setControls(F, C, I);
        if (C.Value) {
          F.CanShift = false;
          F.IsApart = true;
        }
        W.push_back(registered(F));
      }
      return;
    case CellKind::Delay:
      for (uint32_t I = 0; I < C.Width; ++I) {
        FlipFlop F = flipFlop(C, Id, I);
        for (uint64_t Step = 0; Step < C.Value; ++Step)
          F.Data = registered(F);
        W.push_back(F.Data);
      }
      return;
    case CellKind::Unit:
      if (isOfOneBit(C) && N.Units[C.Index].Latency > 0) {
        W = productOfOneBit(C, Id);
        return;
      }
      [[fallthrough]];
    case CellKind::Ring:
      W = box(C, Id);
      return;
    case CellKind::Read:
    case CellKind::Write:
      return; // MemoryLowering makes them
    }
  }
};

} // namespace

BitNetlist lowerNetlist(const Netlist &N, const LoweringStyle &Style,
                        uint32_t Instance) {
  assert(std::all_of(N.Parameters.begin(), N.Parameters.end(),
                     [&](const NetlistParameter &P) {
                       return Instance < P.Values.size();
                     }) &&
         "each parameter has a value for the instance");
  assert(Style.LutInputs >= 2 && "a lookup table has at least two inputs");
  KnownBits Fixed;
  BitNetlist B = Lowering(N, Style, Instance, Fixed).run();
  for (size_t Known = 0; Fixed.size() > Known;) {
    Known = Fixed.size();
    B = Lowering(N, Style, Instance, Fixed).run();
  }
  prune(B, Style);
  return B;
}

} // namespace roofline
