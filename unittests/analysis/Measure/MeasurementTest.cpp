// The metrics of a measured kernel, and its place under the roofs, by hand.
#include "roofline/Measure/Measurement.h"

#include "gtest/gtest.h"

using namespace roofline;

namespace {

/// 8 op on 2 B at least and 4 B at most, in 4, 1 and 2 s, at up to 10 W.
KernelMeasurement example() {
  KernelMeasurement M;
  M.Run.Times = {4, 1, 2};
  M.Run.Power.Meter = "a meter";
  M.Run.Power.Samples = {5, 10, 6};
  M.Work = Bounds{8, 8};
  M.Compulsory = Bounds{2, 2};
  M.Requested = Bounds{4, 4};
  return M;
}

TEST(MeasurementTest, DerivesFromMedianTimeAndPeakPower) {
  KernelMeasurement M = example();
  deriveMetrics(M);
  EXPECT_EQ(M.Best, 1);
  EXPECT_EQ(M.Median, 2);
  EXPECT_EQ(M.Worst, 4);
  EXPECT_EQ(M.Intensity, (Bounds{2, 4}));   // 8/4, 8/2
  EXPECT_EQ(M.Performance, (Bounds{4, 4})); // 8/2
  EXPECT_EQ(M.Power, 10);
  EXPECT_EQ(M.Energy, 20);                  // 2 s * 10 W
  EXPECT_EQ(M.PerWatt, (Bounds{0.4, 0.4})); // 4/10
  EXPECT_TRUE(M.Missing.empty());
}

TEST(MeasurementTest, WithoutAMeterPowerIsANamedUnknown) {
  KernelMeasurement M = example();
  M.Run.Power = {};
  M.Run.Power.Missing = "no meter";
  deriveMetrics(M);
  EXPECT_FALSE(M.Power || M.Energy || M.PerWatt);
  ASSERT_EQ(M.Missing.size(), 1u);
  EXPECT_EQ(M.Missing[0].What, "power: no meter");
}

template <typename T> Rate<T> measured(double Value) {
  Rate<T> R;
  R.Measured = Sourced<T>{T(Value), "measured: by hand"};
  return R;
}

/// 10 op/s on int32, \p Float op/s on float32, \p Bandwidth byte/s.
ProcessingUnit unit(double Float, double Bandwidth) {
  ProcessingUnit U;
  U.Ceilings = {
      {"int", {"int32"}, {}, measured<OperationsPerSecond>(10)},
      {"float", {"float32"}, {"add"}, measured<OperationsPerSecond>(Float)}};
  DataSource S;
  S.Name = "external";
  S.Bandwidth = measured<BytesPerSecond>(Bandwidth);
  U.Sources = {S};
  return U;
}

AskedWorkloads floatAdds() {
  Workload W;
  W.Operations[{"float32", "add"}] = 8;
  W.Bytes["external"] = 2;
  AskedWorkloads Asked{W, W};
  Asked.Requested.Bytes["external"] = 4;
  return Asked;
}

TEST(MeasurementTest, MemoryRoofLimits) {
  KernelMeasurement M = example();
  deriveMetrics(M);
  placeUnderRoofs(M, unit(100, 5), floatAdds());
  EXPECT_EQ(M.Attainable, (Bounds{10, 20})); // 2 * 5, 4 * 5, both below 100
  EXPECT_EQ(M.Limit, "external bandwidth");
  EXPECT_TRUE(M.Contradictions.empty()); // 8 op/s at best, 2 B/s at best
}

TEST(MeasurementTest, GivenWorkIsUnderTheHighestCeiling) {
  KernelMeasurement M = example();
  deriveMetrics(M);
  placeUnderRoofs(M, unit(15, 5), std::nullopt);
  EXPECT_EQ(M.Attainable, (Bounds{10, 15})); // 2 * 5; 4 * 5, above 15
  EXPECT_EQ(M.Limit, "float");
}

TEST(MeasurementTest, WhatTheDeviceLacksIsMissing) {
  KernelMeasurement M = example();
  deriveMetrics(M);
  AskedWorkloads Asked = floatAdds();
  Asked.Compulsory.Operations[{"float64", "add"}] = 1;
  placeUnderRoofs(M, unit(15, 5), Asked);
  // Known parts bound it: 8 op in 4 B / 5 B/s, and 9 op in 8 op / 15 op/s.
  ASSERT_TRUE(M.Attainable);
  EXPECT_DOUBLE_EQ(M.Attainable->Least, 10);
  EXPECT_DOUBLE_EQ(M.Attainable->Most, 16.875);
  ASSERT_EQ(M.Missing.size(), 1u);
  EXPECT_NE(M.Missing[0].What.find("float64"), std::string::npos);
}

TEST(MeasurementTest, AboveTheComputeRoofIsAContradiction) {
  KernelMeasurement M = example();
  deriveMetrics(M);
  // 8 op in 1 s against 7 op/s; the roof of int32 is not the kernel's.
  placeUnderRoofs(M, unit(7, 5), floatAdds());
  EXPECT_EQ(M.Limit, "float");
  ASSERT_EQ(M.Contradictions.size(), 1u);
  EXPECT_NE(M.Contradictions[0].find("above the roof 'float'"),
            std::string::npos);
}

TEST(MeasurementTest, AboveTheMemoryRoofIsAContradiction) {
  KernelMeasurement M = example();
  deriveMetrics(M);
  // 2 bytes, each once, in 1 s against 1.5 B/s.
  placeUnderRoofs(M, unit(100, 1.5), floatAdds());
  ASSERT_EQ(M.Contradictions.size(), 1u);
  EXPECT_NE(M.Contradictions[0].find("above the roof 'external'"),
            std::string::npos);
}

} // namespace
