// Choosing a meter, and recording what it says.
#include "roofline/Measure/PowerMeter.h"
#include "Meters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <chrono>
#include <numeric>

using namespace llvm;

namespace roofline {

Error noMeter(const Twine &Reason) {
  return createStringError(inconvertibleErrorCode(), Reason);
}

static Expected<std::unique_ptr<PowerMeter>>
automaticMeter(const MeterChoice &C) {
  if (C.IsCpu)
    return openRapl(C.Sysfs);
  if (C.PciAddress.empty())
    return noMeter("the device does not say where on the bus it is, so no "
                   "meter is known to be its own; name one by --power-meter "
                   "or --power-command");
  Expected<std::unique_ptr<PowerMeter>> Nvml = openNvml(C.PciAddress);
  if (Nvml)
    return Nvml;
  Expected<std::unique_ptr<PowerMeter>> Hwmon =
      openHwmon(C.Sysfs, "", C.PciAddress);
  if (Hwmon) {
    consumeError(Nvml.takeError());
    return Hwmon;
  }
  return noMeter(toString(Nvml.takeError()) + "; " +
                 toString(Hwmon.takeError()));
}

Expected<std::unique_ptr<PowerMeter>> openMeter(const MeterChoice &C) {
  if (!C.Command.empty())
    return openCommand(C.Command);
  StringRef Meter = C.Meter;
  if (Meter == "auto")
    return automaticMeter(C);
  if (Meter == "rapl")
    return openRapl(C.Sysfs);
  if (Meter == "nvml")
    return openNvml(C.PciAddress);
  if (Meter.consume_front("hwmon:") && !Meter.empty())
    return openHwmon(C.Sysfs, Meter.str(), "");
  return noMeter("no meter is wanted (--power-meter none)");
}

std::optional<double> PowerRecord::peak() const {
  if (Samples.empty())
    return std::nullopt;
  return *max_element(Samples);
}

std::optional<double> PowerRecord::mean() const {
  if (Samples.empty())
    return std::nullopt;
  return std::accumulate(Samples.begin(), Samples.end(), 0.0) / Samples.size();
}

PowerRecorder::PowerRecorder(Expected<std::unique_ptr<PowerMeter>> Opened) {
  if (!Opened) {
    Record.Missing = toString(Opened.takeError());
    return;
  }
  Meter = std::move(*Opened);
  Record.Meter = Meter->name();
  Thread = std::thread([this] { record(); });
}

PowerRecorder::~PowerRecorder() { stop(); }

void PowerRecorder::record() {
  // The last reading comes after the stop: even a short time has one.
  for (bool Last = false;; Last = Stopping) {
    Expected<std::optional<Watts>> Power = Meter->read();
    if (!Power) {
      Record.Missing = toString(Power.takeError());
      return;
    }
    if (*Power)
      Record.Samples.push_back((*Power)->value());
    if (Last)
      return;
    for (int Waited = 0; Waited < 10 && !Stopping; ++Waited)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

PowerRecord PowerRecorder::stop() {
  Stopping = true;
  if (Thread.joinable())
    Thread.join();
  if (Record.Samples.empty() && Record.Missing.empty())
    Record.Missing = Record.Meter + ": no reading";
  return Record;
}

} // namespace roofline
