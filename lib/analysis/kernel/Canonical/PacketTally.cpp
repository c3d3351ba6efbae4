// Packets of channels and pipes in the tally of the source.
#include "PacketTally.h"

#include "roofline/Canonical/SourceTypes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

void makeChannelOperation(Tally &T, const GlobalVariable &Channel) {
  T.Channel = Channel.getName().str();
  T.Name = T.Name == "load" ? "read_channel" : "write_channel";
  T.NumBytes = 0;
  T.Space = AddressSpace::Private;
}

std::optional<Tally> packetOf(const Instruction &I, const Tally &PipeTally) {
  const StringRef Name = PipeTally.Name;
  const bool IsRead = Name.starts_with("__read_pipe");
  const auto *Call = dyn_cast<CallInst>(&I);
  if (!Call || Call->arg_size() < 4 ||
      !(IsRead || Name.starts_with("__write_pipe")))
    return std::nullopt;
  const auto *Size =
      dyn_cast<ConstantInt>(Call->getArgOperand(Call->arg_size() - 2));
  if (!Size)
    return std::nullopt;
  Tally T = PipeTally;
  T.Name = IsRead ? "store" : "load";
  T.Type = valueType(Type::getInt8Ty(I.getContext()));
  T.NumBytes = uint32_t(Size->getZExtValue());
  T.Space = addressSpaceOf(Call->getArgOperand(Call->arg_size() - 3));
  return T;
}

} // namespace roofline
