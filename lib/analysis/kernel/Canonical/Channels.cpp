// Channels between kernels, as the Clang side writes them into the IR.
#include "roofline/Canonical/Channels.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {

const GlobalVariable *channelOf(const Value *Pointer) {
  const auto *G = dyn_cast<GlobalVariable>(getUnderlyingObject(Pointer));
  return G && G->getSection() == ChannelSection ? G : nullptr;
}

std::optional<uint32_t> channelDepth(const GlobalVariable &Channel) {
  const GlobalVariable *List =
      Channel.getParent()->getNamedGlobal("llvm.global.annotations");
  const auto *Entries = List && List->hasInitializer()
                            ? dyn_cast<ConstantArray>(List->getInitializer())
                            : nullptr;
  for (unsigned I = 0; Entries && I < Entries->getNumOperands(); ++I) {
    const auto *Fields = dyn_cast<ConstantStruct>(Entries->getOperand(I));
    if (!Fields || Fields->getNumOperands() < 2 ||
        Fields->getOperand(0)->stripPointerCasts() != &Channel)
      continue;
    const auto *Text =
        dyn_cast<GlobalVariable>(Fields->getOperand(1)->stripPointerCasts());
    const auto *Data =
        Text && Text->hasInitializer()
            ? dyn_cast<ConstantDataSequential>(Text->getInitializer())
            : nullptr;
    StringRef Annotation =
        Data && Data->isCString() ? Data->getAsCString() : "";
    uint32_t Depth;
    if (Annotation.consume_front("fpga.depth=") &&
        !Annotation.getAsInteger(10, Depth))
      return Depth;
  }
  return std::nullopt;
}

} // namespace roofline
