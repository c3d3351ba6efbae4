// Fields of JSON that the designs of kernels and of iterations have.
#ifndef ROOFLINE_LIB_DESIGNREPORT_DESIGNFIELDS_H
#define ROOFLINE_LIB_DESIGNREPORT_DESIGNFIELDS_H

#include "roofline/Json/JsonFields.h"
#include "roofline/Tytra17/StreamCost.h"

namespace roofline {

ROOFLINE_NAMES(StreamLimit, "compute", "memory", "host");

/// Under their long names; `verify` and core.json have LUT, FF, DSP, BRAM.
struct DesignResources {
  FabricResources Amounts;
};
template <typename V> void list(V &Visit, DesignResources &S) {
  Visit("luts", S.Amounts.Luts, FromZero);
  Visit("registers", S.Amounts.Registers, FromZero);
  Visit("memory_blocks", S.Amounts.MemoryBlocks, FromZero);
  Visit("dsp_blocks", S.Amounts.DspBlocks, FromZero);
}
inline std::optional<DesignResources>
designResources(const std::optional<FabricResources> &Need) {
  return Need ? std::optional(DesignResources{*Need}) : std::nullopt;
}

} // namespace roofline

#endif
