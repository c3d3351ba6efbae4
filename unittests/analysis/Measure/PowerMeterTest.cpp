// Power meters on a sysfs of our own.
#include "roofline/Measure/PowerMeter.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <chrono>
#include <thread>

using namespace llvm;
using namespace roofline;

namespace {

/// A folder in place of /sys.
class Sysfs : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("roofline-sysfs", Root));
  }
  void TearDown() override { sys::fs::remove_directories(Root); }

  void write(const Twine &Path, const Twine &Text) {
    SmallString<128> Whole(Root);
    sys::path::append(Whole, Path);
    sys::fs::create_directories(sys::path::parent_path(Whole));
    std::error_code EC;
    raw_fd_ostream(Whole, EC) << Text << '\n';
    ASSERT_FALSE(EC);
  }
  void zone(const Twine &Number, const Twine &Name, const Twine &Energy) {
    std::string Folder = ("class/powercap/intel-rapl:" + Number).str();
    write(Folder + "/name", Name);
    write(Folder + "/energy_uj", Energy);
    write(Folder + "/max_energy_range_uj", "1000000");
  }
  Expected<std::unique_ptr<PowerMeter>> open(const std::string &Meter) {
    MeterChoice C;
    C.Meter = Meter;
    C.Sysfs = Root.str().str();
    C.IsCpu = true;
    return openMeter(C);
  }

  SmallString<128> Root;
};

double watts(PowerMeter &M) {
  Expected<std::optional<Watts>> W = M.read();
  if (!W) {
    ADD_FAILURE() << toString(W.takeError());
    return -1;
  }
  return *W ? (*W)->value() : 0;
}

using Clock = std::chrono::steady_clock;

TEST_F(Sysfs, RaplIsEnergyOverTimeOfPackagesAndDram) {
  zone("0", "package-0", "100000");
  zone("0:0", "core", "5");
  zone("0:1", "dram", "200000");
  zone("1", "psys", "7");
  auto Meter = open("auto");
  ASSERT_TRUE(bool(Meter));
  EXPECT_EQ((*Meter)->name(), "RAPL: package-0, dram");
  auto Before = Clock::now();
  EXPECT_EQ(watts(**Meter), 0); // sets the mark
  auto AfterMark = Clock::now();
  // 0.3 J by the package and 0.1 J by the memory.
  zone("0", "package-0", "400000");
  zone("0:1", "dram", "300000");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  auto BeforeRead = Clock::now();
  double Got = watts(**Meter);
  auto After = Clock::now();
  using S = std::chrono::duration<double>;
  EXPECT_GE(Got, 0.4 / S(After - Before).count());
  EXPECT_LE(Got, 0.4 / S(BeforeRead - AfterMark).count());
}

TEST_F(Sysfs, RaplCountersBeginAnew) {
  zone("0", "package-0", "900000");
  auto Meter = open("rapl");
  ASSERT_TRUE(bool(Meter));
  auto Before = Clock::now();
  watts(**Meter);
  zone("0", "package-0", "100000"); // 0.1 J up to the range, 0.1 J beyond
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  double Got = watts(**Meter);
  double Passed = std::chrono::duration<double>(Clock::now() - Before).count();
  EXPECT_GE(Got, 0.2 / Passed);
  EXPECT_LE(Got, 0.2 / 0.020);
}

TEST_F(Sysfs, RaplNamesWhatIsWrong) {
  auto None = open("rapl");
  ASSERT_FALSE(bool(None));
  EXPECT_NE(toString(None.takeError()).find("no RAPL energy counter"),
            std::string::npos);
  zone("0", "package-0", "much");
  auto Broken = open("rapl");
  ASSERT_FALSE(bool(Broken));
  EXPECT_NE(toString(Broken.takeError()).find("energy_uj: 'much' is no number"),
            std::string::npos);
}

TEST_F(Sysfs, HwmonPrefersTheAverage) {
  write("class/hwmon/hwmon0/name", "fan");
  write("class/hwmon/hwmon1/name", "board");
  write("class/hwmon/hwmon1/power1_input", "30000000");
  write("class/hwmon/hwmon1/power1_average", "20000000");
  auto Meter = open("hwmon:board");
  ASSERT_TRUE(bool(Meter));
  EXPECT_DOUBLE_EQ(watts(**Meter), 20); // 20,000,000 uW
  auto None = open("hwmon:fan");
  ASSERT_FALSE(bool(None));
  EXPECT_NE(toString(None.takeError()).find("no power sensor of chip 'fan'"),
            std::string::npos);
}

TEST_F(Sysfs, HwmonOfADeviceIsFoundByItsAddress) {
  write("bus/0000:0a:00.0/vendor", "0x1002");
  write("class/hwmon/hwmon0/name", "amdgpu");
  write("class/hwmon/hwmon0/power1_average", "5000000");
  SmallString<128> Target(Root), Link(Root);
  sys::path::append(Target, "bus", "0000:0a:00.0");
  sys::path::append(Link, "class/hwmon/hwmon0/device");
  ASSERT_FALSE(sys::fs::create_link(Target, Link));
  MeterChoice C;
  C.Sysfs = Root.str().str();
  C.PciAddress = "0000:0a:00.0";
  auto Meter = openMeter(C);
  ASSERT_TRUE(bool(Meter)) << toString(Meter.takeError());
  EXPECT_DOUBLE_EQ(watts(**Meter), 5);
  C.PciAddress = "0000:0b:00.0";
  auto None = openMeter(C);
  ASSERT_FALSE(bool(None));
  EXPECT_NE(toString(None.takeError()).find("0000:0b:00.0"), std::string::npos);
}

TEST_F(Sysfs, RecorderKeepsThePeak) {
  write("watts", "10");
  MeterChoice C;
  C.Command = ("cat " + Root + "/watts").str();
  PowerRecorder Recorder(openMeter(C));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  write("watts", "50");
  PowerRecord R = Recorder.stop(); // the last reading comes after the stop
  ASSERT_GE(R.Samples.size(), 2u);
  EXPECT_EQ(R.Samples.front(), 10);
  EXPECT_EQ(R.peak(), 50);
  EXPECT_GT(*R.mean(), 10);
  EXPECT_LT(*R.mean(), 50);
}

TEST_F(Sysfs, RecorderWithoutAMeterSaysWhy) {
  PowerRecorder Recorder(open("rapl"));
  PowerRecord R = Recorder.stop();
  EXPECT_FALSE(R.peak());
  EXPECT_NE(R.Missing.find("no RAPL energy counter"), std::string::npos);
}

} // namespace
