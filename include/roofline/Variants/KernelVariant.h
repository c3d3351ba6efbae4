// A kernel and its launch as one plain function: executable variant IR.
//
/// \file
/// The NDRange becomes loops whose induction variables are the work-item's ids.
/// A reshape adds a loop over lanes around them, a vector the innermost loop.
/// The metadata `roofline.form` of each loop says how it executes. The loop
/// nest of a single work-item is strip-mined the same way. Run in order, every
/// variant gives the results of the launch bit for bit; the builder checks that
/// parallel lanes give them too.
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

/// Adds function \p Name, which executes the whole launch of \p Kernel, to the
/// kernel's module, a canonical clone. Its arguments are the kernel's, followed
/// by the global sizes (i64 each) unless \p Request gives them. The error names
/// the broken condition and its place.
llvm::Expected<llvm::Function *> buildVariant(llvm::Function &Kernel,
                                              const VariantRequest &Request,
                                              llvm::StringRef Name);

/// Replaces vloadN and vstoreN in \p M by loads and stores of vectors.
void lowerVectorAccesses(llvm::Module &M);

/// Splits sqrt(), floor() and the like on vectors of floats into one call for
/// each member. Structural builtins, which may mix members, must have bodies.
void splitVectorOperators(llvm::Module &M);

/// Makes stores of three-element vectors in \p M leave out the fourth element,
/// which has no value.
void leavePadding(llvm::Module &M);

/// "par", "pipe", "seq" or "comb" for a loop of a variant; empty for others.
llvm::StringRef executionForm(const llvm::Loop &L);

} // namespace roofline

#endif
