// Sizes of buffers that kernels do not declare.
#include "roofline/Frontend/BufferSizes.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/CloneKernels.h"
#include "roofline/Canonical/HlsKernels.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {

/// [byte] of a number or vector of OpenCL C: 16 of "float4" and of "float3".
static std::optional<uint64_t> bytesOf(StringRef Type) {
  const StringRef Number = Type.rtrim("0123456789");
  const auto Bytes = StringSwitch<std::optional<uint64_t>>(Number)
                         .Case("char", 1)
                         .Case("uchar", 1)
                         .Case("unsigned char", 1)
                         .Case("short", 2)
                         .Case("ushort", 2)
                         .Case("unsigned short", 2)
                         .Case("half", 2)
                         .Case("int", 4)
                         .Case("uint", 4)
                         .Case("unsigned int", 4)
                         .Case("float", 4)
                         .Case("long", 8)
                         .Case("ulong", 8)
                         .Case("unsigned long", 8)
                         .Case("double", 8)
                         .Default(std::nullopt);
  uint64_t Lanes = 1;
  const StringRef Digits = Type.drop_front(Number.size());
  if (!Bytes || (!Digits.empty() && Digits.getAsInteger(10, Lanes)))
    return std::nullopt;
  return *Bytes * (Lanes == 3 ? 4 : Lanes);
}

/// [byte] of an element of \p A, of OpenCL C or of C++.
static std::optional<uint64_t> elementBytes(const Argument &A,
                                            const ArgInfo &Info) {
  for (const SourceFunction *F : sourceFunctions(*A.getParent()))
    for (const SourceArray &Known : F->Arguments)
      if (Known.Name == Info.Name)
        if (const uint64_t Bytes = elementBytes(Known))
          return Bytes;
  return bytesOf(StringRef(Info.Type).rtrim("* "));
}

Error sizeBuffer(Module &M, ArrayRef<std::string> Kernels, StringRef Name,
                 uint64_t Elements) {
  bool IsFound = false;
  for (Function &F : M) {
    if (!isKernel(F) ||
        (!Kernels.empty() && !is_contained(Kernels, F.getName())))
      continue;
    for (Argument &A : F.args()) {
      const ArgInfo Info = kernelArgument(A);
      if (!A.getType()->isPointerTy() || Info.Name != Name)
        continue;
      const auto Bytes = elementBytes(A, Info);
      if (!Bytes)
        return createStringError("--buffer " + Name + ": its elements, '" +
                                 StringRef(Info.Type).rtrim("* ") +
                                 "', are no numbers");
      A.addAttr(Attribute::getWithDereferenceableBytes(M.getContext(),
                                                       Elements * *Bytes));
      IsFound = true;
    }
  }
  return IsFound ? Error::success()
                 : createStringError("--buffer " + Name +
                                     ": no kernel takes such a buffer");
}

} // namespace roofline
