// Parts of a core with all names, for the printers.
#ifndef ROOFLINE_CODEGEN_COREPLAN_H
#define ROOFLINE_CODEGEN_COREPLAN_H

#include "roofline/Codegen/CoreFile.h"
#include "roofline/Codegen/Verilog.h"
#include "roofline/Core/MasterNumbers.h"
#include "roofline/Netlist/LaneNetlist.h"

#include <memory>
#include <set>

namespace roofline {

class Templates;

inline std::string number(uint64_t N) { return std::to_string(N); }

/// An AXI4 master, which reads an input or writes an output of one lane.
struct MasterPlan : MasterNumbers {
  bool Reads = true;
  uint32_t Stream = 0, Lane = 0;
  std::string Name; ///< prefix of its ports, "m_axi_in_lane0"
  std::string Base; ///< port of the buffer's address
};

struct CorePlan : LaneNames {
  CorePlan(const StreamKernel &K, const StreamDesign &D)
      : K(K), D(D), S(scheduleDatapath(K, D.Form, D.Vector)),
        L(layOutLane(K, S, D)), Space(beatBox(K.Space, D.Vector)) {}

  const StreamKernel &K;
  StreamDesign D;
  DatapathSchedule S;
  LaneLayout L;
  Box Space; ///< in beats
  /// First stream of each port; fields of one buffer share a port.
  std::vector<uint32_t> InputPorts, OutputPorts;

  /// Plan of StreamKernel::Finish, if there is one.
  std::shared_ptr<const CorePlan> Finish;
  const CorePlan &resultsOf() const { return Finish ? *Finish : *this; }

  /// AXI4 masters: the top is a module around Name.
  std::optional<MemoryMasters> Memory;
  std::vector<MasterPlan> Masters;
  std::vector<std::string> Bases; ///< ports of buffers' addresses
  /// Passes: the top is a module around the masters.
  std::optional<CorePasses> Passes;
  std::string mastersName() const { return Name + "_axi"; }
  std::string topName() const {
    return Passes ? Name + "_passes" : Memory ? mastersName() : Name;
  }
  const Stream &streamOf(const MasterPlan &M) const {
    return M.Reads ? static_cast<const Stream &>(K.Inputs[M.Stream])
                   : K.Outputs[M.Stream];
  }
  /// [byte] Of a beat of \p M.
  int64_t beatBytes(const MasterPlan &M) const {
    return beatBits(streamOf(M), D) / 8;
  }
  /// [byte] From the start of the buffer to the transfer of \p M.
  int64_t offsetOf(const MasterPlan &M) const {
    return M.T.First * beatBytes(M);
  }

  /// "NAME" or "NAME_laneI".
  std::string stream(const std::string &Port, uint32_t Lane) const;
  /// True when the core has a port initial_NAME.
  static bool hasInitialPort(const Reduction &R) {
    return !R.Initial && !R.InitialScalar;
  }
  Netlist lane() const { return laneNetlist(K, D, S, L, *this); }
};

/// \p Name begins the names of all modules; empty: the kernel's.
CorePlan planCore(const StreamKernel &K, const StreamDesign &D,
                  const std::optional<MemoryMasters> &Memory = std::nullopt,
                  const std::string &Name = "");

/// Plans the masters of \p P, whose streams and Memory are there.
void planMasters(CorePlan &P);
CoreFile::MemoryPorts memoryPorts(const CorePlan &P);

std::string literal(uint64_t Bits, uint32_t Width);
/// "[31:0] "
std::string bitRange(uint32_t Width);
/// "k.cl:12:7", or nothing.
std::string place(const SourceLocation &Loc);

// Printers, each a part of the core's text.
std::string printTop(const CorePlan &P, const Netlist &Lane);
/// The top module up to the end of its ports.
std::string printTopPorts(const CorePlan &P);
/// The top module with the network \p N instead of lanes, and its modules.
std::vector<TextFile> printNetwork(const CorePlan &P, const NetworkPlan &N);
std::string printMasters(const CorePlan &P);
/// Parameters of masters and of testbench memories, for rows at a pitch.
std::string rowParameters(const Transfer &T);
/// Bytes that \p M moves: "0 to 127 and so on: 10 rows, 160 apart".
std::string bytesText(const CorePlan &P, const MasterPlan &M);
std::string printPasses(const CorePlan &P);

/// A signal of an AXI4 master, by the suffix of its port.
struct MasterSignal {
  const char *Suffix;
  uint32_t Width = 1;
  bool IsOutput = false;
};
std::vector<MasterSignal> signalsOf(const CorePlan &P, const MasterPlan &M);
/// True for signals that are the same in all accesses: no model looks at them.
bool isConstant(const MasterSignal &S);

/// An argument whose buffer the core reads or writes in some pass.
struct BasePort {
  std::string Argument, Port;
};
std::vector<BasePort> basesOf(const CorePlan &P);
/// Returns each argument that the host reads after all passes.
std::vector<CoreFile::PassResult> resultPorts(const CorePlan &P);

/// Names of modules of rtl/ that \p Text instantiates.
std::set<std::string> modulesIn(const std::string &Text);

/// Testbench and its data: files below tb/.
std::vector<TextFile> printTestbench(const CorePlan &P, const StreamMemory &In,
                                     uint64_t Seed, int64_t Cycles,
                                     Templates &From);
std::vector<TextFile> printPassesTestbench(const CorePlan &P,
                                           const PassesRun &Run, uint64_t Seed,
                                           int64_t Cycles, Templates &From);
CoreFile::Prediction predictionOf(const CoreCost &Cost);
/// What templates say of \p Cost: null where it is not known.
llvm::json::Value costValue(const std::optional<CoreCost> &Cost);
/// The FuseSoC core file of module \p Top among \p Files.
TextFile printFuseSoC(llvm::StringRef Top, llvm::StringRef Kernel,
                      llvm::ArrayRef<TextFile> Files, Templates &From);
/// core.json, README.md and NAME.core for \p Core.
std::vector<TextFile> printDescriptions(const CorePlan &P,
                                        const VerilogCore &Core,
                                        const VerilogOptions &O,
                                        Templates &From);

} // namespace roofline

#endif
