// Types and address spaces as summaries have them.
#include "roofline/Canonical/SourceTypes.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace roofline {

ValueType valueType(Type *T) {
  ValueType V;
  if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
    V.Lanes = Vector->getNumElements();
    T = Vector->getElementType();
  }
  if (T->isIntegerTy())
    V.Scalar = ScalarKind::Int;
  else if (T->isFloatingPointTy())
    V.Scalar = ScalarKind::Float;
  else if (T->isPointerTy())
    V.Scalar = ScalarKind::Pointer;
  V.Bits = V.Scalar == ScalarKind::Pointer ? 64 : T->getScalarSizeInBits();
  return V;
}

AddressSpace addressSpaceOf(const Value *Pointer) {
  auto Of = [](const Value *P) {
    switch (P->getType()->getPointerAddressSpace()) {
    case 0:
      return AddressSpace::Private;
    case 1:
      return AddressSpace::Global;
    case 2:
      return AddressSpace::Constant;
    case 3:
      return AddressSpace::Local;
    default:
      return AddressSpace::Generic;
    }
  };
  AddressSpace Space = Of(Pointer);
  if (Space != AddressSpace::Generic)
    return Space;
  const Value *Object = getUnderlyingObject(Pointer);
  return Object->getType()->isPointerTy() ? Of(Object) : Space;
}

} // namespace roofline
