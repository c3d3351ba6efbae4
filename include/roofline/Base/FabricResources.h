// Amounts of FPGA resources: LUTs, registers, DSP and memory blocks, pins.
#ifndef ROOFLINE_BASE_FABRICRESOURCES_H
#define ROOFLINE_BASE_FABRICRESOURCES_H

#include <utility>

namespace roofline {

/// Resources that a device has, or that an interface, an operator or one
/// element of a kernel occupies.
struct FabricResources {
  double Luts = 0, Registers = 0, DspBlocks = 0, MemoryBlocks = 0, Pins = 0;
  bool operator==(const FabricResources &) const = default;
};

/// Names of what a core needs; pins are of a whole board.
inline constexpr std::pair<const char *, double FabricResources::*>
    ResourceNames[] = {{"LUT", &FabricResources::Luts},
                       {"FF", &FabricResources::Registers},
                       {"DSP", &FabricResources::DspBlocks},
                       {"BRAM", &FabricResources::MemoryBlocks}};

inline FabricResources operator-(const FabricResources &L,
                                 const FabricResources &R) {
  return {L.Luts - R.Luts, L.Registers - R.Registers, L.DspBlocks - R.DspBlocks,
          L.MemoryBlocks - R.MemoryBlocks, L.Pins - R.Pins};
}

inline FabricResources operator*(const FabricResources &R, double Factor) {
  return {R.Luts * Factor, R.Registers * Factor, R.DspBlocks * Factor,
          R.MemoryBlocks * Factor, R.Pins * Factor};
}

inline FabricResources operator+(const FabricResources &L,
                                 const FabricResources &R) {
  return L - R * -1;
}

inline FabricResources &operator+=(FabricResources &L,
                                   const FabricResources &R) {
  return L = L + R;
}

} // namespace roofline

#endif
