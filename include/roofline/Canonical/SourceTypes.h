// Types and address spaces as summaries have them.
#ifndef ROOFLINE_CANONICAL_SOURCETYPES_H
#define ROOFLINE_CANONICAL_SOURCETYPES_H

#include "roofline/Base/ValueType.h"
#include "roofline/Kernel/KernelSummary.h"

namespace llvm {
class Type;
class Value;
} // namespace llvm

namespace roofline {

/// Element kind, width and lanes of an LLVM type.
ValueType valueType(llvm::Type *T);

/// The address space of the object that \p Pointer points into; generic
/// pointers are followed to their object.
AddressSpace addressSpaceOf(const llvm::Value *Pointer);

} // namespace roofline

#endif
