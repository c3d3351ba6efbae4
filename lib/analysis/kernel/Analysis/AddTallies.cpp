// From marks to the loops of the canonical form.
#include "AddTallies.h"

#include "roofline/Analysis/LoopFacts.h"
#include "roofline/Kernel/LoopMotion.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {

/// Adds the loads and stores of copies by work-groups. They are in the loop
/// that the call of the copy has become.
static void addCopiesOfGroups(KernelSummary &Kernel) {
  auto IsCopy = [](const Tally &T) {
    return StringRef(T.Name).starts_with("async_work_group_");
  };
  if (none_of(Kernel.Tallies, IsCopy))
    return;
  const auto LoopOf = loopsOfBlocks(Kernel);
  std::vector<Tally> Moves;
  for (const MemoryAccess &A : Kernel.Accesses)
    if (any_of(Kernel.Tallies,
               [&](const Tally &T) { return IsCopy(T) && T.Loc == A.Loc; })) {
      Tally T;
      T.Name = A.K == MemoryAccess::Kind::Read ? "load" : "store";
      T.Type = A.Type;
      T.NumBytes = A.NumBytes;
      T.Space = A.Space;
      T.Loop = LoopOf[A.BlockId];
      T.Predicated = A.Predicated;
      if (T.Predicated)
        T.When = Kernel.Blocks[A.BlockId].When;
      T.When.IsOfData |= T.Predicated && T.When.isAlways();
      T.Loc = A.Loc;
      Moves.push_back(std::move(T));
    }
  append_range(Kernel.Tallies, std::move(Moves));
}

namespace {
/// Conditions over loops by mark as conditions over the kernel's loops.
class LoopNames {
public:
  explicit LoopNames(const std::vector<std::optional<uint32_t>> &LoopOf)
      : LoopOf(LoopOf) {}

  Guard operator()(Guard When) const {
    for (const std::string &S : symbols(When.Form))
      if (auto Mark = loopOfSymbol(S); Mark && !LoopOf[*Mark])
        return {Expr::constant(1), true, When.DataLoc};
    rename(When.Form);
    return When;
  }

private:
  void rename(Expr &E) const {
    if (auto Mark = loopOfSymbol(E.Name))
      E.Name = symbolOfLoop(*LoopOf[*Mark]);
    for (Expr &Operand : E.Operands)
      rename(Operand);
  }
  const std::vector<std::optional<uint32_t>> &LoopOf;
};
} // namespace

void addTallies(SourceForm Form, const std::vector<const llvm::Loop *> &Loops,
                KernelSummary &Kernel) {
  std::vector<std::optional<uint32_t>> LoopOf(Form.Loops.size());
  // Loops whose trip count has the iteration that an exit ends. Code before the
  // exit runs that often, not once more; code behind the exit runs less often.
  std::vector<bool> HasLast(Loops.size()), HasExit(Loops.size());
  for (const auto &[Id, L] : enumerate(Loops))
    HasLast[Id] = !countsAfterTest(*L);
  for (const auto &[Id, L] : enumerate(Loops))
    if (std::optional<unsigned> Mark = markOf(*L);
        Mark && *Mark < LoopOf.size()) {
      LoopOf[*Mark] = Id;
      Kernel.Loops[Id].AlsoAtExit = Form.Loops[*Mark].AlsoAtExit;
      Kernel.Loops[Id].Predicated = Form.Loops[*Mark].Predicated;
    }
  const LoopNames NameOf(LoopOf);
  for (const auto &[Id, L] : enumerate(Loops))
    if (std::optional<unsigned> Mark = markOf(*L);
        Mark && *Mark < LoopOf.size() && Form.Loops[*Mark].Predicated) {
      Guard When = NameOf(Form.Loops[*Mark].When);
      // The canonical form has more of the conditions, or fewer.
      if (!When.IsOfData || Kernel.Loops[Id].When.isAlways())
        Kernel.Loops[Id].When = std::move(When);
    }
  for (const Tally &T : Form.Tallies)
    if (T.Loop && LoopOf[*T.Loop] && T.AlsoAtExit)
      HasExit[*LoopOf[*T.Loop]] = true;
  auto CountLast = [&](auto &Item, std::optional<uint32_t> Around) {
    if (!Around || !HasLast[*Around] || !HasExit[*Around])
      return;
    Item.When.IsOfData |= !Item.AlsoAtExit;
    Item.Predicated |= !Item.AlsoAtExit;
    Item.AlsoAtExit = false;
  };
  for (Loop &L : Kernel.Loops)
    CountLast(L, L.Parent);
  for (Tally &T : Form.Tallies) {
    T.When = NameOf(std::move(T.When));
    if (T.Loop && !LoopOf[*T.Loop]) {
      T.IsLoopLost = true;
      T.Loop.reset();
    } else if (T.Loop) {
      T.Loop = LoopOf[*T.Loop];
      CountLast(T, T.Loop);
    }
    Kernel.Tallies.push_back(std::move(T));
  }
  addCopiesOfGroups(Kernel);
}

} // namespace roofline
