// What a kernel runs on: the numbers of one FPGA board.
//
/// \file
/// Filled by Device/DeviceFile.h from devices/*.yaml, where every value has a
/// unit and a source.
#ifndef ROOFLINE_MODEL_DEVICE_H
#define ROOFLINE_MODEL_DEVICE_H

#include "roofline/Model/Units.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace roofline {

/// A value of a device file and where it comes from.
template <typename T> struct Sourced {
  T Value{};
  std::string Source; ///< document and table, "measured: ..." or "assumed: why"
  bool operator==(const Sourced &) const = default;
};

struct Device {
  std::string Name; ///< file stem: "de5net"
  std::string Description;
  Sourced<double> LogicElements, LogicModules, MemoryBlocks, DspBlocks; ///< [1]
  /// I_L, I_M, I_D: fraction of each resource that the shell leaves free.
  Sourced<double> FreeLogic, FreeMemory, FreeDsp;
  Sourced<double> MemoryBanks;           ///< #Banks
  Sourced<Bytes> TransactionWidth;       ///< #Mem_trans_width
  Sourced<BytesPerSecond> BankBandwidth; ///< peak of one bank
  Sourced<Cycles> DramLatency;           ///< #DRAM_lat, kernel cycles
  Sourced<Hertz> KernelClock;            ///< #Freq where none is given
  /// Operator class ("fp_add", "int_mul", "local_mem", ...) to its latency.
  std::map<std::string, Sourced<Cycles>, std::less<>> Latency;
  bool operator==(const Device &) const = default;
};

} // namespace roofline

#endif
