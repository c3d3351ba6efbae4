// roofline devices: lists the device files, or shows one with its sources.
#include "Command.h"
#include "KernelInput.h"

#include "roofline/DeviceFiles/DeviceFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

static void row(StringRef Name, double Value, StringRef Unit,
                StringRef Source) {
  outs() << formatv("  {0,-22}{1,10:f2} {2,-6} {3}\n", Name, Value, Unit,
                    Source);
}

template <typename T>
static void rateRows(const Twine &Name, const Rate<T> &R, StringRef Unit) {
  for (auto [Kind, Of] :
       {std::pair("", &R.Theoretical), std::pair(", measured", &R.Measured)})
    if (*Of)
      row((Name + Kind).str(), (*Of)->Value.value() / (Unit == "W" ? 1 : 1e9),
          Unit, (*Of)->Source);
}

static void showRoofs(const ProcessingUnit &Unit) {
  for (const Ceiling &C : Unit.Ceilings) {
    rateRows(C.Name, C.Peak, "Gop/s");
    outs() << "    executes " << (C.Operations.empty() ? "all" : "")
           << join(C.Operations, ", ") << " on " << join(C.Types, ", ") << '\n';
  }
  for (const DataSource &S : Unit.Sources)
    rateRows(S.Name, S.Bandwidth, "GB/s");
  rateRows("power", Unit.Power, "W");
  if (const auto &Fabric = Unit.Fabric)
    outs() << formatv(
        "  left of the fabric: {0:f0} LUT, {1:f0} FF, {2:f0} DSP, "
        "{3:f0} memory blocks\n",
        Fabric->Luts, Fabric->Registers, Fabric->DspBlocks,
        Fabric->MemoryBlocks);
  if (Unit.UltraRam)
    outs() << formatv("  UltraRAM for kernels: {0:f0} blocks\n",
                      *Unit.UltraRam);
}

static void show(const Device &D) {
  outs() << D.Name << ": " << D.Description << '\n';
  showRoofs(D.Unit);
  if (!D.CostTarget.empty())
    outs() << "  cores are priced by the cost file of " << D.CostTarget << '\n';
  if (!D.pricesPipelines())
    return;
  row("logic elements", D.LogicElements.Value, "", D.LogicElements.Source);
  row("logic modules", D.LogicModules.Value, "", D.LogicModules.Source);
  row("memory blocks", D.MemoryBlocks.Value, "", D.MemoryBlocks.Source);
  row("DSP blocks", D.DspBlocks.Value, "", D.DspBlocks.Source);
  row("free logic", D.FreeLogic.Value * 100, "%", D.FreeLogic.Source);
  row("free memory", D.FreeMemory.Value * 100, "%", D.FreeMemory.Source);
  row("free DSP", D.FreeDsp.Value * 100, "%", D.FreeDsp.Source);
  row("memory banks", D.MemoryBanks.Value, "", D.MemoryBanks.Source);
  row("transaction width", D.TransactionWidth.Value.value(), "B",
      D.TransactionWidth.Source);
  row("bank bandwidth", D.BankBandwidth.Value.value() / 1e9, "GB/s",
      D.BankBandwidth.Source);
  row("DRAM latency", D.DramLatency.Value.value(), "cycle",
      D.DramLatency.Source);
  row("kernel clock", D.KernelClock.Value.value() / 1e6, "MHz",
      D.KernelClock.Source);
  outs() << "  latency of operators\n";
  for (const auto &[Class, L] : D.Latency)
    row("  " + Class, L.Value.value(), "cycle", L.Source);
}

static Expected<int> listAll() {
  const std::vector<std::string> Folders = driverFolders();
  int Code = Done;
  for (const std::string &Device : listDevices(Folders)) {
    Expected<std::string> Path = findDevice(Device, Folders);
    if (!Path)
      return Path.takeError();
    if (auto D = loadDevice(*Path))
      outs() << formatv("{0,-14} {1}\n", Device, D->Description);
    else
      Code = fail(D.takeError());
  }
  return Code;
}

template <> int commandMain<Command::Devices>(ArrayRef<const char *> Words) {
  KernelInput Input;
  Input.LeastFiles = 0;
  return runCommand(parseArguments(Command::Devices, Words, {}, Input), Input,
                    [&]() -> Expected<int> {
                      if (Input.File.empty())
                        return listAll();
                      Expected<Device> D = chosenDevice(Input.File);
                      if (!D)
                        return D.takeError();
                      show(*D);
                      return Done;
                    });
}

} // namespace roofline
