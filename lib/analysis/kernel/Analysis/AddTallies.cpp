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
/// What the source form says, in terms of the loops that the canonical form
/// still has. A loop that turns a constant number of times may be lost: it
/// repeats its operations that often.
class SourceLoops {
public:
  SourceLoops(const SourceForm &Form,
              const std::vector<const llvm::Loop *> &Loops)
      : Form(Form), LoopOf(Form.Loops.size()), HasExit(Form.Loops.size()) {
    for (const auto &[Id, L] : enumerate(Loops))
      if (std::optional<unsigned> Mark = markOf(*L);
          Mark && *Mark < LoopOf.size())
        LoopOf[*Mark] = Id;
    for (const Tally &T : Form.Tallies)
      if (T.Loop && T.AlsoAtExit)
        HasExit[*T.Loop] = true;
  }

  /// Where code stands: \p Loop is a mark at first, and a loop's number then.
  struct Place {
    std::optional<uint32_t> Loop;
    bool AlsoAtExit = false, Predicated = false;
    Guard When = {};
    uint64_t Repeats = 1;
    bool IsLost = false; ///< in a lost loop that turns who knows how often
  };

  Place resolved(Place P) const {
    P.When = named(std::move(P.When));
    while (P.Loop && !LoopOf[*P.Loop]) {
      const SourceForm::LoopEntry &Around = Form.Loops[*P.Loop];
      if (!Around.Turns.Number ||
          __builtin_mul_overflow(P.Repeats, turns(*P.Loop, P), &P.Repeats)) {
        P.IsLost = true;
        break;
      }
      P.AlsoAtExit = Around.AlsoAtExit;
      P.When = both(std::move(P.When), named(Around.When));
      P.Predicated |= Around.Predicated;
      P.Loop = Around.Parent;
    }
    P.Loop = P.IsLost || !P.Loop ? std::nullopt : LoopOf[*P.Loop];
    return P;
  }

  /// True where an exit leaves loop \p Mark behind a part of its iteration.
  bool hasExit(uint32_t Mark) const { return HasExit[Mark]; }
  const std::vector<std::optional<uint32_t>> &loops() const { return LoopOf; }

private:
  /// How often code at \p P runs each time its lost loop is entered. Leaves
  /// open what the iteration that an exit ends does not come to.
  uint64_t turns(uint32_t Mark, Place &P) const {
    const LoopTurns &Turns = Form.Loops[Mark].Turns;
    if (!Turns.CountsLast)
      return *Turns.Number + P.AlsoAtExit;
    if (HasExit[Mark] && !P.AlsoAtExit) {
      P.Predicated = true;
      P.When.IsOfData = true;
    }
    return *Turns.Number;
  }

  static Guard both(Guard One, const Guard &Other) {
    One.Form = One.Form * Other.Form;
    if (!One.IsOfData)
      One.DataLoc = Other.DataLoc;
    One.IsOfData |= Other.IsOfData;
    return One;
  }

  /// A condition over loops by mark as one over the kernel's loops. A lost loop
  /// that turns once is in its iteration 0.
  Guard named(Guard When) const {
    for (const std::string &S : symbols(When.Form)) {
      const auto Mark = loopOfSymbol(S);
      if (!Mark || LoopOf[*Mark])
        continue;
      if (Form.Loops[*Mark].Turns.Number != 1)
        return {Expr::constant(1), true, When.DataLoc};
      When.Form = replace(When.Form, Expr::symbol(S), Expr::constant(0));
    }
    rename(When.Form);
    return When;
  }

  void rename(Expr &E) const {
    if (auto Mark = loopOfSymbol(E.Name))
      E.Name = symbolOfLoop(*LoopOf[*Mark]);
    for (Expr &Operand : E.Operands)
      rename(Operand);
  }

  const SourceForm &Form;
  std::vector<std::optional<uint32_t>> LoopOf; ///< by mark
  std::vector<bool> HasExit;                   ///< by mark
};
} // namespace

void addTallies(SourceForm Form, const std::vector<const llvm::Loop *> &Loops,
                KernelSummary &Kernel) {
  const SourceLoops Source(Form, Loops);
  // Loops whose trip count has the iteration that an exit ends. Code before the
  // exit runs that often, not once more; code behind the exit runs less often.
  std::vector<bool> HasLast(Loops.size()), HasExit(Loops.size());
  for (const auto &[Id, L] : enumerate(Loops))
    HasLast[Id] = !countsAfterTest(*L);
  for (const auto &[Mark, Id] : enumerate(Source.loops()))
    if (Id)
      HasExit[*Id] = HasExit[*Id] || Source.hasExit(Mark);
  auto CountLast = [&](auto &Item, std::optional<uint32_t> Around) {
    if (!Around || !HasLast[*Around] || !HasExit[*Around])
      return;
    Item.When.IsOfData |= !Item.AlsoAtExit;
    Item.Predicated |= !Item.AlsoAtExit;
    Item.AlsoAtExit = false;
  };
  for (const auto &[Id, Each] : enumerate(Loops)) {
    const std::optional<unsigned> Mark = markOf(*Each);
    if (!Mark || *Mark >= Form.Loops.size())
      continue;
    const SourceForm::LoopEntry &Entry = Form.Loops[*Mark];
    SourceLoops::Place At = Source.resolved(
        {Entry.Parent, Entry.AlsoAtExit, Entry.Predicated, Entry.When});
    Loop &L = Kernel.Loops[Id];
    L.AlsoAtExit = At.AlsoAtExit;
    L.Predicated = At.Predicated;
    // The canonical form has more of the conditions, or fewer.
    if (At.Predicated && (!At.When.IsOfData || L.When.isAlways()))
      L.When = std::move(At.When);
  }
  for (Loop &L : Kernel.Loops)
    CountLast(L, L.Parent);
  for (Tally &T : Form.Tallies) {
    SourceLoops::Place At = Source.resolved(
        {T.Loop, T.AlsoAtExit, T.Predicated, std::move(T.When)});
    if (At.Repeats == 0)
      continue;
    uint64_t Number;
    T.IsLoopLost = At.IsLost ||
                   __builtin_mul_overflow(T.Number, At.Repeats, &Number) ||
                   Number > INT64_MAX;
    if (!T.IsLoopLost) {
      T.Number = Number;
      T.InStead *= At.Repeats;
    }
    T.Loop = At.Loop;
    T.AlsoAtExit = At.AlsoAtExit;
    T.Predicated = At.Predicated;
    T.When = std::move(At.When);
    CountLast(T, T.Loop);
    Kernel.Tallies.push_back(std::move(T));
  }
  addCopiesOfGroups(Kernel);
}

} // namespace roofline
