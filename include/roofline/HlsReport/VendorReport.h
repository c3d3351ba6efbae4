// A synthesis report of Vitis HLS beside ours.
//
/// \file
/// Reads csynth.xml, or NAME_csynth.xml of one function. Source: AMD UG1399,
/// "Synthesis Summary"; the elements are those of versions 2020.1 to 2025.1.
#ifndef ROOFLINE_HLSREPORT_VENDORREPORT_H
#define ROOFLINE_HLSREPORT_VENDORREPORT_H

#include "roofline/HlsReport/HlsResult.h"

namespace roofline {

/// A loop as the vendor reports it. What it leaves open ("?", "undef") is
/// nothing.
struct VendorLoop {
  std::string Name; ///< "L2", or of a flattened nest "L0_L1_L2"
  std::optional<double> Trip, Latency, Interval, Depth;
};

struct VendorReport {
  std::string Path, Version, Top, Part;
  std::optional<double> ClockPeriod; ///< [ns] target
  std::optional<CycleRange> Latency;
  std::optional<VitisResources> Resources;
  std::vector<VendorLoop> Loops;
};

/// Reads \p Path. Errors have file and line.
llvm::Expected<VendorReport> loadVendorReport(llvm::StringRef Path);

/// Returns the loop of \p R that the vendor calls \p Name; nothing where none
/// is.
std::optional<uint32_t> loopNamed(const HlsResult &R, llvm::StringRef Name);

/// Prints the vendor's numbers beside those of \p R, loop by loop.
void printBeside(const HlsResult &R, const VendorReport &V,
                 llvm::raw_ostream &OS);

} // namespace roofline

#endif
