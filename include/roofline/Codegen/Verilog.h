// A design of a stream kernel as Verilog, with what proves it.
//
/// \file
/// The core: one lane module (streams with back-pressure, tap windows, the
/// balanced datapath, reductions) and a top that has Lanes of them; the
/// modules of rtl/ that it uses; a self-checking testbench with stimulus and
/// expected output from evaluate(); a FuseSoC core file, a JSON description
/// and a README; on request AXI4 masters around them. Verilog-2005. Interface
/// and protocol: docs/verilog.md. Not handled: form seq (an error).
#ifndef ROOFLINE_CODEGEN_VERILOG_H
#define ROOFLINE_CODEGEN_VERILOG_H

#include "roofline/Codegen/CorePasses.h"
#include "roofline/Codegen/TextFile.h"
#include "roofline/Core/NetworkSchedule.h"
#include "roofline/Resources/MasterCost.h"
#include "roofline/Stream/EvaluateStreamKernel.h"
#include "roofline/Stream/StreamBlocks.h"

#include "llvm/Support/Error.h"

#include <algorithm>
#include <map>

namespace roofline {

/// The part of an iterated kernel that a launch of a core does.
struct PassDescription {
  int64_t Steps = 1;   ///< [step] in all
  uint32_t OfPass = 1; ///< [step] of a pass; the last one has what is left
  /// FusedSteps::Results.
  std::map<std::string, std::string> Results;
  BlockPlaces Places; ///< of its blocks; none: the pass is a launch
};

/// Tiles instead of lanes.
struct NetworkPlan {
  TileNetwork Network;
  NetworkSchedule Schedule;
  std::map<std::string, std::string> Results; ///< FusedSteps::Results

  /// [beat] of a pipe that is emitted: it is there where nothing is sent, too.
  uint32_t depthOf(uint32_t Pipe) const noexcept {
    return std::max(1u, Schedule.Depths[Pipe]);
  }
};

struct VerilogOptions {
  std::string RtlFolder; ///< where the modules are: share/roofline/rtl
  std::string Variant;   ///< the variant's text, for README and JSON
  /// Seeds the random stimulus, the scalars that are not bound, and the
  /// testbench's back-pressure.
  uint64_t Seed = 1;
  /// Data that the testbench computes on; random where absent.
  std::optional<StreamMemory> Memory;
  bool Testbench = true; ///< with its data; without, README says so
  /// AXI4 masters instead of stream ports.
  std::optional<MemoryMasters> Masters;
  /// With Masters: the core does all of them.
  std::optional<CorePasses> Passes;
  std::optional<PassesRun> Run; ///< needed by a testbench of Passes
  /// For README and JSON.
  std::optional<CoreCost> Cost;
  std::optional<PassDescription> Pass;
  std::optional<NetworkPlan> Network; ///< of StreamDesign::Tiles
};

struct VerilogCore {
  std::string Name;            ///< of the top module
  std::vector<TextFile> Files; ///< the top module's is the first
  int64_t Cycles = 0; ///< [cycle] from start to done, without back-pressure
  int64_t LaunchCycles = 0; ///< [cycle] of one pass
  int64_t BenchCycles = 0;  ///< [cycle] of the testbench, which may do less
  int64_t Latency = 0;      ///< [cycle] datapath stages; of tiles: the steps
};

/// Fails on a design that cannot be built, naming operator and place, and on
/// masters that cannot.
llvm::Error checkVerilog(const StreamKernel &K, const StreamDesign &D,
                         const std::optional<MemoryMasters> &M);

/// Fails as checkVerilog() does, and on a module that \p O.RtlFolder does not
/// hold.
llvm::Expected<VerilogCore> emitVerilog(const StreamKernel &K,
                                        const StreamDesign &D,
                                        const VerilogOptions &O);

/// Buffers with an element for each position of each stream, and values for the
/// scalars: see randomElement().
StreamMemory randomMemory(const StreamKernel &K, uint64_t Seed);
/// Floats that rounding and comparisons treat in their own ways.
enum class SpecialFloats : uint8_t {
  None,
  Finite, ///< zeros, ones and subnormals
  All,    ///< infinities and NaNs, too
};
/// Special floats that every order and way to compute \p K treats alike: no
/// zero where \p K divides, and infinities and NaNs only where \p K asks for
/// them.
SpecialFloats specialFloats(const StreamKernel &K);

/// An element from random \p Bits and nine \p More: random bits, of floats
/// random numbers of moderate size. One integer of eight is near 0, as equal
/// ones and tests for 0 are rare otherwise, and one of sixteen at an end of the
/// range; one float of 32 is special.
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
  // An exponent from -8 to 7, the fraction and the sign as they come.
  unsigned Fraction = T.Bits == 64 ? 52 : 23;
  uint64_t Bias = T.Bits == 64 ? 1023 : 127;
  uint64_t Exponent = Bias - 8 + (More & 15);
  uint64_t Sign = Bits & Top;
  const uint64_t Infinite = (2 * Bias + 1) << Fraction;
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
      return Sign | Infinite;
    default:
      return Infinite | uint64_t(1) << (Fraction - 1);
    }
  return Sign | Exponent << Fraction | (Bits & Mask(Fraction));
}
/// A random scalar, without the special cases of randomElement(): they would
/// make all of a launch special.
inline uint64_t randomScalar(const ValueType &T, uint64_t Bits, uint64_t More) {
  constexpr uint64_t AnyInteger = 15;
  const bool IsFloat = T.Scalar == ScalarKind::Float;
  return randomElement(T, Bits, IsFloat ? More : AnyInteger,
                       SpecialFloats::None);
}

} // namespace roofline

#endif
