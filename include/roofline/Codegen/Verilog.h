// Prints a design of a stream kernel as Verilog, with its testbench.
//
/// \file
/// A core has one lane module (streams with back-pressure, tap windows, the
/// balanced datapath, reductions) and a top module with Lanes instances of it.
/// The output also holds the modules of rtl/ that the core uses, a
/// self-checking testbench, a FuseSoC core file, a JSON description and a
/// README. evaluate() computes the testbench's expected output. AXI4 masters
/// around the core are optional. The language is Verilog-2005. docs/verilog.md
/// describes interface and protocol. Not handled: form seq (an error).
#ifndef ROOFLINE_CODEGEN_VERILOG_H
#define ROOFLINE_CODEGEN_VERILOG_H

#include "roofline/Base/FloatFormat.h"
#include "roofline/Codegen/CorePasses.h"
#include "roofline/Codegen/TextFile.h"
#include "roofline/Core/NetworkSchedule.h"
#include "roofline/Netlist/Netlist.h"
#include "roofline/Resources/MasterCost.h"
#include "roofline/Steps/StreamBlocks.h"
#include "roofline/Stream/EvaluateStreamKernel.h"

#include "llvm/Support/Error.h"

#include <algorithm>
#include <map>
#include <set>

namespace roofline {

/// Part of an iterated kernel that one launch of a core computes.
struct PassDescription {
  int64_t Steps = 1;   ///< [step] of the whole kernel
  uint32_t OfPass = 1; ///< [step] of a pass; the last pass has the rest
  std::map<std::string, std::string> Results; ///< FusedSteps::Results
  /// Places of the space's blocks, one launch each; empty where one launch is a
  /// whole pass.
  BlockPlaces Places;
};

/// Design with tiles instead of lanes.
struct NetworkPlan {
  TileNetwork Network;
  NetworkSchedule Schedule;
  std::map<std::string, std::string> Results; ///< FusedSteps::Results

  /// Returns the [beat] that pipe \p Pipe can hold in the core: at least 1,
  /// even where nothing is sent.
  uint32_t depthOf(uint32_t Pipe) const noexcept {
    return std::max(1u, Schedule.Depths[Pipe]);
  }
};

/// Values that a size scalar of a core may have: multiples of Multiple.
struct SizeRange {
  int64_t Least = 1, Most = 1, Multiple = 1;
  bool operator==(const SizeRange &) const = default;
};

/// Inputs of emitVerilog() beside kernel and design.
struct VerilogOptions {
  std::string RtlFolder; ///< folder of the modules: share/roofline/rtl
  std::string Variant;   ///< the variant's text, for README and JSON
  std::string Name;      ///< of the core; empty: the kernel's
  /// Seed of the random stimulus, of unbound scalars and of the testbench's
  /// back-pressure.
  uint64_t Seed = 1;
  /// Input data of the testbench; random where empty.
  std::optional<StreamMemory> Memory;
  bool Testbench = true; ///< emits the testbench and its data
  /// AXI4 masters; stream ports where empty.
  std::optional<MemoryMasters> Masters;
  /// Passes that the core runs by itself; needs Masters.
  std::optional<CorePasses> Passes;
  std::optional<PassesRun> Run; ///< required for a testbench with Passes
  /// Facts for README and JSON.
  std::optional<CoreCost> Cost;
  std::optional<PassDescription> Pass;
  std::vector<SizeRange> Sizes; ///< by StreamKernel::SizeScalars
  /// The testbench's sizes, for a kernel whose sizes vary.
  std::optional<StreamKernel> BenchKernel;
  std::optional<NetworkPlan> Network; ///< tiles of a design with Tiles
};

/// The files of a core and its cycles.
struct VerilogCore {
  std::string Name;            ///< name of the top module
  std::vector<TextFile> Files; ///< the file of the top module is the first
  int64_t Cycles = 0; ///< [cycle] from start to done, without back-pressure
  int64_t LaunchCycles = 0; ///< [cycle] of one pass
  int64_t BenchCycles = 0;  ///< [cycle] of the testbench, which may run less
  int64_t Latency = 0; ///< [cycle] depth of the datapath; of tiles: all steps
};

/// Fails on a design, or on masters, that cannot be built. The error names
/// operator and place.
llvm::Error checkVerilog(const StreamKernel &K, const StreamDesign &D,
                         const std::optional<MemoryMasters> &M);

/// Returns the modules of rtl/ in \p Folder that \p Text needs beside its \p
/// Defined, with those that they need, as files of rtl/. An error names a
/// missing one.
llvm::Expected<std::vector<TextFile>>
modulesFor(const std::string &Text, const std::set<std::string> &Defined,
           const std::string &Folder);

/// Emits design \p D of \p K. Fails as checkVerilog() does, and where \p
/// O.RtlFolder lacks a module that the core uses.
llvm::Expected<VerilogCore> emitVerilog(const StreamKernel &K,
                                        const StreamDesign &D,
                                        const VerilogOptions &O);

/// Returns the lanes of \p D as emitVerilog() prints them: that of \p K, then
/// that of StreamKernel::Finish where there is one. Fails as checkVerilog()
/// does.
llvm::Expected<std::vector<Netlist>> laneNetlists(const StreamKernel &K,
                                                  const StreamDesign &D);

/// Returns random data: buffers with an element for each position of each
/// stream, and scalars. See randomElement().
StreamMemory randomMemory(const StreamKernel &K, uint64_t Seed);
/// Floats with a rule of their own in rounding and comparisons.
enum class SpecialFloats : uint8_t {
  None,
  Finite, ///< zeros, ones and subnormals
  All,    ///< also infinities and NaNs
};
/// Returns the special floats on which every evaluation order of \p K gives the
/// same result. None where \p K divides or takes roots; infinities and NaNs
/// only where \p K tests for them.
SpecialFloats specialFloats(const StreamKernel &K);

/// Returns a random element, made of random \p Bits and nine bits of \p More.
/// An integer is random bits; one of eight is near 0 and one of sixteen at an
/// end of the range, as equal numbers and tests for 0 are rare otherwise. A
/// float is a random number of moderate size; one of 32 is special.
inline uint64_t randomElement(const ValueType &T, uint64_t Bits, uint64_t More,
                              SpecialFloats Special) {
  auto Mask = [](unsigned N) { return ~uint64_t(0) >> (64 - N); };
  Bits &= Mask(T.Bits);
  const uint64_t Top = uint64_t(1) << (T.Bits - 1);
  if (T.Scalar != ScalarKind::Float) {
    if (T.Bits < 8)
      return Bits;
    switch (More & 15) {
    case 0:
      return Bits & 3;
    case 1:
      return Mask(T.Bits) - (Bits & 3);
    case 2:
      return Bits & 1 ? Top : Top - 1;
    default:
      return Bits;
    }
  }
  // An exponent from -8 to 7; random fraction and sign.
  unsigned Fraction = fractionBits(T.Bits);
  const uint64_t Bias = exponentBias(T.Bits);
  uint64_t Exponent = Bias - 8 + (More & 15);
  uint64_t Sign = Bits & Top;
  if (Special != SpecialFloats::None && (More >> 4 & 31) == 0)
    switch (Special == SpecialFloats::All ? Bits & 7 : Bits & 3) {
    case 0:
    case 1:
      return Sign;
    case 2:
      return Sign | Bias << Fraction;
    case 3:
      return Sign | (Bits & Mask(Fraction));
    case 4:
    case 5:
      return Sign | infinityBits(T.Bits);
    default:
      return quietNaNBits(T.Bits);
    }
  return Sign | Exponent << Fraction | (Bits & Mask(Fraction));
}
/// Returns a random scalar. The special cases of randomElement() are left out,
/// as they would affect every result of a launch.
inline uint64_t randomScalar(const ValueType &T, uint64_t Bits, uint64_t More) {
  constexpr uint64_t AnyInteger = 15;
  const bool IsFloat = T.Scalar == ScalarKind::Float;
  return randomElement(T, Bits, IsFloat ? More : AnyInteger,
                       SpecialFloats::None);
}

} // namespace roofline

#endif
