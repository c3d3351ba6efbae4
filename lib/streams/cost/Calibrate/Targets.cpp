// The families that yosys synthesises for, and what their cells occupy.
#include "roofline/Calibrate/Calibrate.h"

#include "SynthesisCells.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {
namespace {

/// As yosys 0.23 has them in share/xilinx/brams_xc4v.txt for blocks of 36 Kb:
/// the same port writes and reads, or (wider words) two ports do, at an extra
/// weight; two blocks in cascade have one bit.
constexpr MemoryShape XilinxMemory[] = {
    {0.5, 1 << 14, 1, 18, 129, 0}, {0.5, 1 << 14, 36, 36, 129, 2},
    {1, 1 << 15, 1, 36, 257, 0},   {1, 1 << 15, 72, 72, 257, 2},
    {2, 1 << 16, 1, 1, 513, 0},
};

/// As share/ecp5/brams.txt has them: DP16KD, and PDPW16KD with two ports.
constexpr MemoryShape Ecp5Memory[] = {{1, 1 << 14, 1, 18, 128, 0},
                                      {1, 1 << 14, 36, 36, 128, 2}};

/// As share/intel_alm/common/bram_m10k.txt has them, of which `memory_bram`
/// takes the one that wastes the fewest bits.
constexpr MemoryShape CycloneVMemory[] = {{1, 1 << 13, 1, 1, 8192, 0},
                                          {1, 1 << 13, 2, 2, 8192, 0},
                                          {1, 1 << 13, 5, 20, 10240, 0}};

/// Bits of a memory block: Xilinx UG473 and UG573, 36 Kb; Lattice
/// FPGA-TN-02204, 18 Kb; Intel CV-5V2, M10K.
constexpr SynthesisTarget Targets[] = {
    {"xc7", "synth_xilinx -family xc7 -flatten -noiopad -noclkbuf",
     "read_verilog -lib -specify +/xilinx/cells_sim.v\n"
     "read_verilog -lib +/xilinx/cells_xtra.v\n",
     "prepare", 36864, nullptr, XilinxMemory},
    // Without -specify: the delays in cells_sim.v are those of Series 7.
    {"xcup", "synth_xilinx -family xcup -flatten -noiopad -noclkbuf",
     "read_verilog -lib +/xilinx/cells_sim.v\n"
     "read_verilog -lib +/xilinx/cells_xtra.v\n",
     "prepare", 36864, nullptr, XilinxMemory},
    {"ecp5", "synth_ecp5",
     "read_verilog -lib -specify +/ecp5/cells_sim.v +/ecp5/cells_bb.v\n",
     "coarse", 18432, ecp5Delays, Ecp5Memory, true},
    {"cyclonev", "synth_intel_alm -family cyclonev -noiopad -noclkbuf",
     "read_verilog -specify -lib -D cyclonev +/intel_alm/common/alm_sim.v\n"
     "read_verilog -specify -lib -D cyclonev +/intel_alm/common/dff_sim.v\n"
     "read_verilog -specify -lib -D cyclonev +/intel_alm/common/dsp_sim.v\n"
     "read_verilog -specify -lib -D cyclonev +/intel_alm/common/mem_sim.v\n"
     "read_verilog -specify -lib -D cyclonev +/intel_alm/common/misc_sim.v\n"
     "read_verilog -specify -lib -D cyclonev -icells "
     "+/intel_alm/common/abc9_model.v\n"
     "read_verilog -lib +/intel/common/altpll_bb.v\n"
     "read_verilog -lib +/intel_alm/common/megafunction_bb.v\n",
     "coarse", 10240, nullptr, CycloneVMemory, true},
};

/// Resources of one cell.
struct FamilyCell {
  StringLiteral Targets; ///< names that begin so
  StringLiteral Name;
  double Luts, Registers, DspBlocks, MemoryBlocks, Carries;
};

/// Luts: LUT6 of Series 7 and UltraScale+, LUT4 of ECP5, ALUTs of Cyclone V.
/// Sources: Xilinx UG474 Table 2-4 and UG574 Table 2-3 (LUTs of distributed
/// RAM), UG473 and UG573 (RAMB18 is half a RAMB36);
/// Lattice TN1265, FPGA-TN-02204 (a carry cell is a slice's two LUT4; RAM of
/// 16x4 is two slices, and a third one writes it); Intel CV-5V2 (a DSP block is
/// one 27x27, two 18x18 or three 9x9; an MLAB of 32 words has one ALUT a bit).
constexpr FamilyCell Cells[] = {
    {"xc", "LUT1", 1, 0, 0, 0, 0},
    {"xc", "LUT2", 1, 0, 0, 0, 0},
    {"xc", "LUT3", 1, 0, 0, 0, 0},
    {"xc", "LUT4", 1, 0, 0, 0, 0},
    {"xc", "LUT5", 1, 0, 0, 0, 0},
    {"xc", "LUT6", 1, 0, 0, 0, 0},
    {"xc", "INV", 1, 0, 0, 0, 0},
    {"xc", "MUXF7", 0, 0, 0, 0, 0},
    {"xc", "MUXF8", 0, 0, 0, 0, 0},
    {"xc", "CARRY4", 0, 0, 0, 0, 1},
    {"xc", "SRL16E", 1, 0, 0, 0, 0},
    {"xc", "SRLC32E", 1, 0, 0, 0, 0},
    {"xc7", "RAM32X1D", 2, 0, 0, 0, 0},
    {"xc7", "RAM64X1D", 2, 0, 0, 0, 0},
    {"xc7", "RAM128X1D", 4, 0, 0, 0, 0},
    {"xc7", "RAM32M", 4, 0, 0, 0, 0},
    {"xc7", "RAM64M", 4, 0, 0, 0, 0},
    {"xc", "FDRE", 0, 1, 0, 0, 0},
    {"xc", "FDSE", 0, 1, 0, 0, 0},
    {"xc7", "DSP48E1", 0, 0, 1, 0, 0},
    {"xc7", "RAMB18E1", 0, 0, 0, 0.5, 0},
    {"xc7", "RAMB36E1", 0, 0, 0, 1, 0},
    {"xcup", "RAM32M16", 8, 0, 0, 0, 0},
    {"xcup", "RAM64M8", 8, 0, 0, 0, 0},
    {"xcup", "RAM128X1D", 4, 0, 0, 0, 0},
    {"xcup", "RAM256X1D", 8, 0, 0, 0, 0},
    {"xcup", "MUXF9", 0, 0, 0, 0, 0},
    {"xcup", "DSP48E2", 0, 0, 1, 0, 0},
    {"xcup", "RAMB18E2", 0, 0, 0, 0.5, 0},
    {"xcup", "RAMB36E2", 0, 0, 0, 1, 0},
    {"ecp5", "LUT4", 1, 0, 0, 0, 0},
    {"ecp5", "PFUMX", 0, 0, 0, 0, 0},
    {"ecp5", "L6MUX21", 0, 0, 0, 0, 0},
    {"ecp5", "CCU2C", 2, 0, 0, 0, 1},
    {"ecp5", "TRELLIS_DPR16X4", 6, 0, 0, 0, 0},
    {"ecp5", "TRELLIS_FF", 0, 1, 0, 0, 0},
    {"ecp5", "MULT18X18D", 0, 0, 1, 0, 0},
    {"ecp5", "DP16KD", 0, 0, 0, 1, 0},
    {"ecp5", "PDPW16KD", 0, 0, 0, 1, 0},
    {"cyclonev", "MISTRAL_NOT", 1, 0, 0, 0, 0},
    {"cyclonev", "MISTRAL_ALUT2", 1, 0, 0, 0, 0},
    {"cyclonev", "MISTRAL_ALUT3", 1, 0, 0, 0, 0},
    {"cyclonev", "MISTRAL_ALUT4", 1, 0, 0, 0, 0},
    {"cyclonev", "MISTRAL_ALUT5", 1, 0, 0, 0, 0},
    {"cyclonev", "MISTRAL_ALUT6", 1, 0, 0, 0, 0},
    {"cyclonev", "MISTRAL_ALUT_ARITH", 1, 0, 0, 0, 1},
    {"cyclonev", "MISTRAL_MLAB", 1, 0, 0, 0, 0},
    {"cyclonev", "MISTRAL_FF", 0, 1, 0, 0, 0},
    {"cyclonev", "MISTRAL_MUL27X27", 0, 0, 1, 0, 0},
    {"cyclonev", "MISTRAL_MUL18X18", 0, 0, 0.5, 0, 0},
    {"cyclonev", "MISTRAL_MUL9X9", 0, 0, 1.0 / 3, 0, 0},
    {"cyclonev", "MISTRAL_M10K", 0, 0, 0, 1, 0},
};

} // namespace

const SynthesisTarget *findTarget(StringRef Name) {
  const auto *T = find_if(
      Targets, [&](const SynthesisTarget &T) { return T.Name == Name; });
  return T == std::end(Targets) ? nullptr : T;
}

std::vector<StringRef> targetNames() {
  std::vector<StringRef> Names;
  for (const SynthesisTarget &T : Targets)
    Names.push_back(T.Name);
  return Names;
}

Expected<CostPoint> resourcesOf(const SynthesisTarget &Target,
                                const Synthesis &Outcome) {
  CostPoint Sum;
  Sum.Delay = Outcome.Delay;
  for (const auto &[Name, Number] : Outcome.Cells) {
    const FamilyCell *C = find_if(Cells, [&](const FamilyCell &C) {
      return Target.Name.starts_with(C.Targets) && C.Name == Name;
    });
    if (C == std::end(Cells))
      return createStringError(inconvertibleErrorCode(),
                               "yosys used a cell '" + Name + "' of " +
                                   Target.Name + " whose cost is not known");
    double N = double(Number);
    Sum.Need.Luts += N * C->Luts;
    Sum.Need.Registers += N * C->Registers;
    Sum.Need.DspBlocks += N * C->DspBlocks;
    Sum.Need.MemoryBlocks += N * C->MemoryBlocks;
    Sum.Carries += N * C->Carries;
  }
  return Sum;
}

} // namespace roofline
