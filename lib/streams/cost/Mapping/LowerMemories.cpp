// Memories as blocks, as lookup tables, or as gates.
#include "LowerMemories.h"

#include "LowerOperators.h"

#include <algorithm>
#include <cassert>

namespace roofline {

MemoryParts LoweringStyle::partsOf(const NetlistMemory &M) const noexcept {
  if (M.Contents.empty() && LeastBlockUse > 0) {
    auto Up = [](uint64_t A, uint64_t B) { return (A + B - 1) / B * B; };
    const double Whole =
        double(Up(M.Words, BlockWords)) * double(Up(M.Width, BlockWidth));
    return double(M.Words) * M.Width >= LeastBlockUse * Whole
               ? MemoryParts::Blocks
               : MemoryParts::Tables;
  }
  if (M.Contents.empty())
    return M.Words <= MostTableWords ? MemoryParts::Tables
                                     : MemoryParts::Blocks;
  return M.Words <= MostTableWords || !BlocksHaveContents ? MemoryParts::Gates
                                                          : MemoryParts::Blocks;
}

BitWord makeWord(GateNetwork &G, uint32_t Width) {
  BitWord Word;
  for (uint32_t I = 0; I < Width; ++I)
    Word.push_back(G.makeInput());
  return Word;
}

void MemoryLowering::addPort(CellId Id) {
  assert(isOfMemory(N.Cells[Id].Kind) && "a port is one of a memory");
  const MemoryParts Parts = Style.partsOf(memoryOf(Id));
  if (Parts == MemoryParts::Blocks)
    return addToBlock(Id);
  if (N.Cells[Id].Kind == CellKind::Write)
    return writeTables(Id);
  addFlipFlops(Id, Parts == MemoryParts::Gates
                       ? constantAt(Id, 0, uint32_t(addressOf(Id).size()))
                       : wordOfTables(Id));
}

Literal MemoryLowering::enableOf(CellId Id) const {
  const auto &Enable = N.Cells[Id].Enable;
  return Enable ? Words[*Enable][0] : True;
}

BitBox MemoryLowering::boxOf(CellId Id) const {
  BitBox Box;
  Box.Cell = Id;
  Box.Memory = N.Cells[Id].Index;
  return Box;
}

void MemoryLowering::addFlipFlops(CellId Id, const BitWord &Data) {
  for (size_t I = 0; I < Data.size(); ++I) {
    FlipFlop F;
    F.Cell = Id;
    F.Word = Words[Id][I];
    F.Data = Data[I];
    F.Enable = enableOf(Id);
    B.FlipFlops.push_back(F);
  }
}

void MemoryLowering::addToBlock(CellId Id) {
  BitBox Box = boxOf(Id);
  Box.Word = Words[Id];
  for (CellId O : N.Cells[Id].Operands)
    Box.Operands.push_back(Words[O]);
  Box.Operands.push_back({enableOf(Id)});
  B.Boxes.push_back(std::move(Box));
}

/// The constant at the address of \p Id, whose bits from \p Bits on are those
/// of \p High.
BitWord MemoryLowering::constantAt(CellId Id, uint64_t High, uint32_t Bits) {
  const NetlistMemory &M = memoryOf(Id);
  BitWord Low(M.Width, False);
  if (Bits == 0) {
    for (uint32_t I = 0; High < M.Words && I < M.Width; ++I)
      Low[I] = Literal::constant(M.Contents[High] >> I & 1);
    return Low;
  }
  Low = constantAt(Id, 2 * High, Bits - 1);
  const BitWord Top = constantAt(Id, 2 * High + 1, Bits - 1);
  for (uint32_t I = 0; I < M.Width; ++I)
    Low[I] = G.makeMux(addressOf(Id)[Bits - 1], Top[I], Low[I]);
  return Low;
}

uint64_t MemoryLowering::numTables(CellId Id) const {
  return (memoryOf(Id).Words + Style.TableWords - 1) / Style.TableWords;
}

/// [bit] of an address within a table.
uint32_t MemoryLowering::tableBits(CellId Id) const {
  uint32_t Bits = 0;
  while ((2u << Bits) <= Style.TableWords)
    ++Bits;
  return std::min(Bits, uint32_t(addressOf(Id).size()));
}

BitWord MemoryLowering::lowBits(CellId Id) const {
  const BitWord &Address = addressOf(Id);
  return {Address.begin(), Address.begin() + tableBits(Id)};
}

/// What the tables hold at the address of \p Id: a box each, and a choice.
BitWord MemoryLowering::wordOfTables(CellId Id) {
  std::vector<BitWord> Tables;
  for (uint64_t T = 0; T < numTables(Id); ++T) {
    BitBox Box = boxOf(Id);
    Box.Operands = {lowBits(Id)};
    Box.Word = makeWord(G, N.Cells[Id].Width);
    Tables.push_back(Box.Word);
    B.Boxes.push_back(std::move(Box));
  }
  for (size_t Bit = tableBits(Id); Tables.size() > 1; ++Bit) {
    std::vector<BitWord> Chosen;
    for (size_t T = 0; T < Tables.size(); T += 2) {
      Chosen.push_back(Tables[T]);
      for (size_t I = 0; T + 1 < Tables.size() && I < Chosen.back().size(); ++I)
        Chosen.back()[I] =
            G.makeMux(addressOf(Id)[Bit], Tables[T + 1][I], Tables[T][I]);
    }
    Tables = std::move(Chosen);
  }
  return Tables[0];
}

/// Each table has an enable, by the upper bits of the address.
void MemoryLowering::writeTables(CellId Id) {
  BitBox Box = boxOf(Id);
  Box.Operands = {lowBits(Id), Words[N.Cells[Id].Operands[1]], {}};
  const BitWord &Address = addressOf(Id);
  const size_t Low = tableBits(Id);
  for (uint64_t T = 0; T < numTables(Id); ++T) {
    Literal Enable = enableOf(Id);
    for (size_t Bit = Low; Bit < Address.size(); ++Bit)
      Enable = G.makeAnd(Enable,
                         T >> (Bit - Low) & 1 ? Address[Bit] : ~Address[Bit]);
    Box.Operands[2].push_back(Enable);
  }
  B.Boxes.push_back(std::move(Box));
}

} // namespace roofline
