// Counts the operations that the author wrote, before any is optimised.
//
/// \file
/// W counts the operations of the algorithm. Fewer may be left in the canonical
/// form, so tallySource() counts right after helpers are inlined and scalars
/// are values, before any other pass. A mark on each loop links it to its loop
/// of the canonical form, which gives its trip count.
/// Source: ICHEC15 section 3.1, W.
#ifndef ROOFLINE_CANONICAL_SOURCETALLY_H
#define ROOFLINE_CANONICAL_SOURCETALLY_H

#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/DenseMap.h"

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Function;
class Instruction;
class Loop;
class LoopInfo;
class Module;
} // namespace llvm

namespace roofline {

/// [byte] copied at each source place.
using BytesByPlace = std::map<SourceLocation, uint32_t>;

/// How often a loop turns each time it is entered, as the source says.
struct LoopTurns {
  std::optional<uint64_t> Number; ///< nothing where it is no constant
  /// An iteration that an exit ends is one of Number.
  bool CountsLast = false;
};

/// Operations of a kernel as the author wrote them.
struct SourceForm {
  /// How often a loop is entered when the code around it runs.
  struct LoopEntry {
    /// AlsoAtExit: is entered once more than the body of the loop around it
    /// runs. Predicated: may be skipped; When is the condition of entering it.
    bool AlsoAtExit = false, Predicated = false;
    Guard When = {};
    std::optional<unsigned> Parent = {}; ///< mark of the loop around it
    LoopTurns Turns = {};
  };
  std::vector<Tally> Tallies;   ///< Tally::Loop is a loop's mark
  std::vector<LoopEntry> Loops; ///< by mark
  BytesByPlace Copies;          ///< copiesOf() the module
};

/// Returns the condition under which a block runs in one iteration of the loop
/// around it. With \p EntersLoop the block is a loop's header, and the
/// condition is that of entering the loop. Forms name loops by their marks.
using GuardOfBlock =
    std::function<Guard(const llvm::BasicBlock &, bool EntersLoop)>;
/// Facts about one kernel's source, before any optimisation.
struct SourceFacts {
  GuardOfBlock When;
  /// Returns the turns of a loop, which no pass may have removed yet.
  std::function<LoopTurns(const llvm::Loop &)> Turns;
};
/// Returns the facts of one kernel, which must outlive them. \p Marks gives the
/// mark of each loop.
using FactsOfSource = std::function<SourceFacts(
    llvm::Function &,
    const llvm::DenseMap<const llvm::Loop *, unsigned> &Marks)>;

using SourceForms = llvm::DenseMap<const llvm::Function *, SourceForm>;

/// Gives the sign of `-(a * b) + c` a source place of its own. The place tells
/// a written sign from the negation that clang emits for `c - a * b`. Must run
/// while operands still have the places where they are read.
void keepWrittenSigns(llvm::Function &F);

/// Hides constants of helper \p F from the inliner. The inliner would fold
/// operations such as `2 * pi` before they are counted.
void hideConstants(llvm::Function &F);
/// Restores the constants that hideConstants() hid.
void showConstants(llvm::Module &M);

/// True for the mask that clang adds to a shift amount, as OpenCL takes the
/// amount modulo the width. The mask is wires in hardware, and the author did
/// not write it.
bool isShiftMask(const llvm::Instruction &I);

/// Returns the bytes [byte] that each source place of \p M copies as a whole
/// structure. Must run before passes split structures.
BytesByPlace copiesOf(const llvm::Module &M);

/// Counts the operations of \p F and marks its loops. Without \p Facts, every
/// condition that may skip operations counts as decided by data.
SourceForm tallySource(llvm::Function &F, const llvm::LoopInfo &LI,
                       const llvm::DominatorTree &DT,
                       const FactsOfSource &Facts = {});

/// Returns the mark that tallySource() gave \p L; nothing for an unmarked loop.
/// Copies that passes made of one loop share its mark.
std::optional<unsigned> markOf(const llvm::Loop &L);

} // namespace roofline

#endif
