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

void BitSimulator::settle() {
  for (bool Changes = !IsSettled; Changes;) {
    Nodes = B.Gates.evaluate(Inputs);
    Changes = false;
    for (const CarryChain &C : B.Chains)
      Changes |= runChain(C);
  }
  IsSettled = true;
}

uint64_t BitSimulator::output(uint32_t Port, uint32_t Bit) {
  settle();
  return valueOf(B.Outputs[Port][Bit]);
}

void BitSimulator::clock() {
  settle();
  for (const FlipFlop &F : B.FlipFlops) { // Nodes stay as before the edge
    const uint64_t Enable = valueOf(F.Enable), Reset = valueOf(F.Reset);
    uint64_t Next = (Enable & valueOf(F.Data)) | (~Enable & valueOf(F.Word));
    Next = F.ResetTo ? Next | Reset : Next & ~Reset;
    set(F.Word, Next);
  }
  IsSettled = false;
}

} // namespace roofline::test
