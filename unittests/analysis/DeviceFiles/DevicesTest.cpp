// The device files against the tables that they come from.
#include "PreparedDevice.h"
#include "TestFile.h"

#include "roofline/DeviceFiles/DeviceFile.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace roofline;

namespace {

Device device(StringRef Name) {
  Expected<Device> D = loadDevice(
      (StringRef(ROOFLINE_SOURCE_DIR) + "/devices/" + Name + ".yaml").str());
  EXPECT_TRUE(bool(D)) << toString(D.takeError());
  return D ? *D : Device();
}

// The prepared tree is taken by its text alone, so that an edited file counts.
TEST(Devices, ThePreparedDeviceIsItsFile) {
  const std::string Path =
      (StringRef(ROOFLINE_SOURCE_DIR) + "/devices/de5net.yaml").str();
  auto Text = MemoryBuffer::getFile(Path);
  ASSERT_TRUE(bool(Text));
  const StringRef Content = (*Text)->getBuffer();
  EXPECT_EQ(Content, preparedDevice().Text);
  TestFile Commented((Content + "# a comment\n").str());
  Expected<Device> Read = loadDevice(Commented.path());
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  Read->Name = "de5net";
  EXPECT_EQ(*Read, device("de5net"));
  TestFile Edited(changed(Content.str(), "{ value: 64, unit: \"cycle\"",
                          "{ value: 65, unit: \"cycle\""));
  Read = loadDevice(Edited.path());
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(Read->DramLatency.Value.value(), 65);
}

const Ceiling *ceiling(const Device &D, StringRef Name) {
  for (const Ceiling &C : D.Unit.Ceilings)
    if (C.Name == Name)
      return &C;
  return nullptr;
}

/// A rate of a table [Gop/s or GB/s]; \p Printed is what the table prints, to
/// its own digits.
struct Row {
  const char *Device, *Name;
  double Printed, Digits;
};

class RateOfTable : public testing::TestWithParam<Row> {};
TEST_P(RateOfTable, IsReproduced) {
  const Row &R = GetParam();
  Device D = device(R.Device);
  const Ceiling *C = ceiling(D, R.Name);
  const DataSource *S = findSource(D.Unit, R.Name);
  ASSERT_NE(!C, !S) << "one of the two";
  double Value = C ? C->Peak.Theoretical->Value.value()
                   : S->Bandwidth.Theoretical->Value.value();
  EXPECT_NEAR(Value / 1e9, R.Printed, R.Digits);
}
INSTANTIATE_TEST_SUITE_P(
    CeilingsOfTue11, RateOfTable,
    testing::Values(
        // Table 3.1
        Row{"atom-e630", "simd", 10.4, 0.01},
        Row{"atom-e630", "int", 2.6, 0.01},
        Row{"atom-e630", "float", 1.3, 0.01},
        // Table 3.2
        Row{"xeon-e5540", "simd", 22.40, 0.01},
        Row{"xeon-e5540", "int", 8.4, 0.01},
        Row{"xeon-e5540", "float", 2.8, 0.01},
        // Table 3.3
        Row{"omap4430", "simd-and-int", 6, 0.01},
        Row{"omap4430", "simd", 4, 0.01}, Row{"omap4430", "int", 2, 0.01},
        Row{"omap4430", "float", 1, 0.01},
        // Table 4.1
        Row{"c674x", "add-and-multiply", 2.4, 0.01},
        Row{"c674x", "add", 1.8, 0.01},
        // Table 5.1: 0.92 GHz x 32 x 2, 1, 1/4
        Row{"quadro-fx1700", "multiply-add", 58.88, 0.01},
        Row{"quadro-fx1700", "arithmetic", 29.44, 0.01},
        Row{"quadro-fx1700", "special", 7.36, 0.01},
        // Table 5.2: 1.23 GHz x 16 and 1.35 GHz x 336
        Row{"ion", "multiply-add", 39.36, 0.01},
        Row{"ion", "arithmetic", 19.68, 0.01},
        Row{"ion", "special", 4.92, 0.01},
        Row{"gtx460", "multiply-add", 907.2, 0.01},
        Row{"gtx460", "arithmetic", 453.6, 0.01},
        Row{"gtx460", "special", 37.8, 0.01},
        // Section 6.3: 581 Gop/s; 313 multipliers at 150 MHz are 46.95, "46".
        Row{"virtex6-lx240t", "add", 581, 1},
        Row{"virtex6-lx240t", "multiply", 46.95, 0.01}));
INSTANTIATE_TEST_SUITE_P(
    CeilingsOfIchec15, RateOfTable,
    testing::Values(Row{"tesla-k20c", "float", 3524, 0.5},
                    Row{"tesla-k20c", "int", 587, 0.5},
                    Row{"xeon-phi-5110p", "float", 1988, 0.5},
                    Row{"xeon-phi-5110p", "int", 1988, 0.5},
                    Row{"adm-pcie-7v3", "float", 738, 0.5},
                    Row{"adm-pcie-7v3", "int", 8880, 1}));
// Peaks that vendors print against the product of units and clock in the file.
INSTANTIATE_TEST_SUITE_P(
    CeilingsOfVendors, RateOfTable,
    testing::Values(Row{"a100", "multiply-add", 19500, 50},
                    Row{"a100", "double-multiply-add", 9700, 50},
                    Row{"h100", "multiply-add", 66900, 50},
                    Row{"h100", "double-multiply-add", 33500, 50},
                    Row{"h100", "half-multiply-add", 133800, 50},
                    Row{"h100", "int-multiply-add", 33500, 50},
                    Row{"rtx-4090", "multiply-add", 82600, 50},
                    Row{"rtx-4090", "int-multiply-add", 41300, 50},
                    // 47.9 and 95.7 Tflop/s of both dies.
                    Row{"mi250x", "double-multiply-add", 23950, 50},
                    Row{"mi250x", "multiply-add", 47850, 50},
                    Row{"mi300x", "multiply-add", 163400, 50},
                    Row{"mi300x", "double-multiply-add", 81700, 50}));
INSTANTIATE_TEST_SUITE_P(
    SourcesOfVendors, RateOfTable,
    testing::Values(Row{"epyc-9654", "external", 460.8, 0.05},
                    Row{"xeon-8480", "external", 307.2, 0.05},
                    Row{"graviton4", "external", 537.6, 0.05}, // 12 x 5.6 x 8
                    Row{"kv260", "external", 19.2, 0.05},
                    Row{"zcu104", "external", 17.07, 0.05}));

INSTANTIATE_TEST_SUITE_P(
    SourcesOfTue11, RateOfTable,
    testing::Values(
        Row{"atom-e630", "internal", 20.8, 0.01},
        Row{"atom-e630", "external", 3.2, 0.01},
        // Table 3.2 prints 40.48 for 2.53 GHz x 2 x 16 B: a slip, they
        // are 80.96.
        Row{"xeon-e5540", "internal", 80.96, 0.01},
        Row{"xeon-e5540", "external", 25.6, 0.05},
        Row{"omap4430", "internal", 8, 0.01},
        Row{"omap4430", "external", 3.2, 0.01},
        Row{"c674x", "external", 0.532, 0.0005},
        // Tables 5.1 and 5.2: M_f x M_dr x width of all channels.
        Row{"quadro-fx1700", "external", 12.8, 0.01},
        Row{"ion", "external", 10.672, 0.001},
        Row{"gtx460", "external", 86.4, 0.01},
        // Section 6.2.1: three channels of 3.2 GB/s; Eq. (6.1) prints 26 for
        // 392 x 150 MHz x 4 B: a slip, they are 235.2.
        Row{"virtex6-lx240t", "external", 9.6, 0.01},
        Row{"virtex6-lx240t", "internal", 235.2, 0.01},
        Row{"virtex6-lx240t", "interconnect", 2, 0.01}));
INSTANTIATE_TEST_SUITE_P(
    SourcesOfIchec15, RateOfTable,
    testing::Values(Row{"tesla-k20c", "external", 208, 0.5},
                    Row{"xeon-phi-5110p", "external", 320, 0.5},
                    Row{"adm-pcie-7v3", "external", 21, 0.5}));

TEST(Devices, MeasuredPeaksOfIchec15) {
  struct Measured {
    const char *Device;
    double Float, Int, Bandwidth, Power;
  };
  for (Measured M : {Measured{"tesla-k20c", 2903, 585, 143, 225},
                     Measured{"xeon-phi-5110p", 1189, 946, 119, 245},
                     Measured{"adm-pcie-7v3", 200, 3032, 8.5, 25}}) {
    Device D = device(M.Device);
    auto Of = [](auto Rate) { return Rate.of(Peaks::Measured).Value.value(); };
    EXPECT_NEAR(Of(ceiling(D, "float")->Peak) / 1e9, M.Float, 0.5) << M.Device;
    EXPECT_NEAR(Of(ceiling(D, "int")->Peak) / 1e9, M.Int, 0.5) << M.Device;
    EXPECT_NEAR(Of(findSource(D.Unit, "external")->Bandwidth) / 1e9,
                M.Bandwidth, 0.05)
        << M.Device;
    EXPECT_EQ(Of(D.Unit.Power), M.Power) << M.Device;
  }
}

TEST(Devices, LogicLeftOnTheVirtex6) {
  // TUE11 Tables 6.2 and 6.3.
  Device D = device("virtex6-lx240t");
  ASSERT_TRUE(D.Unit.Fabric);
  EXPECT_EQ(D.Unit.Fabric->Luts, 99501);
  EXPECT_EQ(D.Unit.Fabric->Registers, 201715);
  EXPECT_EQ(D.Unit.Fabric->DspBlocks, 768);
}

TEST(Devices, LogicThatTheShellLeavesOnTheU250) {
  // AMD UG1120: 345 K LUTs and 2877 DSP blocks in each of four regions.
  Device D = device("u250");
  ASSERT_TRUE(D.Unit.Fabric);
  EXPECT_EQ(D.Unit.Fabric->Luts, 4 * 345000);
  EXPECT_EQ(D.Unit.Fabric->DspBlocks, 4 * 2877);
}

TEST(Devices, OnlyTheBoardOfHpca16HasPipelines) {
  EXPECT_TRUE(device("de5net").pricesPipelines());
  EXPECT_FALSE(device("tesla-k20c").pricesPipelines());
}

} // namespace
