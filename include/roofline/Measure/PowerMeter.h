// Power from the meters of a machine.
//
/// \file
/// RAPL for a CPU, NVML for an NVIDIA GPU, hwmon for the sensors of Linux, or a
/// command that prints watts. Without a meter the power is unknown, with the
/// reason; no power is guessed.
/// Source: ICHEC15 section 3.1: the meters are slow, so P is the peak.
#ifndef ROOFLINE_MEASURE_POWERMETER_H
#define ROOFLINE_MEASURE_POWERMETER_H

#include "roofline/Base/Units.h"

#include "llvm/Support/Error.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace roofline {

class PowerMeter {
public:
  virtual ~PowerMeter() = default;
  /// Names the meter and its domains: "RAPL: package-0, dram".
  virtual std::string name() const = 0;
  /// The power now, or the mean since the last call; nothing on a first call
  /// that only sets a mark. An error when the meter no longer answers.
  virtual llvm::Expected<std::optional<Watts>> read() = 0;
};

struct MeterChoice {
  /// "auto" (fits the device), "rapl", "nvml", "hwmon:NAME" or "none".
  std::string Meter = "auto";
  std::string Command;        ///< prints watts; wins unless empty
  std::string Sysfs = "/sys"; ///< mount point of sysfs
  bool IsCpu = false;
  std::string PciAddress; ///< of the device; empty: none
};

/// Opens the meter that \p C names; the error says why the power is unknown.
llvm::Expected<std::unique_ptr<PowerMeter>> openMeter(const MeterChoice &C);

/// Readings of a meter over a time.
struct PowerRecord {
  std::string Meter;
  std::vector<double> Samples; ///< [W]
  std::string Missing;         ///< why samples are missing; empty: none are
  std::optional<double> peak() const;
  std::optional<double> mean() const;
};

/// Reads a meter in a thread of its own, every 50 ms, until it is stopped.
class PowerRecorder {
public:
  explicit PowerRecorder(llvm::Expected<std::unique_ptr<PowerMeter>> Meter);
  ~PowerRecorder();
  PowerRecord stop();

private:
  void record();

  std::unique_ptr<PowerMeter> Meter;
  PowerRecord Record;
  std::atomic<bool> Stopping = false;
  std::thread Thread;
};

} // namespace roofline

#endif
