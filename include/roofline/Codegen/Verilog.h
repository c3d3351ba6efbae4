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

#include "roofline/Model/MasterCost.h"

#include "llvm/Support/Error.h"

namespace roofline {

/// A file of an emitted core; the name may hold folders.
struct TextFile {
  std::string Name;
  std::string Content;
  bool operator==(const TextFile &) const = default;
};

struct VerilogOptions {
  std::string RtlFolder; ///< where the modules are: share/roofline/rtl
  std::string Variant;   ///< the variant's text, for README and JSON
  /// Of the random stimulus, of scalars that are not bound, and of the
  /// testbench's back-pressure.
  uint64_t Seed = 1;
  /// What the testbench computes on; random where absent.
  std::optional<StreamMemory> Memory;
  bool Testbench = true; ///< with its data; without, README says so
  /// AXI4 masters instead of stream ports.
  std::optional<MemoryMasters> Masters;
  /// For README and JSON.
  std::optional<CoreCost> Cost;
};

struct VerilogCore {
  std::string Name;            ///< of the top module
  std::vector<TextFile> Files; ///< the top module's is the first
  int64_t Cycles = 0;  ///< [cycle] from start to done, without back-pressure
  int64_t Latency = 0; ///< [cycle] datapath stages
};

/// Fails on a design that cannot be built, naming operator and place, and on a
/// module that \p O.RtlFolder does not hold.
llvm::Expected<VerilogCore> emitVerilog(const StreamKernel &K,
                                        const StreamDesign &D,
                                        const VerilogOptions &O);

/// Buffers with an element for each position of each stream, random bits (of
/// floats: random numbers of moderate size), and values for the scalars.
StreamMemory randomMemory(const StreamKernel &K, uint64_t Seed);
/// One such element, from random \p Bits and, of floats, four \p More.
inline uint64_t randomElement(const ValueType &T, uint64_t Bits,
                              uint64_t More) {
  auto Mask = [](unsigned N) { return ~uint64_t(0) >> (64 - N); };
  Bits &= Mask(T.Bits);
  if (T.Scalar != ScalarKind::Float)
    return Bits;
  // An exponent from -8 to 7, the fraction and the sign as they come.
  unsigned Fraction = T.Bits == 64 ? 52 : 23;
  uint64_t Bias = T.Bits == 64 ? 1023 : 127;
  uint64_t Exponent = Bias - 8 + (More & 15);
  uint64_t Sign = Bits & uint64_t(1) << (T.Bits - 1);
  return Sign | Exponent << Fraction | (Bits & Mask(Fraction));
}

} // namespace roofline

#endif
