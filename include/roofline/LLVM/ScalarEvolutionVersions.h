// All that differs in scalar evolution between the versions of LLVM.
//
/// \file
/// As LLVMVersions.h, for sources that know scalar evolution: since 23 its
/// headers bring functions of LLVM's Analysis, which a program that takes
/// little of LLVM does not link.
#ifndef ROOFLINE_LLVM_SCALAREVOLUTIONVERSIONS_H
#define ROOFLINE_LLVM_SCALAREVOLUTIONVERSIONS_H

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#if LLVM_VERSION_MAJOR < 23
namespace llvm {
/// Since 23 an operand of scalar evolution carries flags of its own.
using SCEVUse = const SCEV *;
} // namespace llvm
#endif

namespace roofline {

/// An expander of names that begin with \p Name; before 22 it asks for the data
/// layout.
inline llvm::SCEVExpander scevExpander(llvm::ScalarEvolution &SE,
                                       const char *Name) {
#if LLVM_VERSION_MAJOR < 22
  return llvm::SCEVExpander(SE, SE.getDataLayout(), Name);
#else
  return llvm::SCEVExpander(SE, Name);
#endif
}

/// The kind of \p S: since 23 the address of a pointer may be apart from the
/// integer that the pointer is.
inline llvm::SCEVTypes scevKind(const llvm::SCEV &S) {
#if LLVM_VERSION_MAJOR >= 23
  if (S.getSCEVType() == llvm::scPtrToAddr)
    return llvm::scPtrToInt;
#endif
  return S.getSCEVType();
}

} // namespace roofline

#endif // ROOFLINE_LLVM_SCALAREVOLUTIONVERSIONS_H
