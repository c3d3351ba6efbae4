// The numbers of one device that kernels run on.
//
/// \file
/// Filled by DeviceFiles/DeviceFile.h from devices/*.yaml, where every value
/// has a unit and a source.
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

/// How a board serves pipelines: what the model "board" has measured of it.
struct BoardTimes {
  /// [cycle] from one word of memory to the next, over all load/store units.
  Sourced<double> WordInterval;
  /// [cycle] of a word that another lane of the same unit has just asked for.
  Sourced<double> RepeatInterval;
  /// [1] 1: pipelines and memory add their times up; more: they overlap.
  Sourced<double> Overlap;
  /// [1] Of four measured times in five, over the predicted one.
  Sourced<double> ErrorLow, ErrorHigh;
  bool operator==(const BoardTimes &) const = default;
};

struct Device {
  std::string Name; ///< file stem: "de5net"
  std::string Description;
  ProcessingUnit Unit; ///< its roofs
  /// Macros that the vendor's OpenCL compiler defines: "ALTERA_CL=1".
  std::vector<std::string> Defines = {};
  /// Target of the cost file that prices cores on it; empty: none does.
  std::string CostTarget = {};
  /// Target of the cost file of its shell; empty: none was published.
  std::string ShellTarget = {};
  // The members below price pipelines and are an FPGA's alone; see
  // pricesPipelines().
  Sourced<double> LogicElements, LogicModules, MemoryBlocks, DspBlocks; ///< [1]
  /// I_L, I_M, I_D: fraction of each resource that the shell leaves free.
  Sourced<double> FreeLogic, FreeMemory, FreeDsp;
  Sourced<double> MemoryBanks;           ///< #Banks
  Sourced<Bytes> TransactionWidth;       ///< #Mem_trans_width
  Sourced<BytesPerSecond> BankBandwidth; ///< peak of one bank
  Sourced<Cycles> DramLatency;           ///< #DRAM_lat, kernel cycles
  Sourced<Hertz> KernelClock;            ///< #Freq where none is given
  std::optional<BoardTimes> Times;       ///< nothing: no model "board"
  /// Operator class ("fp_add", "int_mul", "local_mem", ...) to its latency.
  std::map<std::string, Sourced<Cycles>, std::less<>> Latency;
  /// Fabric that each structure of the OpenCL compiler's hardware takes, by
  /// name ("load_unit.logic", ...): the section `structures` of the device
  /// file, docs/device-format.md. Empty: none was measured.
  std::map<std::string, Sourced<double>, std::less<>> Structures = {};
  bool operator==(const Device &) const = default;

  /// True when the HPCA16 model applies.
  bool pricesPipelines() const { return !Latency.empty(); }
};

} // namespace roofline

#endif
