// Covers compute what their networks do, and are as small as counted by hand.
#include "RandomNetwork.h"

#include "roofline/Gates/LutMapping.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

constexpr LutTarget Xc7 = LutTarget::xc7(), Ecp5 = LutTarget::ecp5();

std::vector<Literal> inputs(GateNetwork &N, unsigned Count) {
  std::vector<Literal> Ins;
  for (unsigned I = 0; I < Count; ++I)
    Ins.push_back(N.makeInput());
  return Ins;
}

/// One of \p Data, which has a power of two literals, by the bits of \p Select.
Literal chosen(GateNetwork &N, std::span<const Literal> Select,
               std::span<const Literal> Data) {
  if (Select.empty())
    return Data[0];
  auto Rest = Select.first(Select.size() - 1);
  return N.makeMux(Select.back(), chosen(N, Rest, Data.last(Data.size() / 2)),
                   chosen(N, Rest, Data.first(Data.size() / 2)));
}

GateNetwork multiplexer(unsigned SelectBits) {
  GateNetwork N;
  std::vector<Literal> Select = inputs(N, SelectBits);
  std::vector<Literal> Data = inputs(N, 1u << SelectBits);
  N.addOutput(chosen(N, Select, Data));
  return N;
}

GateNetwork parity(unsigned Bits) {
  GateNetwork N;
  N.addOutput(N.makeXorOf(inputs(N, Bits)));
  return N;
}

/// A word of 64 cases for each signal of a cover.
std::vector<uint64_t> evaluated(const LutMapping &M,
                                const std::vector<uint64_t> &Inputs) {
  std::vector<uint64_t> Words(1);
  Words.insert(Words.end(), Inputs.begin(), Inputs.end());
  for (const MappedLut &L : M.Luts) {
    uint64_t Word = 0;
    for (unsigned Bit = 0; Bit < 64; ++Bit) {
      unsigned Index = 0;
      for (unsigned I = 0; I < L.Size; ++I)
        Index |= (Words[L.Leaves[I]] >> Bit & 1) << I;
      Word |= (L.Table[Index / 64] >> (Index % 64) & 1) << Bit;
    }
    Words.push_back(Word);
  }
  return Words;
}

void expectEquivalent(unsigned Seed, const LutTarget &Target) {
  test::RandomNetwork R(Seed, 6 + Seed % 8, 30 + 4 * Seed);
  LutMapping M = mapToLuts(R.Network, Target);
  std::vector<uint64_t> Words = evaluated(M, R.InputWords);
  ASSERT_EQ(M.Outputs.size(), R.OutputWords.size());
  for (size_t I = 0; I < M.Outputs.size(); ++I)
    ASSERT_EQ(GateNetwork::valueOf(Words, M.Outputs[I]), R.OutputWords[I])
        << "seed " << Seed << " output " << I;
}

TEST(LutMapping, coversComputeTheirNetworks) {
  for (unsigned Seed = 0; Seed < 50; ++Seed) {
    expectEquivalent(Seed, Xc7);
    expectEquivalent(Seed, Ecp5);
  }
}

TEST(LutMapping, aFunctionOfSixInputsIsOneLut) {
  GateNetwork N;
  std::vector<Literal> In = inputs(N, 6);
  Literal Sum = N.makeXorOf(std::span(In).first(3));
  N.addOutput(N.makeMux(In[3], Sum, N.makeMajority(In[2], In[4], In[5])));
  EXPECT_EQ(mapToLuts(N, Xc7).Count, (LutCount{{0, 0, 0, 0, 0, 0, 1}, {}}));
}

TEST(LutMapping, parityOfSixParitiesOfSixBitsIsSevenLutsInTwoLevels) {
  GateNetwork N;
  std::vector<Literal> In = inputs(N, 36), Parities;
  for (unsigned I = 0; I < 36; I += 6)
    Parities.push_back(N.makeXorOf(std::span(In).subspan(I, 6)));
  for (Literal L : Parities)
    N.addOutput(L);
  N.addOutput(N.makeXorOf(Parities));
  LutMapping M = mapToLuts(N, Xc7);
  EXPECT_EQ(M.Count, (LutCount{{0, 0, 0, 0, 0, 0, 7}, {}}));
  EXPECT_EQ(levelsOf(M), 2u);
}

TEST(LutMapping, parityOf16BitsIsFiveLut4) {
  GateNetwork N = parity(16);
  EXPECT_EQ(mapToLuts(N, Ecp5).Count, (LutCount{{0, 0, 0, 0, 5}, {}}));
}

TEST(LutMapping, multiplexersOf2And4ValuesAreOneLut) {
  EXPECT_EQ(mapToLuts(multiplexer(1), Xc7).Count, (LutCount{{0, 0, 0, 1}, {}}));
  EXPECT_EQ(mapToLuts(multiplexer(2), Xc7).Count,
            (LutCount{{0, 0, 0, 0, 0, 0, 1}, {}}));
}

TEST(LutMapping, aMultiplexerOf8ValuesIsThreeLuts) {
  LutMapping M = mapToLuts(multiplexer(3), Xc7);
  EXPECT_EQ(M.Count.total(), 3u);
}

TEST(LutMapping, aSevenInputFunctionIsTwoLutsAndAMultiplexer) {
  GateNetwork N = parity(7);
  LutMapping M = mapToLuts(N, Xc7);
  EXPECT_EQ(M.Count, (LutCount{{0, 0, 0, 0, 0, 0, 2}, {1, 0, 0}}));
  EXPECT_EQ(levelsOf(M), 1u);
}

// yosys leaves no LUT for a constant half on xc7, and one on ecp5.
TEST(LutMapping, aConstantHalfOfAWideTableIsALutOnEcp5Only) {
  GateNetwork Seven, Five;
  Seven.addOutput(Seven.makeAndOf(inputs(Seven, 7)));
  Five.addOutput(Five.makeAndOf(inputs(Five, 5)));
  EXPECT_EQ(mapToLuts(Seven, Xc7).Count,
            (LutCount{{0, 0, 0, 0, 0, 0, 1}, {1, 0, 0}}));
  EXPECT_EQ(mapToLuts(Five, Ecp5).Count.total(), 2u);
}

TEST(LutMapping, outputsThatAreConstantsOrInputsNeedNoLut) {
  GateNetwork N;
  Literal In = N.makeInput();
  N.addOutput(In);
  N.addOutput(Literal::constant(true));
  LutMapping M = mapToLuts(N, Xc7);
  EXPECT_EQ(M.Count.total(), 0u);
  EXPECT_EQ(levelsOf(M), 0u);
}

TEST(LutMapping, anInvertedOutputIsFreeUnlessBothPhasesAreRead) {
  GateNetwork N;
  std::vector<Literal> In = inputs(N, 2);
  Literal Both = N.makeAnd(In[0], In[1]);
  N.addOutput(~Both);
  EXPECT_EQ(mapToLuts(N, Xc7).Count.total(), 1u);
  N.addOutput(Both);
  EXPECT_EQ(mapToLuts(N, Xc7).Count.total(), 2u);
  N.addOutput(~In[0]);
  EXPECT_EQ(mapToLuts(N, Xc7).Inverters, 2u);
}

TEST(LutMapping, arrivalsAddTheDelaysOfTablesToThoseOfInputs) {
  GateNetwork N = parity(36); // two levels
  LutMapping M = mapToLuts(N, Xc7);
  std::vector<double> Inputs(36);
  Inputs[7] = 1000; // ps
  LutDelays Delays;
  Delays.ByInputs.fill(125);
  EXPECT_EQ(outputArrivals(M, Delays, Inputs), std::vector<double>{1250});
}

} // namespace
