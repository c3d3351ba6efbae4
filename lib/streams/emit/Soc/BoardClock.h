// Clocks of boards, and how their PLLs make them.
#ifndef ROOFLINE_LIB_SOC_BOARDCLOCK_H
#define ROOFLINE_LIB_SOC_BOARDCLOCK_H

#include "roofline/Base/Units.h"

#include <optional>

namespace roofline {

/// Crystal of a ULX3S.
constexpr Hertz Ulx3sCrystal(25e6);

/// Settings of an ECP5's EHXPLLL whose first output feeds back as fast as its
/// input, and whose second and third output are the clock and a later one.
///   VCO = input * Feedback, clock = VCO / Divider
/// Source: Lattice FPGA-DS-02012, sysCLOCK PLL timing: input 8 to 400 MHz, VCO
/// 400 to 800 MHz; FPGA-TN-02200: dividers of 1 to 128, phases of whole and
/// eighth parts of the VCO's period.
struct Ecp5Pll {
  unsigned Feedback = 1, Divider = 1;
  Hertz Clock;
  bool operator==(const Ecp5Pll &) const = default;
};

/// The fastest clock that is at most \p AtMost.
Ecp5Pll ecp5Pll(Hertz Input, Hertz AtMost) noexcept;

/// Fastest clock at which words of the ULX3S's SDRAM are read in time. Its
/// clock is a quarter of a period behind the core's, so that a word has the
/// other three quarters:
///   3/4 / F >= Pads + Access
/// Access [s] 6 ns from the clock to the word at CAS latency 2, of chips of
/// grade -7; Pads [s] 6 ns out of and into the FPGA, assumed.
constexpr Hertz FastestUlx3sMemory(0.75 / 12e-9);

/// Crystal of an iCEBreaker, and the fastest clock of the RAM that its core
/// has. Source: Lattice FPGA-DS-02008, register-to-register performance: 70
/// MHz.
constexpr Hertz IcebreakerCrystal(12e6), FastestIcebreakerMemory(70e6);

/// Settings of an iCE40's SB_PLL40_PAD that feeds back its VCO.
///   VCO = input * Feedback, clock = VCO / 2^Halvings
/// Source: Lattice FPGA-DS-02008, sysCLOCK PLL timing: phase detector from 10
/// MHz, VCO 533 to 1066 MHz, output 16 to 275 MHz; FPGA-TN-02052: feedback of 1
/// to 128, halvings of 1 to 6.
struct Ice40Pll {
  unsigned Feedback = 1, Halvings = 1;
  Hertz Clock;
  bool operator==(const Ice40Pll &) const = default;
};

/// The fastest clock that is at most \p AtMost, of an \p Input of 10 to 17 MHz;
/// nothing: it would be slower than the PLL makes.
std::optional<Ice40Pll> ice40Pll(Hertz Input, Hertz AtMost) noexcept;

/// Crystal of a DE10-Nano, and clocks that its PLL may be asked for. The tool
/// takes the nearest one that there is.
/// Source: Intel CV-51002, PLL specifications, grade I7: VCO from 600 MHz, an
/// output to a global clock of up to 550 MHz; counters of up to 512.
constexpr Hertz De10NanoCrystal(50e6), SlowestDe10Nano(2e6),
    FastestDe10Nano(550e6);

} // namespace roofline

#endif
