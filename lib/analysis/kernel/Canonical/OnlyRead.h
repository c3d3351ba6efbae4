// Memory that nothing writes.
#ifndef ROOFLINE_LIB_CANONICAL_ONLYREAD_H
#define ROOFLINE_LIB_CANONICAL_ONLYREAD_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace roofline {

/// True where what uses \p Pointer only reads there, and does not keep it.
inline bool isOnlyRead(const llvm::Value &Pointer) {
  return llvm::all_of(Pointer.users(), [&](const llvm::User *U) {
    const auto *Copy = llvm::dyn_cast<llvm::MemTransferInst>(U);
    return llvm::isa<llvm::LoadInst, llvm::ICmpInst>(U) ||
           (Copy && Copy->getRawDest() != &Pointer) ||
           (llvm::isa<llvm::GEPOperator, llvm::AddrSpaceCastOperator>(U) &&
            isOnlyRead(*U));
  });
}

} // namespace roofline

#endif
