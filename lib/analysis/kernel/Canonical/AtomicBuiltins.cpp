// Memory move of a call of an atomic builtin.
#include "roofline/Canonical/AtomicBuiltins.h"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace roofline {

std::optional<AtomicMove> atomicMove(const CallBase &Call, StringRef Name) {
  using Kind = MemoryAccess::Kind;
  if (!Name.starts_with("atom") || !Call.arg_size() ||
      !Call.getArgOperand(0)->getType()->isPointerTy())
    return std::nullopt;
  auto Argument = [&](unsigned I) { return Call.getArgOperand(I)->getType(); };
  const Kind Way = Name.starts_with("atomic_load") ? Kind::Read
                   : Name.starts_with("atomic_store") ||
                           Name.starts_with("atomic_init") ||
                           Name.starts_with("atomic_flag_clear")
                       ? Kind::Write
                       : Kind::ReadWrite;
  // A flag is an int, and what tells of success is not what is exchanged.
  Type *Moved = Call.getType();
  if (Name.starts_with("atomic_flag"))
    Moved = Type::getInt32Ty(Call.getContext());
  else if (Name.contains("compare_exchange") && Call.arg_size() > 2)
    Moved = Argument(2);
  else if (Moved->isVoidTy())
    Moved =
        Call.arg_size() > 1 ? Argument(1) : Type::getInt32Ty(Call.getContext());
  if (!Moved->isIntegerTy() && !Moved->isFloatingPointTy())
    return std::nullopt;
  return AtomicMove{Moved, Way};
}

} // namespace roofline
