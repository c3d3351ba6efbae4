// The designs that a compiled kernel permits.
#ifndef ROOFLINE_DESIGNS_KERNELCHOICES_H
#define ROOFLINE_DESIGNS_KERNELCHOICES_H

#include "roofline/Designs/KernelDesigns.h"
#include "roofline/Hpca16/Bind.h"

#include <vector>

namespace roofline {

using GroupSize = std::array<uint64_t, 3>;

/// Design and group size of one replay of the launch.
struct ReplayedDesign {
  size_t Group = 0; ///< index into KernelChoices::Groups
  Design D;         ///< of one compute unit
  /// Choices above the least: what needs no more than this is of a lower level.
  uint32_t Level = 0;
  std::vector<bool> Whole = {}; ///< by loop: no loop is left once it is built
  /// Vectors of work-items would be ignored: see divergentLoop().
  bool IsDivergent = false;

  /// True where \p Larger has as many or more copies and lanes of the same
  /// structures, so that it needs as much of the board or more.
  bool isPartOf(const ReplayedDesign &Larger) const;
};

/// A loop statement, whose loops have one factor.
struct LoopChoice {
  std::vector<uint32_t> Loops;   ///< indices into KernelSummary::Loops
  std::vector<uint32_t> Factors; ///< ascending
};

/// Refers to the kernel, its launch and the space.
class KernelChoices {
public:
  /// \p Source: the design to change, which the others are beside.
  KernelChoices(const BoundKernel &Bound, const Launch &L, KernelSpace &Space,
                Design Source);

  /// Nothing: the launch's, whatever it says.
  std::vector<std::optional<GroupSize>> Groups;
  std::vector<std::string> Notes;

  /// The designs of one compute unit that differ in hardware, by ascending
  /// level.
  std::vector<ReplayedDesign> replays() const;
  /// Compute units that a launch of \p NumGroups groups is for.
  std::vector<uint32_t> computeUnits(double NumGroups) const;
  /// SIMD widths that work-groups of Groups[\p Group] permit, ascending.
  std::vector<uint32_t> lanes(size_t Group) const;
  /// Loop statements with more than one factor.
  const std::vector<LoopChoice> &loops() const { return Loops; }
  /// False where a single work-item has copies of a loop that stays a loop:
  /// these would run one after another, which is no gain.
  bool mayUnroll(const Design &D) const;
  bool isSingleWorkItem() const { return IsSingle; }

private:
  std::vector<ReplayedDesign> unrolled() const;
  void findDivergence();
  void chooseGroups();
  std::optional<std::string> whyGroupIsFixed() const;
  void chooseLoops();
  std::vector<uint32_t> factors(const LoopChoice &Of) const;
  double size() const;
  void noteLoops();

  const BoundKernel &Bound;
  const KernelSummary &Kernel;
  const Launch &L;
  KernelSpace &Space;
  const Design Source;
  const std::vector<bool> HasBarrier; ///< by loop
  bool IsSingle = false;
  std::vector<LoopChoice> Loops;
  /// A loop that keeps lanes out of all designs.
  std::optional<SourceLocation> Divergent;
};

} // namespace roofline

#endif
