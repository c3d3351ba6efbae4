// Counts the author's operations, one by one, before they are optimised.
//
/// \file
/// W counts the operations of the algorithm, not those that are left of them in
/// the canonical form: they are counted where helpers are inlined and scalars
/// are values, and nothing else has happened. Loops carry a mark from there to
/// the canonical form, whose trip counts they take.
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

/// [byte]
using BytesByPlace = std::map<SourceLocation, uint32_t>;

/// The tallies of a kernel; their loops are marks.
struct SourceForm {
  struct LoopEntry {
    bool AlsoAtExit = false, Predicated = false;
    Guard When = {};
  };
  std::vector<Tally> Tallies;
  std::vector<LoopEntry> Loops; ///< by mark
  BytesByPlace Copies;          ///< copiesOf() the module
};

/// When a block of the source's form runs where the body of the loop around it
/// does; loops by their marks. A block at the head of a loop: when it is
/// entered, where \p EntersLoop says so.
using GuardOfBlock =
    std::function<Guard(const llvm::BasicBlock &, bool EntersLoop)>;
/// Gives that of a kernel, which outlives it; marks by loop.
using SourceGuards = std::function<GuardOfBlock(
    llvm::Function &,
    const llvm::DenseMap<const llvm::Loop *, unsigned> &Marks)>;

using SourceForms = llvm::DenseMap<const llvm::Function *, SourceForm>;

/// Gives the sign of `-(a * b) + c` a place of its own, by which it differs
/// from the negation that clang makes of a difference. While operands still
/// have the places where they are read.
void keepWrittenSigns(llvm::Function &F);

/// Hides constants of \p F from inlining, which would compute with them before
/// anybody counts that: `2 * pi` of a helper's own constants. Until
/// showConstants().
void hideConstants(llvm::Function &F);
void showConstants(llvm::Module &M);

/// True for the mask by which clang keeps the amount of a shift below the
/// width, as OpenCL defines it: wires, and nothing that the author wrote.
bool isShiftMask(const llvm::Instruction &I);

/// Bytes that each place of \p M copies at once, as structures, before the
/// passes take these to pieces.
BytesByPlace copiesOf(const llvm::Module &M);

/// Counts the operations of \p F and marks its loops; without \p Guards, what
/// a condition may skip is left to data.
SourceForm tallySource(llvm::Function &F, const llvm::LoopInfo &LI,
                       const llvm::DominatorTree &DT,
                       const SourceGuards &Guards = {});

/// The mark that tallySource() gave \p L, of which passes may have made copies.
std::optional<unsigned> markOf(const llvm::Loop &L);

} // namespace roofline

#endif
