// The numbers of one device that kernels run on.
//
/// \file
/// DeviceFiles/DeviceFile.h fills it from devices/*.yaml, where every value has
/// a unit and a source.
#ifndef ROOFLINE_MACHINE_DEVICE_H
#define ROOFLINE_MACHINE_DEVICE_H

#include "roofline/Base/Sourced.h"
#include "roofline/Base/Units.h"
#include "roofline/Machine/Roofline.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// Measured numbers of the model "board": how a board serves pipelines.
struct BoardTimes {
  /// [cycle] from one word of memory to the next, over all load/store units.
  Sourced<double> WordInterval;
  /// [cycle] for a word that another lane of the same unit has just requested.
  Sourced<double> RepeatInterval;
  /// [1] At 1 the times of pipelines and memory add up; above 1 they overlap.
  Sourced<double> Overlap;
  /// [1] Measured over predicted time: four in five lie between the two.
  Sourced<double> ErrorLow, ErrorHigh;
  bool operator==(const BoardTimes &) const = default;
};

struct Device {
  std::string Name; ///< file stem: "de5net"
  std::string Description;
  ProcessingUnit Unit; ///< its roofs
  /// Macros that the vendor's OpenCL compiler defines: "ALTERA_CL=1".
  std::vector<std::string> Defines = {};
  /// Target of the cost file that prices cores on this device; empty: none.
  std::string CostTarget = {};
  /// Target of the cost file of the shell; empty: none was published.
  std::string ShellTarget = {};
  // Only an FPGA has the members below, which price pipelines: see
  // pricesPipelines().
  Sourced<double> LogicElements, LogicModules, MemoryBlocks, DspBlocks; ///< [1]
  /// I_L, I_M, I_D: fraction of each resource that the shell leaves free.
  Sourced<double> FreeLogic, FreeMemory, FreeDsp;
  Sourced<double> MemoryBanks;           ///< #Banks
  Sourced<Bytes> TransactionWidth;       ///< #Mem_trans_width
  Sourced<BytesPerSecond> BankBandwidth; ///< peak of one bank
  Sourced<Cycles> DramLatency;           ///< #DRAM_lat, kernel cycles
  Sourced<Hertz> KernelClock;            ///< #Freq, unless an option gives one
  /// Nothing: the model "board" is unavailable.
  std::optional<BoardTimes> Times;
  /// Latency by operator class ("fp_add", "int_mul", "local_mem", ...).
  std::map<std::string, Sourced<Cycles>, std::less<>> Latency;
  /// Resources of each structure that the OpenCL compiler builds, by name
  /// ("load_unit.logic", ...): the section `structures` of the device file,
  /// docs/device-format.md. Empty: none was measured.
  std::map<std::string, Sourced<double>, std::less<>> Structures = {};
  bool operator==(const Device &) const = default;

  /// True when the HPCA16 model applies.
  bool pricesPipelines() const { return !Latency.empty(); }
};

} // namespace roofline

#endif
