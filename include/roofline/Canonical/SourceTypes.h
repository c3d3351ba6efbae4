// Types and address spaces of LLVM IR, in the form of kernel summaries.
#ifndef ROOFLINE_CANONICAL_SOURCETYPES_H
#define ROOFLINE_CANONICAL_SOURCETYPES_H

#include "roofline/Base/ValueType.h"
#include "roofline/Kernel/KernelSummary.h"

namespace llvm {
class Type;
class Value;
} // namespace llvm

namespace roofline {

/// Returns element kind, width and lanes of an LLVM type.
ValueType valueType(llvm::Type *T);

/// Returns the address space of the object that \p Pointer points into. Follows
/// a generic pointer to its object.
AddressSpace addressSpaceOf(const llvm::Value *Pointer);

} // namespace roofline

#endif
