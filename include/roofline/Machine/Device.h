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

/// Share of a memory's peak that streams of one mix reach together.
struct StreamMix {
  uint32_t Reads = 0, Writes = 0; ///< load and store units that it serves
  double Width = 0;               ///< [byte] of the narrowest request
  bool IsInterleaved = false;     ///< over all banks; else in one bank
  Sourced<double> Share;          ///< [1]
  bool operator==(const StreamMix &) const = default;
};

/// Numbers of the model "board": how a board serves pipelines.
struct BoardTimes {
  /// Version of the OpenCL compiler whose rules hold.
  Sourced<double> Sdk;
  /// [1] Share of a bank's peak that one stream of full words reaches.
  Sourced<double> Share;
  std::vector<StreamMix> Mixes; ///< of several streams, as far as measured
  /// [cycle/word] of the kernel's clock for each word of memory, repeats
  /// included, where many units are arbitrated.
  std::optional<Sourced<double>> Arbitration;
  /// [cycle/word] of the kernel's clock on the way of all reads from a bank, or
  /// from all banks that are interleaved.
  std::optional<Sourced<double>> ReadRing;
  /// [cycle/word] on the way of all writes, where several units write.
  std::optional<Sourced<double>> WriteRing;
  /// [s/word] that a read waits for the bank that writes hold.
  std::optional<Sourced<double>> WriteHold;
  /// [s] of a request that leaves the FPGA through another master's port, and
  /// [s/byte] of its bytes.
  std::optional<Sourced<double>> Request, RequestByte;
  std::optional<Sourced<double>> Start; ///< [s] from a launch to its first pass
  /// [1] At 1 the times of pipelines and memory add up; above 1 they overlap.
  Sourced<double> Overlap;
  /// [1] Measured over predicted time: four in five lie between the two. Empty:
  /// nothing was measured that tells.
  std::optional<Sourced<double>> ErrorLow, ErrorHigh;
  bool operator==(const BoardTimes &) const = default;

  /// True where constants are measured, and so is the error.
  bool isCalibrated() const { return ErrorLow && ErrorHigh; }
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
