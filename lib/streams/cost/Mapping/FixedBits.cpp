// Bits of registers that never change, or always equal others.
#include "FixedBits.h"

#include "LowerOperators.h"

#include <numeric>
#include <tuple>
#include <unordered_map>

namespace roofline {
namespace {

/// Data, enable, reset and what it resets to.
using Controls = std::tuple<Literal, Literal, Literal, bool>;
struct HashOfControls {
  size_t operator()(const Controls &C) const noexcept {
    constexpr uint64_t Odd = 0x9e3779b97f4a7c15; // 2^64 over the golden ratio
    const auto &[Data, Enable, Reset, To] = C;
    const uint64_t Front = uint64_t(Data.Code) << 32 | Enable.Code;
    return (Front * Odd ^ (uint64_t(Reset.Code) << 1 | To)) * Odd >> 16;
  }
};

} // namespace

void findFixed(const std::vector<OpenBit> &Bits, KnownBits &Fixed) {
  std::unordered_map<uint32_t, size_t> BitByNode; // by node of the word
  for (size_t I = 0; I < Bits.size(); ++I)
    BitByNode[Bits[I].F->Word.node()] = I;
  std::unordered_map<uint32_t, std::vector<size_t>> ReadersByNode; // likewise
  for (size_t I = 0; I < Bits.size(); ++I)
    for (const Literal L :
         {Bits[I].F->Data, Bits[I].F->Enable, Bits[I].F->Reset})
      if (BitByNode.count(L.node()))
        ReadersByNode[L.node()].push_back(I);

  std::unordered_map<uint32_t, Literal> Same; // likewise
  auto Resolve = [&](Literal L) {
    Literal Root = L;
    for (auto It = Same.find(Root.node()); It != Same.end();
         It = Same.find(Root.node()))
      Root = It->second ^ Root.isInverted();
    if (Root.node() != L.node()) // shorter the next time
      Same[L.node()] = Root ^ L.isInverted();
    return Root;
  };
  std::unordered_map<Controls, size_t, HashOfControls> Known;
  std::vector<size_t> Work(Bits.size());
  std::iota(Work.rbegin(), Work.rend(), size_t(0));
  auto Replace = [&](const FlipFlop &F, Literal By) {
    Same[F.Word.node()] = By;
    if (const auto It = ReadersByNode.find(F.Word.node());
        It != ReadersByNode.end())
      Work.insert(Work.end(), It->second.begin(), It->second.end());
  };
  while (!Work.empty()) {
    const size_t I = Work.back();
    Work.pop_back();
    const FlipFlop &F = *Bits[I].F;
    if (Same.count(F.Word.node()))
      continue;
    const Literal Data = Resolve(F.Data), Enable = Resolve(F.Enable),
                  Reset = Resolve(F.Reset);
    const bool TakesConstant =
        Data.node() == 0 && (Reset == False || F.ResetTo == (Data == True));
    if (Data == F.Word || Enable == False || TakesConstant) {
      Replace(F, Literal::constant(TakesConstant ? Data == True : F.ResetTo));
      continue;
    }
    const auto [First, IsNew] =
        Known.try_emplace({Data, Enable, Reset, F.ResetTo}, I);
    const Literal Root = Resolve(Bits[First->second].F->Word);
    if (IsNew || Root == F.Word)
      continue;
    const auto Other = BitByNode.find(Root.node());
    if (Other != BitByNode.end() && I < Other->second) {
      First->second = I;
      Replace(*Bits[Other->second].F, F.Word);
    } else {
      Replace(F, Root);
    }
  }
  for (const auto &[Bit, F] : Bits)
    if (Same.count(F->Word.node())) {
      const Literal L = Resolve(F->Word);
      Fixed[Bit] = L.node() == 0 ? KnownBit{L == True, {}}
                                 : KnownBit{std::nullopt,
                                            Bits[BitByNode.at(L.node())].Bit};
    }
}

} // namespace roofline
