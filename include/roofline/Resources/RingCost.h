// Resources of a ring buffer on an FPGA.
//
/// \file
/// A roofline_ring is a memory of blocks, an address and, when the memory has
/// several sections, logic that selects between them. The blocks follow from
/// the shapes of the family (MemoryBlocks.h), address and selection from
/// measurements. Each bit has a selector of its own, so the selection is linear
/// between the measured widths and beyond them. Without shapes, whole rings are
/// measured at some sizes. docs/cost-format.md names the structures.
#ifndef ROOFLINE_RESOURCES_RINGCOST_H
#define ROOFLINE_RESOURCES_RINGCOST_H

#include "roofline/Core/StreamLayout.h"
#include "roofline/Resources/CostModel.h"

#include <array>

namespace roofline {

/// [word] in each section of the measured rings.
constexpr uint32_t RingSectionWords = 4096;
/// [bit] Widths of the rings whose sections are measured, up to MostSections.
constexpr std::array<uint32_t, 2> RingSectionWidths = {9, 72};
constexpr uint32_t MostSections = 64;
/// [word] of the longest ring that is measured in steps of 8 words: synthesis
/// makes some of these of lookup tables.
constexpr uint32_t MostShortWords = 64;

/// Resources of \p R. A part without a measurement counts as 0, and \p Unknowns
/// names it.
FabricResources ringCost(const CostModel &Costs, const RingBuffer &R,
                         std::vector<std::string> &Unknowns);

/// Resources that choose between \p Sections of a memory with words of \p Width
/// bits, and enable them.
FabricResources sectionsCost(const CostModel &Costs, uint32_t Sections,
                             uint32_t Width,
                             std::vector<std::string> &Unknowns);

/// Resources of a delay of one bit by \p Length [cycle] in shift registers; one
/// beyond the longest measured delay is several in a row.
FabricResources delayCost(const CostModel &Costs, uint32_t Length,
                          std::vector<std::string> &Unknowns);

/// [ps] from a clock edge to the output of \p R; nothing when it was not
/// measured.
std::optional<double> ringDelay(const CostModel &Costs, const RingBuffer &R);

} // namespace roofline

#endif
