// Roofs and placements against the worked examples of TUE11 and hand sums.
#include "roofline/Machine/Roofline.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace roofline;

namespace {

Ceiling ceiling(const char *Name, std::vector<std::string> Types,
                std::vector<std::string> Operators, double Peak) {
  Ceiling C{Name, std::move(Types), std::move(Operators), {}};
  C.Peak.Theoretical = {OperationsPerSecond(Peak), "test"};
  return C;
}

DataSource source(const char *Name, double Bandwidth) {
  DataSource S{Name, {}, {}};
  S.Bandwidth.Theoretical = {BytesPerSecond(Bandwidth), "test"};
  return S;
}

/// TUE11 Table 2.2b: C0 12, C1 8 operations/s; M0 8, M1 2 byte/s.
ProcessingUnit exampleUnit() {
  ProcessingUnit Unit;
  Unit.Ceilings = {ceiling("C0", {"int32"}, {}, 12),
                   ceiling("C1", {"float32"}, {}, 8)};
  Unit.Sources = {source("M0", 8), source("M1", 2)};
  return Unit;
}

/// TUE11 Table 2.2a.
Workload exampleWork() {
  Workload Work;
  Work.Operations = {{{"int32", "add"}, 75}, {{"float32", "add"}, 25}};
  Work.Bytes = {{"M0", 50}, {"M1", 50}};
  return Work;
}

TEST(Roofline, UtilizationExample) {
  // TUE11 section 2.5: cur 10.67, mur 3.2 x; at 1 operation per byte memory
  // limits, at 3.2 operations per second.
  Placement P = place(exampleUnit(), exampleWork(), Peaks::Theoretical);
  EXPECT_NEAR(P.Bound.ComputeTime.value(), 6.25 + 3.125, 1e-12);
  EXPECT_NEAR(P.Bound.MemoryTime.value(), 6.25 + 25, 1e-12);
  EXPECT_NEAR(P.Bound.Roof.value(), 10.67, 0.005);
  EXPECT_NEAR(P.Bound.Slope.value(), 3.2, 1e-12);
  EXPECT_EQ(P.Intensity, 1);
  EXPECT_NEAR(P.Attainable.value(), 3.2, 1e-12);
  EXPECT_NEAR(P.Bound.at(10).value(), 10.67, 0.005);
  EXPECT_TRUE(P.ByMemory);
  EXPECT_EQ(P.Limit, "M1 bandwidth and M0 bandwidth");
  EXPECT_NEAR(P.RidgeDistance, 31.25 / 9.375, 1e-12);
}

TEST(Roofline, DeadlineExample) {
  // TUE11 Eq. (2.24) and Fig. 2.9b: 100 operations in 100, 25 and 12.5 ns are
  // 1, 4 and 8 Gop/s; a unit of 3.2 Gop/s at this intensity meets the first
  // alone.
  EXPECT_NEAR(achieved(100, Seconds(100e-9)).value(), 1e9, 1);
  EXPECT_NEAR(achieved(100, Seconds(25e-9)).value(), 4e9, 1);
  EXPECT_NEAR(achieved(100, Seconds(12.5e-9)).value(), 8e9, 1);
}

TEST(Roofline, ErrorBoxExample) {
  // TUE11 section 2.3 with 50 %: p1 ... p4 of 8 operations on 8 bytes.
  std::vector<ErrorCorner> Box = errorBox(8, 8, 0.5);
  ASSERT_EQ(Box.size(), 4u);
  const double Expected[4][2] = {{4, 12}, {4, 4}, {12, 4}, {12, 12}};
  for (int I = 0; I < 4; ++I) {
    EXPECT_EQ(Box[I].Operations, Expected[I][0]) << I;
    EXPECT_EQ(Box[I].Bytes, Expected[I][1]) << I;
  }
}

TEST(Roofline, OperationsPerByteOfTypes) {
  // TUE11 Table 2.1: one addition reads two operands and writes one. The table
  // prints 16 bytes for char16 and int4; its own rule gives 48.
  struct Row {
    double Operations, OperandBytes, Intensity;
  };
  for (Row R : {Row{1, 1, 1. / 3}, Row{1, 4, 1. / 12}, Row{1, 8, 1. / 24},
                Row{16, 16, 16. / 48}, Row{4, 16, 4. / 48}})
    EXPECT_NEAR(intensity(R.Operations, 3 * R.OperandBytes), R.Intensity,
                1e-15);
}

TEST(Roofline, MultiplyAddsAndSubstitutes) {
  ProcessingUnit Unit;
  Unit.Ceilings = {ceiling("mac", {"float32"}, {"mac"}, 20),
                   ceiling("alu", {"float32", "int32"}, {}, 10)};
  Unit.Sources = {source("external", 1)};
  Workload Work;
  // 30 products and 50 sums: 30 pairs at 20 op/s are 3 s, 20 sums 2 s.
  Work.Operations = {{{"float32", "mul"}, 30}, {{"float32", "add"}, 50}};
  Placement P = place(Unit, Work, Peaks::Theoretical);
  EXPECT_NEAR(P.Time.value(), 5, 1e-12);
  EXPECT_EQ(P.Limit, "mac and alu");
  EXPECT_TRUE(std::isinf(P.Intensity));
  // 64-bit integers in halves: 10 sums are 20, 10 products 40 operations.
  Work.Operations = {{{"int64", "add"}, 10}};
  EXPECT_NEAR(place(Unit, Work, Peaks::Theoretical).Time.value(), 2, 1e-12);
  Work.Operations = {{{"int64", "mul"}, 10}};
  EXPECT_NEAR(place(Unit, Work, Peaks::Theoretical).Time.value(), 4, 1e-12);
  Work.Operations = {{{"int8", "add"}, 10}};
  EXPECT_NEAR(place(Unit, Work, Peaks::Theoretical).Time.value(), 1, 1e-12);
  Work.Operations = {{{"float64", "add"}, 10}};
  EXPECT_EQ(place(Unit, Work, Peaks::Theoretical).Missing,
            std::vector<std::string>{"a ceiling for add on float64"});
  EXPECT_FALSE(place(Unit, Work, Peaks::Theoretical).hasBound());
  // Known operations bound the rest: 20 sums at 10 op/s, 30 operations in all.
  Work.Operations[{"int32", "add"}] = 20;
  P = place(Unit, Work, Peaks::Theoretical);
  EXPECT_TRUE(P.hasBound());
  EXPECT_EQ(P.Missing.size(), 1u);
  EXPECT_NEAR(P.Time.value(), 2, 1e-12);
  EXPECT_NEAR(P.Attainable.value(), 15, 1e-12);
  EXPECT_TRUE(std::isinf(P.RidgeDistance));
}

TEST(Roofline, WithoutOperationsThereIsBandwidth) {
  Workload Work;
  Work.Bytes = {{"M0", 16}};
  Placement P = place(exampleUnit(), Work, Peaks::Theoretical);
  EXPECT_EQ(P.Attainable.value(), 0);
  EXPECT_EQ(P.Time.value(), 2);
  EXPECT_EQ(P.Limit, "M0 bandwidth");
  Work.Bytes = {{"disk", 1}};
  EXPECT_EQ(place(exampleUnit(), Work, Peaks::Theoretical).Missing.size(), 1u);
}

TEST(Roofline, MeasuredRuns) {
  // ICHEC15 Eq. (1)-(4): 1224 M operations, 367 MB; in 2 s at 10 W.
  EXPECT_NEAR(intensity(1224e6, 367e6), 3.33, 0.01);
  EXPECT_EQ(energy(Seconds(2), Watts(10)).value(), 20);
  EXPECT_EQ(achieved(1224e6, Seconds(2)).value(), 612e6);
  EXPECT_EQ(perWatt(OperationsPerSecond(612e6), Watts(10)), 61.2e6);
}

TEST(Roofline, OperatorsThatFit) {
  // TUE11 Table 6.4 on 99,501 LUT, 201,715 FF, 768 DSP: 3109 adders in logic
  // and 768 in DSP blocks; 162 multipliers of 614 LUT and a DSP block, then 151
  // of four DSP blocks.
  const FabricResources Left{99501, 201715, 768, 0, 0};
  EXPECT_EQ(howManyFit(Left, {32, 32, 0, 0, 0}), 3109);
  EXPECT_EQ(operatorsThatFit(Left, {{32, 32, 0, 0, 0}, {0, 0, 1, 0, 0}}), 3877);
  EXPECT_EQ(operatorsThatFit(Left, {{614, 0, 1, 0, 0}, {0, 0, 4, 0, 0}}), 313);
  // Eq. (6.5): 400 pins carry three DDR2 channels of 114.
  EXPECT_EQ(
      howManyFit({150720, 301440, 768, 416, 400}, {1638, 2771, 0, 8, 114}), 3);
}

} // namespace
