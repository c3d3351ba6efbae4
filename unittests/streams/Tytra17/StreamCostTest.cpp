// Prices of stream designs, by hand.
#include "RandomStreamKernel.h"
#include "StreamKernelBuilder.h"

#include "roofline/Stream/Variant.h"
#include "roofline/Tytra17/StreamCost.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

TEST(StreamCostTest, CombTakesTheWholePipelineInACycle) {
  EXPECT_EQ(formClock(ElementForm::Comb, Hertz(100e6), 5).value(), 20e6);
  EXPECT_EQ(formClock(ElementForm::Comb, Hertz(100e6), 0).value(), 100e6);
  EXPECT_EQ(formClock(ElementForm::Pipe, Hertz(100e6), 5).value(), 100e6);
}

TEST(StreamCostTest, BandwidthBetweenTheRowsOfATable) {
  auto row = [](const char *Pattern, uint64_t Size, double Rate) {
    return MeasuredBandwidth{Pattern, 4, Size, {BytesPerSecond(Rate), "test"}};
  };
  std::vector<MeasuredBandwidth> Table = {row("contiguous", 4096, 3e9),
                                          row("strided", 2048, 9e9),
                                          row("contiguous", 1024, 1e9)};
  EXPECT_EQ(contiguousBandwidth(Table, 512)->value(), 1e9);
  EXPECT_EQ(contiguousBandwidth(Table, 1024)->value(), 1e9);
  EXPECT_DOUBLE_EQ(contiguousBandwidth(Table, 2048)->value(), 2e9);
  EXPECT_EQ(contiguousBandwidth(Table, 1e9)->value(), 3e9);
  EXPECT_FALSE(contiguousBandwidth({row("strided", 8, 1)}, 8));
}

TEST(StreamCostTest, BytesOfOverlappingLanes) {
  StreamKernel K = threePoint(16); // 16 elements in, 14 out, of 4 bytes
  EXPECT_EQ(streamedBytes(K, scheduleDatapath(K, ElementForm::Pipe), {1}),
            4 * (16 + 14));
  // Each of three borders is read from both sides: one ahead, one behind.
  EXPECT_EQ(streamedBytes(K, scheduleDatapath(K, ElementForm::Pipe), {4}),
            4 * (16 + 3 * 2 + 14));
  // Halos of whole vectors.
  EXPECT_EQ(streamedBytes(K, scheduleDatapath(K, ElementForm::Pipe), {2, 4}),
            4 * (16 + 2 * 4 + 14));
}

TEST(StreamCostTest, BytesAreThoseOfTheLanesStreams) {
  std::mt19937 Random(7);
  for (int Trial = 0; Trial < 200; ++Trial) {
    StreamKernel K = randomStreamKernel(Random);
    uint32_t Lanes = 1 + Random() % 4;
    int64_t Count = K.Space.volume() / Lanes;
    if (K.Space.volume() % Lanes)
      continue;
    double Bytes = 0;
    for (const OutputStream &Out : K.Outputs)
      Bytes += double(K.Active.volume()) * Out.Type.Bits / 8;
    bool IsLong = true;
    for (const InputStream &In : K.Inputs)
      for (int64_t L = 0; L < Lanes; ++L) {
        Halo H = halo(K, In);
        int64_t From = std::max<int64_t>(0, L * Count - H.Behind);
        int64_t To = std::min(K.Space.volume(), (L + 1) * Count + H.Ahead);
        Bytes += double(To - From) * In.Type.Bits / 8;
        IsLong &= Count >= H.Behind && Count >= H.Ahead;
      }
    if (IsLong)
      EXPECT_EQ(
          streamedBytes(K, scheduleDatapath(K, ElementForm::Pipe), {Lanes}),
          Bytes);
    else
      EXPECT_GE(
          streamedBytes(K, scheduleDatapath(K, ElementForm::Pipe), {Lanes}),
          Bytes);
  }
}

StreamPlatform platform() {
  StreamPlatform P;
  P.Name = "board";
  P.Clock = Hertz(100e6);
  P.Memory = BytesPerSecond(1e9);
  P.Host = BytesPerSecond(0.25e9);
  P.MemoryBlockBits = 1024;
  P.Launches = 10;
  P.Available = {1000, 1000, 1000, 100, 0};
  return P;
}

/// 100 LUTs beside 50 for each position of each lane.
std::optional<FabricResources> needs(const StreamKernel &,
                                     const StreamDesign &D) {
  return FabricResources{100 + 50.0 * D.Lanes * D.Vector, 0, 0, 0, 0};
}

TEST(StreamCostTest, FormsOfMemoryExecution) {
  // In and out 1024 elements of 4 bytes each: 8192 bytes, 8184 streamed.
  StreamPricing P = makePricing(threePoint(1024), platform(), needs);
  StreamPrice B = price(P, {1, 1, ElementForm::Pipe, MemoryForm::B});
  EXPECT_DOUBLE_EQ(B.Memory.value(), 8184 / 1e9);
  EXPECT_DOUBLE_EQ(B.Host.value(), 8192 / 10. / 0.25e9);
  EXPECT_EQ(B.Limit, StreamLimit::Compute);
  EXPECT_DOUBLE_EQ(B.Time.value(), double(B.LaunchCycles) / 100e6);
  StreamPrice A = price(P, {1, 1, ElementForm::Pipe, MemoryForm::A});
  EXPECT_DOUBLE_EQ(A.Time.value(), 8192 / 0.25e9);
  EXPECT_EQ(A.Limit, StreamLimit::Host);
  StreamPrice C = price(P, {1, 1, ElementForm::Pipe, MemoryForm::C});
  EXPECT_DOUBLE_EQ(C.Memory.value(), 8192 / 10. / 1e9);
  EXPECT_EQ(C.Need->MemoryBlocks, 64); // 8192 * 8 bits in blocks of 1024
  EXPECT_DOUBLE_EQ(C.Share, 0.64);
}

TEST(StreamCostTest, ResourcesGrowByLane) {
  StreamPricing P = makePricing(threePoint(1024), platform(), needs);
  StreamPrice Four = price(P, {4, 2});
  EXPECT_DOUBLE_EQ(Four.Need->Luts, 500);
  EXPECT_DOUBLE_EQ(Four.Share, 0.5);
  EXPECT_TRUE(Four.fits());
  EXPECT_FALSE(price(P, {16, 2}).fits());
}

TEST(StreamCostTest, TheShellIsInUseToo) {
  StreamPlatform Platform = platform();
  Platform.Shell = {{300, 0, 0, 0, 0}, {700, 0, 0, 0, 0}};
  StreamPricing P = makePricing(threePoint(1024), Platform, needs);
  EXPECT_DOUBLE_EQ(price(P, {1}).Need->Luts, 150); // the core alone
  EXPECT_DOUBLE_EQ(price(P, {1}).Share, 0.45);
  EXPECT_DOUBLE_EQ(price(P, {2}).Share, 0.9);
  EXPECT_EQ(whyNotPriced(P, {2}), std::nullopt);
  EXPECT_EQ(whyNotPriced(P, {4}),
            "the shell of device 'board' was published for up to 2 lanes");
}

TEST(StreamCostTest, OneLaunchKeepsNothingOnTheChip) {
  StreamPlatform Platform = platform();
  Platform.Launches = 1;
  StreamPricing P = makePricing(threePoint(1024), Platform, needs);
  EXPECT_TRUE(whyNotPriced(P, {1, 1, ElementForm::Pipe, MemoryForm::C}));
}

TEST(StreamCostTest, TimeIsEq1) {
  StreamPlatform Platform = platform();
  Platform.Host.reset();
  for (double Bandwidth : {1e6, 1e8, 1e10}) {
    Platform.Memory = BytesPerSecond(Bandwidth);
    StreamPricing P = makePricing(fivePoint(64, 64), Platform, nullptr);
    StreamDesign D = {4};
    StreamPrice Price = price(P, D);
    double Work = P.Work.WorkItems * P.Work.ByteOperations;
    double Intensity =
        Work / streamedBytes(P.Kernel, scheduleDatapath(P.Kernel, D.Form), D);
    EXPECT_DOUBLE_EQ(
        std::min(Work / Price.Compute.value(), Intensity * Bandwidth),
        Work / Price.Time.value());
  }
}

TEST(StreamCostTest, WorkCountsOperators) {
  StreamKernel K = saxpy(100, 2);
  StreamWork W = streamWork(K, scheduleDatapath(K, ElementForm::Pipe));
  EXPECT_EQ(W.WorkItems, 100);
  EXPECT_EQ(W.Operations, 2); // a product and a sum
  EXPECT_EQ(W.ByteOperations, 8);
  EXPECT_EQ(W.WordsPerTuple, 3);
  EXPECT_EQ(W.BufferBytes, 1200);
  // A product, and the sum of the reduction.
  K = dotProduct(100);
  W = streamWork(K, scheduleDatapath(K, ElementForm::Pipe));
  EXPECT_EQ(W.Operations, 2);
}

TEST(StreamCostTest, WhatAPriceNeeds) {
  StreamPlatform Platform = platform();
  Platform.Host.reset();
  Platform.MemoryBlockBits.reset();
  StreamPricing P = makePricing(saxpy(64, 2), Platform, nullptr);
  EXPECT_EQ(whyNotPriced(P, {}), std::nullopt);
  EXPECT_EQ(whyNotPriced(P, {1, 1, ElementForm::Pipe, MemoryForm::A}),
            "form A needs the bandwidth of the host's link: device 'board' has "
            "no data source 'interconnect'");
  EXPECT_EQ(whyNotPriced(P, {1, 1, ElementForm::Pipe, MemoryForm::C}),
            "form C needs the size of a memory block: device 'board' has no "
            "cost model with one");
  EXPECT_TRUE(whyNotPriced(P, {1, 1, ElementForm::Comb})); // of floats
  EXPECT_TRUE(whyNotPriced(P, {1, 128}));
}

TEST(StreamCostTest, APartWithoutAMeasuredCostIsNotFree) {
  auto NoComb = [](const StreamKernel &K, const StreamDesign &D) {
    return D.Form == ElementForm::Comb ? std::nullopt : needs(K, D);
  };
  StreamPricing P = makePricing(threePoint(64), platform(), NoComb);
  EXPECT_EQ(whyNotPriced(P, {}), std::nullopt);
  EXPECT_EQ(whyNotPriced(P, {1, 1, ElementForm::Comb}),
            "a part of the design has no measured cost");
}

TEST(StreamCostTest, NeedsAreExactForOneTwoAndFourLanes) {
  // The first lane is cheaper than the others, as without neighbours.
  auto Needs = [](const StreamKernel &, const StreamDesign &D) {
    return std::optional(
        FabricResources{D.Lanes == 1 ? 70. : 100. + 40 * D.Lanes, 0, 0, 0, 0});
  };
  StreamPricing P = makePricing(threePoint(64), platform(), Needs);
  EXPECT_EQ(price(P, {1}).Need->Luts, 70);
  EXPECT_EQ(price(P, {2}).Need->Luts, 180);
  EXPECT_EQ(price(P, {4}).Need->Luts, 260);
  EXPECT_EQ(price(P, {16}).Need->Luts, 740);
}

Device fpga() {
  Device D;
  D.Name = "board";
  D.Unit.Sources.push_back(
      {"external", {{{BytesPerSecond(5e9), "test"}}, {}}, {}});
  D.Unit.Fabric = FabricResources{1000, 2000, 0, 10, 0};
  return D;
}

TEST(StreamCostTest, ThePathAndRoutingGiveTheClock) {
  StreamPlatform Platform = platform();
  Platform.Clock = Hertz(300e6);
  Platform.Routing = RoutingShare{0.5, 1, 2, "test"};
  // 2 ns of one lane, 4 of several; two stages in a row are not known.
  auto Delay = [](const StreamKernel &, const StreamDesign &D) {
    return D.Form == ElementForm::Comb ? std::optional<double>()
                                       : 2000. * std::min(D.Lanes, 2u);
  };
  StreamPricing P = makePricing(threePoint(1024), Platform, needs, Delay);
  ClockRange One = clockRange(P, {1, 1}); // 6, 4 and 3 ns
  EXPECT_DOUBLE_EQ(One.Low.value(), 1e12 / 6000);
  EXPECT_DOUBLE_EQ(One.Typical.value(), 250e6);
  EXPECT_DOUBLE_EQ(One.High.value(), 300e6); // the platform's, not 333 MHz
  EXPECT_DOUBLE_EQ(clockRange(P, {8, 2}).Typical.value(), 125e6);
  StreamPrice Price = price(P, {8, 2});
  EXPECT_DOUBLE_EQ(Price.Compute.value(), double(Price.LaunchCycles) / 125e6);
  const StreamDesign Comb = {1, 1, ElementForm::Comb};
  const int32_t Depth = P.Forms[0]->Schedules[0].Depth;
  EXPECT_DOUBLE_EQ(clockRange(P, Comb).Low.value(), 300e6 / Depth);
  EXPECT_DOUBLE_EQ(clockRange(P, Comb).High.value(), 300e6 / Depth);
}

TEST(StreamCostTest, PlatformOfADevice) {
  StreamPlatform P;
  Device D = fpga();
  EXPECT_EQ(streamPlatform(D, {}, P),
            "device 'board' gives no clock; --clock does");
  D.Unit.Clock = {Hertz(200e6), "test"};
  ASSERT_EQ(streamPlatform(D, {}, P), std::nullopt);
  EXPECT_EQ(P.Clock.value(), 200e6);
  EXPECT_EQ(P.Memory.value(), 5e9);
  EXPECT_DOUBLE_EQ(P.Available.Luts, 800); // four fifths
  EXPECT_DOUBLE_EQ(P.Available.MemoryBlocks, 8);
  EXPECT_TRUE(std::isinf(P.Available.DspBlocks)); // not given
  EXPECT_EQ(P.Notes.size(), 2u);                  // host, DSP blocks
  EXPECT_TRUE(P.IsNominal);
  PlatformRequest Request;
  Request.Clock = Hertz(50e6);
  ASSERT_EQ(streamPlatform(D, Request, P), std::nullopt);
  EXPECT_EQ(P.Clock.value(), 50e6);
  EXPECT_FALSE(P.IsNominal);
  D.Unit.Sources.clear();
  EXPECT_EQ(streamPlatform(D, Request, P),
            "device 'board' gives no bandwidth of 'external' memory");
  D.Unit.K = ProcessingUnit::Kind::Gpu;
  EXPECT_EQ(streamPlatform(D, Request, P),
            "device 'board' is no FPGA: variants are designs for one");
}

TEST(StreamCostTest, AShellTakesItsPart) {
  Device D = fpga();
  D.Unit.Fabric.reset();
  D.Latency["int_add"] = {Cycles(1), "test"};
  D.KernelClock = {Hertz(240e6), "test"};
  D.LogicModules = {1000, "test"};
  D.MemoryBlocks = {100, "test"};
  D.DspBlocks = {10, "test"};
  D.FreeLogic = {0.83, "test"};
  D.FreeMemory = {0.9, "test"};
  D.FreeDsp = {1, "test"};
  StreamPlatform P;
  ASSERT_EQ(streamPlatform(D, {}, P), std::nullopt);
  EXPECT_EQ(P.Clock.value(), 240e6);
  EXPECT_DOUBLE_EQ(P.Available.Luts, 2000 * 0.63); // 80 % less the 17 %
  EXPECT_DOUBLE_EQ(P.Available.Registers, 4000 * 0.63);
  EXPECT_DOUBLE_EQ(P.Available.MemoryBlocks, 70);
  EXPECT_DOUBLE_EQ(P.Available.DspBlocks, 8);
}

} // namespace
