// Meters that Linux shows as files: RAPL's energy counters and hwmon's sensors.
#include "Meters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <chrono>

using namespace llvm;

namespace roofline {
namespace {

/// The text of a file of sysfs without its newline.
Expected<std::string> readText(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFileAsStream(Path);
  if (!Buffer)
    return noMeter(Path + ": " + Buffer.getError().message());
  return (*Buffer)->getBuffer().trim().str();
}

Expected<uint64_t> readNumber(const std::string &Path) {
  Expected<std::string> Text = readText(Path);
  if (!Text)
    return Text.takeError();
  uint64_t Number;
  if (StringRef(*Text).getAsInteger(10, Number))
    return noMeter(Path + ": '" + *Text + "' is no number");
  return Number;
}

/// The entries of a folder, sorted; none where it does not exist.
std::vector<std::string> entries(const std::string &Folder) {
  std::vector<std::string> Paths;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder, EC), End; It != End && !EC;
       It.increment(EC))
    Paths.push_back(It->path());
  sort(Paths);
  return Paths;
}

/// One counter of energy [uJ], which begins anew at its range.
struct Zone {
  std::string Path;
  uint64_t Range = 0, Last = 0;
};

class Rapl : public PowerMeter {
public:
  Rapl(std::vector<Zone> Zones, std::string Names)
      : Zones(std::move(Zones)), Names(std::move(Names)) {}
  std::string name() const override { return "RAPL: " + Names; }
  Expected<std::optional<Watts>> read() override;

private:
  using Clock = std::chrono::steady_clock;
  std::vector<Zone> Zones;
  std::string Names;
  std::optional<Clock::time_point> Then;
};

Expected<std::optional<Watts>> Rapl::read() {
  uint64_t Used = 0; // [uJ]
  for (Zone &Z : Zones) {
    Expected<uint64_t> Now = readNumber(Z.Path);
    if (!Now)
      return Now.takeError();
    Used += *Now >= Z.Last ? *Now - Z.Last : *Now + Z.Range - Z.Last;
    Z.Last = *Now;
  }
  Clock::time_point Now = Clock::now();
  std::optional<Watts> Power;
  if (Then)
    Power =
        Watts(Used * 1e-6 / std::chrono::duration<double>(Now - *Then).count());
  Then = Now;
  return Power;
}

class Hwmon : public PowerMeter {
public:
  Hwmon(std::string Path, std::string Chip)
      : Path(std::move(Path)), Chip(std::move(Chip)) {}
  std::string name() const override { return "hwmon: " + Chip; }
  Expected<std::optional<Watts>> read() override {
    Expected<uint64_t> MicroWatts = readNumber(Path);
    if (!MicroWatts)
      return MicroWatts.takeError();
    return Watts(*MicroWatts * 1e-6);
  }

private:
  std::string Path, Chip;
};

} // namespace

Expected<std::unique_ptr<PowerMeter>> openRapl(const std::string &Sysfs) {
  std::string Folder = Sysfs + "/class/powercap";
  std::vector<Zone> Zones;
  std::vector<std::string> Names;
  for (const std::string &Path : entries(Folder)) {
    if (!sys::path::filename(Path).starts_with("intel-rapl:"))
      continue;
    Expected<std::string> Name = readText(Path + "/name");
    if (!Name)
      return Name.takeError();
    // Cores are a part of their package, psys is the whole machine.
    if (!StringRef(*Name).starts_with("package") && *Name != "dram")
      continue;
    Zone Z;
    Z.Path = Path + "/energy_uj";
    Expected<uint64_t> Energy = readNumber(Z.Path);
    if (!Energy)
      return Energy.takeError();
    Expected<uint64_t> Range = readNumber(Path + "/max_energy_range_uj");
    if (!Range)
      return Range.takeError();
    Z.Range = *Range;
    Zones.push_back(std::move(Z));
    Names.push_back(*Name);
  }
  if (Zones.empty())
    return noMeter("no RAPL energy counter of a package in " + Folder);
  return std::make_unique<Rapl>(std::move(Zones), join(Names, ", "));
}

Expected<std::unique_ptr<PowerMeter>> openHwmon(const std::string &Sysfs,
                                                const std::string &Name,
                                                const std::string &PciAddress) {
  std::string Folder = Sysfs + "/class/hwmon";
  for (const std::string &Path : entries(Folder)) {
    Expected<std::string> Chip = readText(Path + "/name");
    SmallString<128> Device;
    bool AtAddress = !PciAddress.empty() &&
                     !sys::fs::real_path(Path + "/device", Device) &&
                     sys::path::filename(Device) == PciAddress;
    if (!Chip) {
      consumeError(Chip.takeError());
      continue;
    }
    if (!AtAddress && (Name.empty() || *Chip != Name))
      continue;
    for (const char *Sensor : {"/power1_average", "/power1_input"})
      if (sys::fs::exists(Path + Sensor))
        return std::make_unique<Hwmon>(Path + Sensor, *Chip);
  }
  return noMeter(
      "no power sensor of " +
      (Name.empty() ? "the device at " + PciAddress : "chip '" + Name + "'") +
      " in " + Folder);
}

} // namespace roofline
