// Memories bit by bit, against their words.
#include "BitSimulator.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Netlist/EvaluateNetlist.h"
#include "roofline/Netlist/NetlistBuilder.h"

#include <gtest/gtest.h>

#include <random>

using namespace roofline;
using namespace roofline::test;

namespace {

constexpr uint32_t Width = 5;

/// Ports: address, enable of a memory that is read; where it has no \p
/// Contents, address, word and enable of what is written.
Netlist memoryNetlist(uint64_t Words, std::vector<uint64_t> Contents = {}) {
  NetlistBuilder B;
  B.section("", CellPurpose::Control);
  const uint32_t Bits = bitsFor(Words - 1);
  const bool IsWritten = Contents.empty();
  const uint32_t M = B.memory({"m", Width, Words, std::move(Contents)});
  const CellId From = B.input("from", Bits), Reads = B.input("reads", 1);
  const CellId Word = B.read("word", M, From, Reads);
  if (IsWritten) {
    const CellId To = B.input("to", Bits), Data = B.input("data", Width);
    B.write(M, To, Data, B.input("writes", 1));
  }
  B.output("word", {Word});
  return std::move(B.N);
}

/// Compares the words of random accesses.
void prove(const Netlist &N, const LoweringStyle &Style) {
  ASSERT_EQ(checkNetlist(N), std::nullopt);
  const BitNetlist Bits = lowerNetlist(N, Style);
  NetlistSimulator Words(N);
  BitSimulator Sim(Bits, Style);
  std::mt19937_64 Random(7);
  const uint64_t Number = N.Memories[0].Words;
  for (unsigned Cycle = 0; Cycle < 400; ++Cycle) {
    uint64_t In[] = {Random() % Number, Random() & 1, Random() % Number,
                     Random(), Random() & 1};
    if (Cycle < Number) { // first all words are written
      In[1] = 0;
      In[2] = Cycle;
      In[4] = 1;
    }
    In[4] &= In[1] == 0 || In[0] != In[2]; // such words are any ones
    for (uint32_t P = 0; P < N.Inputs.size(); ++P) {
      const uint64_t Of = In[P] & lowMask(N.Inputs[P].Width);
      Words.setInput(P, Of);
      for (uint32_t I = 0; I < N.Inputs[P].Width; ++I)
        Sim.setInput(P, I, Of >> I & 1 ? ~uint64_t(0) : 0);
    }
    Words.clock();
    Sim.clock();
    for (uint32_t I = 0; I < Width; ++I)
      ASSERT_EQ(Sim.output(0, I) & 1, Words.output(0, I, 1))
          << "cycle " << Cycle << ", bit " << I;
  }
}

LoweringStyle withTables(uint32_t Words) {
  LoweringStyle Style;
  Style.TableWords = Words;
  return Style;
}

TEST(LowerMemories, TablesAndTheirChoice) {
  for (uint64_t Words : {2, 7, 16, 17, 40, 64})
    for (uint32_t TableWords : {16, 32, 64})
      prove(memoryNetlist(Words), withTables(TableWords));
}

TEST(LowerMemories, Blocks) {
  for (uint64_t Words : {65, 100, 256})
    prove(memoryNetlist(Words), {});
}

TEST(LowerMemories, ConstantsAsGates) {
  for (uint64_t Words : {2, 11, 64}) {
    std::vector<uint64_t> Contents;
    for (uint64_t I = 0; I < Words; ++I)
      Contents.push_back((I * 11 + 3) & lowMask(Width));
    prove(memoryNetlist(Words, Contents), {});
  }
}

TEST(LowerMemories, WhatIsWrittenStays) {
  const BitNetlist Bits = lowerNetlist(memoryNetlist(100), {});
  ASSERT_EQ(Bits.Boxes.size(), 2u);
  EXPECT_NE(Bits.Boxes[0].writes(), Bits.Boxes[1].writes());
  EXPECT_TRUE(Bits.FlipFlops.empty());
  // One table of 64 words has its flip-flops behind it; four of 16 words are
  // chosen from by two bits of the address.
  EXPECT_EQ(lowerNetlist(memoryNetlist(64), {}).Boxes.size(), 2u);
  const BitNetlist Four = lowerNetlist(memoryNetlist(64), withTables(16));
  EXPECT_EQ(Four.Boxes.size(), 5u);
  EXPECT_EQ(Four.FlipFlops.size(), Width);
}

} // namespace
