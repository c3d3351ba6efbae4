// Resources of a ring buffer on an FPGA.
//
/// \file
/// A roofline_ring is a memory of blocks, an address, and where the memory has
/// several sections, logic that chooses between them. The blocks follow from
/// the shapes that the family has (MemoryBlocks.h), address and choice from
/// measurements: each bit has a choice of its own, so that they are linear
/// between the widths that were measured, and beyond them. Without shapes all
/// of it is measured, at some sizes. docs/cost-format.md names the structures.
#ifndef ROOFLINE_RESOURCES_RINGCOST_H
#define ROOFLINE_RESOURCES_RINGCOST_H

#include "roofline/Core/StreamLayout.h"
#include "roofline/Resources/CostModel.h"

#include <array>

namespace roofline {

/// [word] of each section of the rings that are measured.
constexpr uint32_t RingSectionWords = 4096;
/// [bit] of the rings whose sections are measured, up to so many.
constexpr std::array<uint32_t, 2> RingSectionWidths = {9, 72};
constexpr uint32_t MostSections = 64;

/// A part that was not measured is 0, and named in \p Unknowns.
FabricResources ringCost(const CostModel &Costs, const RingBuffer &R,
                         std::vector<std::string> &Unknowns);

/// [ps] from a clock edge to the output of \p R; nothing where it was not
/// measured.
std::optional<double> ringDelay(const CostModel &Costs, const RingBuffer &R);

} // namespace roofline

#endif
