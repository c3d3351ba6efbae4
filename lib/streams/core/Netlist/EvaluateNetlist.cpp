// Runs a netlist cycle by cycle.
#include "roofline/Netlist/EvaluateNetlist.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Netlist/ExpandUnits.h"
#include "roofline/Stream/StreamOperation.h"

#include <algorithm>
#include <cassert>
#include <random>

namespace roofline {
namespace {

bool takesFloats(OperandTypes Types) {
  return Types == OperandTypes::Float || Types == OperandTypes::FloatCompare ||
         Types == OperandTypes::FloatToInt ||
         Types == OperandTypes::FloatToFloat;
}
bool givesFloat(OperandTypes Types) {
  return Types == OperandTypes::Float || Types == OperandTypes::IntToFloat ||
         Types == OperandTypes::FloatToFloat;
}
ValueType typeOf(uint32_t Width, bool IsFloat) {
  return {IsFloat ? ScalarKind::Float : ScalarKind::Int, uint16_t(Width), 1};
}

/// Returns the upper half of a product by a reciprocal. It rounds down; a
/// factor above the exact one takes a negative dividend below a whole quotient,
/// too.
uint64_t reciprocalProduct(const NetlistUnit &U, uint64_t A, uint32_t Width) {
  const uint64_t Divisor = *parameterOf(U, "DIVISOR");
  const bool IsNegative =
      parameterOf(U, "SIGNED").value_or(0) && A >> (Width - 1) & 1;
  return IsNegative ? ~((-A & lowMask(Width)) / Divisor) : A / Divisor;
}

} // namespace

NetlistSimulator::NetlistSimulator(const Netlist &N, uint32_t Instance,
                                   std::optional<uint64_t> Seed)
    : N(N), Instance(Instance), Words(N.Cells.size()), States(N.Cells.size()) {
  assert(!checkNetlist(N) && "a netlist that runs obeys checkNetlist()");
  assert(std::all_of(N.Parameters.begin(), N.Parameters.end(),
                     [&](const NetlistParameter &P) {
                       return Instance < P.Values.size();
                     }) &&
         "each parameter has a value for the instance");
  for (const NetlistPort &P : N.Inputs)
    Ports.emplace_back((P.Width + 63) / 64);
  for (const NetlistMemory &M : N.Memories) {
    Memories.push_back(M.Contents);
    std::mt19937_64 Words(Seed.value_or(0) + 1);
    while (Memories.back().size() < M.Words)
      Memories.back().push_back(Words() & lowMask(M.Width));
  }
  std::mt19937_64 Random(Seed.value_or(0));
  auto Any = [&](uint32_t Width) {
    return Seed ? Random() & lowMask(Width) : 0;
  };
  for (CellId Id = 0; Id < N.Cells.size(); ++Id) {
    const Cell &C = N.Cells[Id];
    (isClocked(N, C) ? Clocked : Wires).push_back(Id);
    if (!isClocked(N, C))
      continue;
    const uint64_t Length =
        C.Kind == CellKind::Delay  ? C.Value
        : C.Kind == CellKind::Ring ? uint64_t(N.Rings[C.Index].Length)
        : C.Kind == CellKind::Unit ? N.Units[C.Index].Latency
                                   : 1;
    Words[Id] = Any(C.Width);
    for (uint64_t I = 1; I < Length; ++I)
      States[Id].Words.push_back(Any(C.Width));
  }
}

void NetlistSimulator::setInput(uint32_t Port, uint32_t Low, uint32_t Width,
                                uint64_t Value) {
  assert(Port < N.Inputs.size() && Low + Width <= N.Inputs[Port].Width &&
         "bits that are set are those of an input port");
  assert(Width <= 64 && "a word has at most 64 bits");
  for (uint32_t At = Low, End = Low + Width; At < End;) {
    const uint32_t Count = std::min(End - At, 64 - At % 64);
    const uint64_t Mask = lowMask(Count) << At % 64;
    uint64_t &Bits = Ports[Port][At / 64];
    Bits = (Bits & ~Mask) | (Value >> (At - Low) << At % 64 & Mask);
    At += Count;
  }
  IsSettled = false;
}

uint64_t NetlistSimulator::portBits(uint32_t Port, uint64_t Low,
                                    uint32_t Width) const {
  const std::vector<uint64_t> &Bits = Ports[Port];
  uint64_t Value = Bits[Low / 64] >> Low % 64;
  if (Low % 64 + Width > 64)
    Value |= Bits[Low / 64 + 1] << (64 - Low % 64);
  return Value & lowMask(Width);
}

uint64_t NetlistSimulator::output(uint32_t Port, uint32_t Low, uint32_t Width) {
  assert(Port < N.Outputs.size() && Low + Width <= N.Outputs[Port].Width &&
         "bits that are read are those of an output port");
  assert(Width <= 64 && "a word has at most 64 bits");
  settle();
  uint64_t Value = 0;
  int64_t At = -int64_t(Low); // [bit] of the driver, in the result
  for (CellId D : N.Outputs[Port].Drivers) {
    if (At >= int64_t(Width))
      break;
    if (At >= 0)
      Value |= Words[D] << At;
    else if (At > -64)
      Value |= Words[D] >> -At;
    At += N.Cells[D].Width;
  }
  return Value & lowMask(Width);
}

uint64_t NetlistSimulator::compute(const Cell &C) const {
  uint64_t Values[3] = {};
  for (size_t I = 0; I < C.Operands.size(); ++I)
    Values[I] = Words[C.Operands[I]];
  if (C.Op == DatapathOp::UDiv && C.Operands.size() == 1)
    return reciprocalProduct(N.Units[C.Index], Values[0], C.Width);
  const OperandTypes Types = facts(C.Op).Types;
  return applyOperation(
      C.Op, typeOf(C.Width, givesFloat(Types)),
      typeOf(N.Cells[C.Operands[0]].Width, takesFloats(Types)), Values);
}

/// Returns the word of a cell without a register.
uint64_t NetlistSimulator::wire(const Cell &C) const {
  switch (C.Kind) {
  case CellKind::Input:
    return portBits(C.Index, C.Value, C.Width);
  case CellKind::Constant:
    return C.Value;
  case CellKind::Parameter:
    return N.Parameters[C.Index].Values[Instance];
  case CellKind::Bits:
    return Words[C.Operands[0]] >> C.Value;
  case CellKind::Join: {
    uint64_t Value = 0;
    uint32_t At = 0;
    for (CellId O : C.Operands) {
      Value |= Words[O] << At;
      At += N.Cells[O].Width;
    }
    return Value;
  }
  default:
    return compute(C);
  }
}

void NetlistSimulator::settle() {
  if (IsSettled)
    return;
  for (CellId Id : Wires)
    Words[Id] = wire(N.Cells[Id]) & lowMask(N.Cells[Id].Width);
  IsSettled = true;
}

/// Returns the word of a clocked cell after the edge.
uint64_t NetlistSimulator::afterEdge(CellId Id) {
  const Cell &C = N.Cells[Id];
  State &S = States[Id];
  const bool IsLoaded = isOn(C.Load, false);
  if (C.Kind == CellKind::Register && IsLoaded)
    return Words[*C.LoadValue];
  const bool IsEnabled = isOn(C.Enable, true);
  uint64_t Next = Words[Id];
  if (isOfMemory(C.Kind))
    return IsEnabled && C.Kind == CellKind::Read ? readMemory(C, Next) : Next;
  if (IsEnabled) {
    Next = C.Kind == CellKind::Unit ? compute(C) & lowMask(C.Width)
                                    : Words[C.Operands[0]];
    if (!S.Words.empty()) { // read before it is written
      std::swap(Next, S.Words[S.Place]);
      const bool IsLast = C.Kind == CellKind::Ring && C.Operands.size() > 1 &&
                          S.Place == Words[C.Operands[1]];
      S.Place = IsLast ? 0 : (S.Place + 1) % S.Words.size();
    }
  }
  if (C.Kind == CellKind::Ring && IsLoaded)
    S.Place = 0;
  return Next;
}

/// Returns the word that \p C reads at this edge: any one beyond the memory's
/// end, and where the same word is written.
uint64_t NetlistSimulator::readMemory(const Cell &C, uint64_t Before) {
  const uint64_t Address = Words[C.Operands[0]];
  bool Collides = Address >= Memories[C.Index].size();
  for (CellId Id : Clocked) {
    const Cell &W = N.Cells[Id];
    Collides |= W.Kind == CellKind::Write && W.Index == C.Index &&
                isOn(W.Enable, true) && Words[W.Operands[0]] == Address;
  }
  if (!Collides)
    return Memories[C.Index][Address];
  Garbage = Garbage * 6364136223846793005 + 1442695040888963407 + Before;
  return Garbage >> (64 - C.Width);
}

void NetlistSimulator::writeMemories() {
  for (CellId Id : Clocked) {
    const Cell &W = N.Cells[Id];
    if (W.Kind != CellKind::Write || !isOn(W.Enable, true))
      continue;
    std::vector<uint64_t> &M = Memories[W.Index];
    if (const uint64_t Address = Words[W.Operands[0]]; Address < M.size())
      M[Address] = Words[W.Operands[1]];
  }
}

void NetlistSimulator::clock() {
  settle();
  std::vector<uint64_t> Next; // all of them read the words before the edge
  for (CellId Id : Clocked)
    Next.push_back(afterEdge(Id));
  if (!Memories.empty())
    writeMemories();
  for (size_t I = 0; I < Next.size(); ++I)
    Words[Clocked[I]] = Next[I];
  IsSettled = false;
}

std::optional<uint32_t> findPort(const std::vector<NetlistPort> &Ports,
                                 std::string_view Name) {
  for (uint32_t I = 0; I < Ports.size(); ++I)
    if (Ports[I].Name == Name)
      return I;
  return std::nullopt;
}

} // namespace roofline
