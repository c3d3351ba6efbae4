// A kernel and its launch as one plain function: executable variant IR.
//
/// \file
/// The NDRange becomes loops whose induction variables are the work-item's
/// ids; a reshape is a loop over lanes around them, a vector the innermost
/// loop. The metadata of each loop says how it is executed (`roofline.form`).
/// The loop nest of a single work-item is strip-mined the same way. Run in
/// order, every variant computes what the launch computes, bit for bit; that it
/// also does so when lanes run side by side is checked when it is built.
/// Not handled: barriers, local memory, atomics.
/// Source: TYTRA17 sections 3, 4 and Fig. 13.
/// Try: opt-22 -load-pass-plugin=libRoofline.so
///        -passes='fpga-variants<lanes=4;global=64x48>' -S k.ll
#ifndef ROOFLINE_VARIANTS_KERNELVARIANT_H
#define ROOFLINE_VARIANTS_KERNELVARIANT_H

#include "roofline/Variants/VariantRequest.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Loop;
class Module;
} // namespace llvm

namespace roofline {

/// Adds function \p Name, which executes the whole launch of \p Kernel, to its
/// module, a canonical clone. Its arguments are the kernel's; where no global
/// size is asked for, the sizes follow, i64 each. The error says which
/// condition of a variant does not hold, and where.
llvm::Expected<llvm::Function *> buildVariant(llvm::Function &Kernel,
                                              const VariantRequest &Request,
                                              llvm::StringRef Name);

/// vloadN and vstoreN of \p M as loads and stores of vectors.
void lowerVectorAccesses(llvm::Module &M);

/// sqrt(), floor() and their kin on vectors of floats as one for each member.
/// Structural builtins, which may mix members, have to have bodies.
void splitVectorOperators(llvm::Module &M);

/// Vectors of three elements are stored in \p M without the fourth one, which
/// has no value.
void leavePadding(llvm::Module &M);

/// "par", "pipe", "seq" or "comb" where \p L is a loop of a variant, else
/// nothing.
llvm::StringRef executionForm(const llvm::Loop &L);

} // namespace roofline

#endif
