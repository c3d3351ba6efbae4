// The pass `fpga-cost` on functions of C and C++.
#ifndef ROOFLINE_PLUGIN_HLSCOST_H
#define ROOFLINE_PLUGIN_HLSCOST_H

#include "roofline/Machine/Device.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Module;
class raw_ostream;
} // namespace llvm

namespace roofline {

/// Returns the functions of \p M that -fpga-top and `#pragma HLS top` choose,
/// by their names in the object file.
std::vector<std::string> hlsTops(const llvm::Module &M);

/// True where -fpga-top asks for the functions of every file.
bool wantsFunctions();

/// Emits the remarks on the chosen functions of \p M. Without a choice a file
/// with pragmas of HLS gets one remark that asks for it.
void remarkOnHls(llvm::Module &M);

/// Prints the reports of the chosen functions of \p M.
void printHlsReports(llvm::Module &M, llvm::raw_ostream &OS);

/// Returns the device of -fpga-device, or \p Default.
llvm::Expected<Device> chosenDevice(llvm::StringRef Default);

/// [MHz] Returns the clock of -fpga-clock.
std::optional<double> chosenClock();

} // namespace roofline

#endif
