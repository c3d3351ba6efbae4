// Runs a netlist of bits cycle by cycle.
#include "BitSimulator.h"

namespace roofline::test {

BitSimulator::BitSimulator(const BitNetlist &B, const LoweringStyle &Style)
    : B(B), ReadsPropagate(Style.ReadsPropagate),
      Inputs(B.Gates.inputs().size()) {}

bool BitSimulator::set(Literal Input, uint64_t Cases) {
  uint64_t &Word = Inputs[B.Gates.nodes()[Input.node()].A.Code];
  const bool Changes = Word != Cases;
  Word = Cases;
  return Changes;
}

void BitSimulator::setInput(uint32_t Port, uint32_t Bit, uint64_t Cases) {
  const Literal Input = B.Inputs[Port][Bit];
  if (Input.node() != 0 && set(Input, Cases))
    IsSettled = false;
}

/// Sets the words of a chain; true where one changes.
bool BitSimulator::runChain(const CarryChain &C) {
  bool Changes = false;
  uint64_t Carry = valueOf(C.CarryIn);
  for (const CarryBit &Bit : C.Bits) {
    const uint64_t P = valueOf(Bit.Propagate), G = valueOf(Bit.Generate);
    // The other families' P and G are the operands.
    const uint64_t Passes = ReadsPropagate ? P : P ^ G;
    Changes |= set(Bit.Sum, Passes ^ Carry);
    Carry = (Passes & Carry) | (~Passes & G);
    Changes |= set(Bit.Carry, Carry);
  }
  return Changes;
}

size_t BitSimulator::tableOf(size_t Box) const {
  size_t Table = 0;
  for (size_t I = 0; I < Box; ++I)
    Table += B.Boxes[I].Cell == B.Boxes[Box].Cell;
  return Table;
}

uint64_t BitSimulator::casesAt(const BitWord &Address, uint64_t Word) const {
  uint64_t Cases = ~uint64_t(0);
  for (size_t I = 0; I < Address.size(); ++I)
    Cases &= Word >> I & 1 ? valueOf(Address[I]) : ~valueOf(Address[I]);
  return Cases;
}

std::vector<uint64_t> &BitSimulator::memory(const BitBox &Box, size_t Table,
                                            size_t Width) {
  std::vector<uint64_t> &Bits = Memories[{*Box.Memory, Table}];
  Bits.resize(Width << Box.Operands[0].size());
  return Bits;
}

std::vector<uint64_t> BitSimulator::read(size_t Box) {
  const BitBox &Of = B.Boxes[Box];
  const size_t Width = Of.Word.size();
  const std::vector<uint64_t> &Bits = memory(Of, tableOf(Box), Width);
  std::vector<uint64_t> Word(Width);
  for (size_t W = 0; W < Bits.size() / Width; ++W)
    for (size_t I = 0; I < Width; ++I)
      Word[I] |= Bits[W * Width + I] & casesAt(Of.Operands[0], W);
  return Word;
}

/// Sets what tables hold; blocks have an enable and wait for the clock.
bool BitSimulator::runTables() {
  bool Changes = false;
  for (size_t Box = 0; Box < B.Boxes.size(); ++Box) {
    const BitBox &Of = B.Boxes[Box];
    if (!Of.Memory || Of.writes() || Of.Operands.size() > 1)
      continue;
    const std::vector<uint64_t> Word = read(Box);
    for (size_t I = 0; I < Word.size(); ++I)
      Changes |= set(Of.Word[I], Word[I]);
  }
  return Changes;
}

void BitSimulator::write(const BitBox &Box) {
  const BitWord &Data = Box.Operands[1], &Enables = Box.Operands[2];
  for (size_t Table = 0; Table < Enables.size(); ++Table) {
    std::vector<uint64_t> &Bits = memory(Box, Table, Data.size());
    for (size_t W = 0; W < Bits.size() / Data.size(); ++W) {
      const uint64_t Cases =
          casesAt(Box.Operands[0], W) & valueOf(Enables[Table]);
      for (size_t I = 0; I < Data.size(); ++I) {
        uint64_t &Bit = Bits[W * Data.size() + I];
        Bit = (Bit & ~Cases) | (valueOf(Data[I]) & Cases);
      }
    }
  }
}

void BitSimulator::settle() {
  for (bool Changes = !IsSettled; Changes;) {
    Nodes = B.Gates.evaluate(Inputs);
    Changes = false;
    for (const CarryChain &C : B.Chains)
      Changes |= runChain(C);
    Changes |= runTables();
  }
  IsSettled = true;
}

uint64_t BitSimulator::output(uint32_t Port, uint32_t Bit) {
  settle();
  return valueOf(B.Outputs[Port][Bit]);
}

void BitSimulator::clock() {
  settle();
  for (size_t Box = 0; Box < B.Boxes.size(); ++Box) {
    const BitBox &Of = B.Boxes[Box];
    if (!Of.Memory || Of.writes() || Of.Operands.size() == 1)
      continue;
    const std::vector<uint64_t> Word = read(Box);
    const uint64_t Enable = valueOf(Of.Operands[1][0]);
    for (size_t I = 0; I < Word.size(); ++I)
      set(Of.Word[I], (Word[I] & Enable) | (valueOf(Of.Word[I]) & ~Enable));
  }
  for (const BitBox &Box : B.Boxes)
    if (Box.writes())
      write(Box);
  for (const FlipFlop &F : B.FlipFlops) { // Nodes stay as before the edge
    const uint64_t Enable = valueOf(F.Enable), Reset = valueOf(F.Reset);
    uint64_t Next = (Enable & valueOf(F.Data)) | (~Enable & valueOf(F.Word));
    Next = F.ResetTo ? Next | Reset : Next & ~Reset;
    set(F.Word, Next);
  }
  IsSettled = false;
}

} // namespace roofline::test
