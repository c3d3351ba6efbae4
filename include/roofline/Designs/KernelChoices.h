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
  Design D;         ///< has one compute unit
  /// Sum of the steps that each choice is above its least value. A design that
  /// is part of this one has a lower level.
  uint32_t Level = 0;
  std::vector<bool> Whole = {}; ///< by loop: fully unrolled, no loop is left
  /// The compiler would ignore vectors of work-items: see divergentLoop().
  bool IsDivergent = false;

  /// True where \p Larger has the same structures with at least as many copies
  /// and lanes, so it needs at least as much of the board.
  bool isPartOf(const ReplayedDesign &Larger) const;
};

/// Unroll factors of a loop statement. All loops of the statement have the same
/// factor.
struct LoopChoice {
  std::vector<uint32_t> Loops;   ///< indices into KernelSummary::Loops
  std::vector<uint32_t> Factors; ///< ascending
};

/// Choices of a kernel: work-group sizes, SIMD widths, unroll factors and
/// compute units. Kernel, launch and space must outlive the object.
class KernelChoices {
public:
  /// \p Source is the present design; its values are among the choices. Lowers
  /// MaxUnroll of \p Space until at most MostReplays designs are left.
  KernelChoices(const BoundKernel &Bound, const Launch &L, KernelSpace &Space,
                Design Source);

  /// Work-group sizes to try. An empty element stands for the launch's own
  /// size.
  std::vector<std::optional<GroupSize>> Groups;
  std::vector<std::string> Notes; ///< choices that are left out, with reasons

  /// Returns the designs of one compute unit that differ in hardware, by
  /// ascending level.
  std::vector<ReplayedDesign> replays() const;
  /// Returns the numbers of compute units to try: up to Space.MaxUnits and \p
  /// NumGroups, and the source's own number.
  std::vector<uint32_t> computeUnits(double NumGroups) const;
  /// Returns the SIMD widths that work-groups of Groups[\p Group] permit,
  /// ascending.
  std::vector<uint32_t> lanes(size_t Group) const;
  /// Returns the loop statements with more than one factor.
  const std::vector<LoopChoice> &loops() const { return Loops; }
  /// False where \p D copies a loop of a single work-item around a loop that is
  /// not fully unrolled. The copies would run one after another, without gain.
  bool mayUnroll(const Design &D) const;
  bool isSingleWorkItem() const { return IsSingle; }

private:
  std::vector<ReplayedDesign> unrolled() const;
  void findDivergence();
  void chooseGroups();
  std::optional<std::string> whyGroupIsFixed() const;
  void chooseLoops();
  std::vector<uint32_t> factors(const LoopChoice &Choice) const;
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
  /// A loop whose divergent trip count forbids SIMD in all designs.
  std::optional<SourceLocation> Divergent;
};

} // namespace roofline

#endif
