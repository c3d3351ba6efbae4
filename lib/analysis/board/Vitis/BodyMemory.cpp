// Loads and stores of a body: what memory passes on, in and between iterations.
#include "BodyMemory.h"

#include <algorithm>

namespace roofline::vitis {

/// Index forms of one array that are compared with each other.
constexpr size_t MostForms = 128;

BodyMemory::BodyMemory(const Frame &F, Body &B,
                       const std::vector<std::optional<int64_t>> &Values,
                       const std::vector<uint32_t> &Spine)
    : F(F), B(B), Values(Values), States(F.Arrays->Arrays.size()),
      AccessSigns(F.Arrays->Accesses.size(), NoOp) {
  for (uint32_t Loop : Spine) {
    const NestLoop &L = F.Loops->Loops[Loop];
    int64_t Factor = Loop == Spine.back() ? int64_t(L.Factor) : 1;
    int64_t Trip = std::max<int64_t>(1, int64_t(L.Most));
    Spans.push_back({Loop, (Trip + Factor - 1) / Factor, Factor});
  }
  for (uint32_t Array = 0; Array < States.size(); ++Array)
    Promises.push_back(promiseOf(F, Array, Spine));
}

/// Number of the index form of \p Access: two accesses with the same number
/// differ by a constant.
uint32_t BodyMemory::signOf(uint32_t Access) {
  if (AccessSigns[Access] != NoOp)
    return AccessSigns[Access];
  const AccessForm &Form = F.Arrays->Accesses[Access];
  std::string Text = std::to_string(Form.Array) + ":";
  for (const FormTerm &T : Form.Terms)
    if (!Values[T.Loop])
      Text += std::to_string(T.Loop) + "." + std::to_string(T.Dim) + "." +
              std::to_string(T.Coefficient) + ",";
  if (!Form.IsAffine) {
    Text += Form.Irregular;
    for (uint32_t Loop : Form.IrregularLoops)
      Text += "@" + std::to_string(Values[Loop].value_or(-1));
    Text += "#" + std::to_string(Copy);
  }
  auto [It, IsNew] = Signs.try_emplace(Text, uint32_t(Signs.size()));
  if (IsNew)
    SignAccesses.push_back(Access);
  if (Form.IsAffine)
    AccessSigns[Access] = It->second;
  return It->second;
}

BodyMemory::Key BodyMemory::keyOf(uint32_t Id) {
  BodyOp &Op = B.Ops[Id];
  const AccessForm &Form = F.Arrays->Accesses[Op.Access];
  Op.Point = Form.Base;
  for (const FormTerm &T : Form.Terms)
    if (Values[T.Loop])
      Op.Point[T.Dim] += T.Coefficient * *Values[T.Loop];
    else if (T.Loop == Pipeline)
      Op.Point[T.Dim] += T.Coefficient * Copy;
  return {signOf(uint32_t(Op.Access)), Op.Point};
}

/// How two indices of one array relate in the same iteration.
Alias BodyMemory::aliasOf(const Key &L, const Key &R) const {
  if (L.Sign == R.Sign)
    return L.Point == R.Point ? Alias::Same : Alias::Never;
  const AccessForm &A = F.Arrays->Accesses[SignAccesses[L.Sign]];
  const AccessForm &C = F.Arrays->Accesses[SignAccesses[R.Sign]];
  if (!A.IsAffine || !C.IsAffine)
    return Alias::Maybe;
  for (unsigned Dim = 0; Dim < MaxDims; ++Dim)
    if (L.Point[Dim] != R.Point[Dim] && sameTerms(A, C, Dim))
      return Alias::Never;
  return Alias::Maybe;
}

/// The value that a store writes; NoOp for a constant.
uint32_t BodyMemory::valueOf(const BodyOp &Store) const {
  const Operation &O = F.Kernel->Operations[Store.Source];
  for (uint32_t Operand : O.Operands) {
    const Operation &From = F.Kernel->Operations[Operand];
    if (From.Type.Scalar == ScalarKind::Pointer || From.Name == "store")
      continue;
    for (uint32_t Input : Store.Inputs)
      if (B.Ops[Input].Source == Operand)
        return Input;
    // A copy of the value that a merge or memory passed on.
    return Store.Inputs.empty() ? NoOp : Store.Inputs.front();
  }
  return NoOp;
}

/// Orders a load behind the stores of other index forms that it may meet.
void BodyMemory::meetOthers(State &S, uint32_t Id, const Key &Here,
                            uint32_t Newest, bool &IsHidden) {
  if (Promises[F.Arrays->Accesses[B.Ops[Id].Access].Array].IsFreeInside)
    return;
  // The last store stands for all of very many forms.
  if (S.Stores.size() > MostForms) {
    IsHidden = true;
    if (S.LastStore != NoOp)
      B.Ops[Id].After.push_back(S.LastStore);
    return;
  }
  for (auto &[Sign, Stores] : S.Stores) {
    if (Sign == Here.Sign)
      continue;
    for (auto &[Point, Record] : Stores) {
      if (aliasOf({Sign, Point}, Here) != Alias::Maybe)
        continue;
      IsHidden |= Newest == NoOp || Record.Id > Newest;
      Record.IsRead = true;
      B.Ops[Id].After.push_back(Record.Id);
    }
  }
}

void BodyMemory::remember(State &S, uint32_t Id, uint32_t Sign) {
  S.Ids.push_back(Id);
  if (B.Ops[Id].IsOutside)
    return;
  S.Signs.insert(Sign);
  S.HasIrregular |= !F.Arrays->Accesses[B.Ops[Id].Access].IsAffine;
}

uint32_t BodyMemory::load(uint32_t Id) {
  Key Here = keyOf(Id);
  State &S = States[F.Arrays->Accesses[B.Ops[Id].Access].Array];
  auto &Loads = S.Loads[Here.Sign];
  auto Known = Loads.find(Here.Point);
  if (Known != Loads.end() && !B.Ops[Known->second].IsGuarded) {
    B.Ops[Id].IsGone = true;
    return Known->second;
  }
  Records &Stores = S.Stores[Here.Sign];
  auto Own = Stores.find(Here.Point);
  uint32_t Newest = Own == Stores.end() ? NoOp : Own->second.Id;
  bool IsHidden = false;
  meetOthers(S, Id, Here, Newest, IsHidden);
  if (Newest != NoOp) {
    const BodyOp &Store = B.Ops[Newest];
    bool IsSafe = !Store.IsGuarded || (Store.Block == B.Ops[Id].Block &&
                                       Store.Copy == B.Ops[Id].Copy);
    if (IsSafe && !IsHidden) {
      B.Ops[Id].IsGone = true;
      return Own->second.Value;
    }
    if (!IsHidden && Newest >= FirstInside &&
        !F.Options->Without.contains("selects")) {
      if (!Own->second.IsBeforeKnown)
        remember(S, Id, Here.Sign);
      return Loads[Here.Point] = select(Id, Own->second);
    }
    Own->second.IsRead = true;
    B.Ops[Id].After.push_back(Newest);
  }
  Loads[Here.Point] = Id;
  remember(S, Id, Here.Sign);
  return Id;
}

/// A store under a condition does not write where a later one does: the load
/// before it, or the value that was there, is chosen instead.
BodyMemory::Record BodyMemory::recordOf(uint32_t Id, const Record *Old,
                                        const uint32_t *Loaded) const {
  Record New;
  New.Id = Id;
  New.Value = valueOf(B.Ops[Id]);
  if (!B.Ops[Id].IsGuarded)
    return New;
  if (Old && !Old->Guarded.empty()) {
    New.Guarded = Old->Guarded;
    New.Before = Old->Before;
    New.IsBeforeKnown = Old->IsBeforeKnown;
    New.IsRead = Old->IsRead;
  } else if (Old) {
    New.Before = Old->Value;
    New.IsBeforeKnown = true;
  } else if (Loaded && !B.Ops[*Loaded].IsGuarded) {
    New.Before = *Loaded;
    New.IsBeforeKnown = true;
  }
  New.Guarded.push_back(Id);
  return New;
}

/// Drops the stores of \p Old, which a later store overwrites unread.
void BodyMemory::dropHidden(const Record &Old) {
  if (Old.IsRead || Old.Id < FirstInside)
    return;
  B.Ops[Old.Id].IsGone = true;
  for (uint32_t Store : Old.Guarded)
    B.Ops[Store].IsGone = true;
}

/// Adds the choice between the values of \p Stored and what was there before,
/// which \p Load reads where it is not known.
uint32_t BodyMemory::select(uint32_t Load, const Record &Stored) {
  BodyOp Choice = B.Ops[Load];
  Choice.Class = OpClass::Wire;
  Choice.Latency = 0;
  Choice.Access = -1;
  Choice.After.clear();
  Choice.Inputs.clear();
  for (uint32_t Store : Stored.Guarded)
    if (uint32_t Value = valueOf(B.Ops[Store]); Value != NoOp)
      Choice.Inputs.push_back(Value);
  if (!Stored.IsBeforeKnown)
    Choice.Inputs.push_back(Load);
  else if (Stored.Before != NoOp)
    Choice.Inputs.push_back(Stored.Before);
  B.Ops[Load].IsGone = Stored.IsBeforeKnown;
  B.Ops.push_back(std::move(Choice));
  return uint32_t(B.Ops.size() - 1);
}

uint32_t BodyMemory::store(uint32_t Id) {
  Key Here = keyOf(Id);
  State &S = States[F.Arrays->Accesses[B.Ops[Id].Access].Array];
  if (B.Ops[Id].IsGuarded)
    B.Ops[Id].Latency = std::max<uint16_t>(B.Ops[Id].Latency, 2);
  Records &Stores = S.Stores[Here.Sign];
  auto Old = Stores.find(Here.Point);
  if (Old != Stores.end() && !B.Ops[Id].IsGuarded)
    dropHidden(Old->second);
  auto &Same = S.Loads[Here.Sign];
  auto Loaded = Same.find(Here.Point);
  Record New = recordOf(Id, Old == Stores.end() ? nullptr : &Old->second,
                        Loaded == Same.end() ? nullptr : &Loaded->second);
  S.LastStore = Id;
  if (S.Loads.size() > MostForms)
    S.Loads.clear();
  for (auto &[Sign, Loads] : S.Loads)
    if (Sign == Here.Sign)
      Loads.erase(Here.Point);
    else
      std::erase_if(Loads, [&, Other = Sign](const auto &Entry) {
        return aliasOf({Other, Entry.first}, Here) != Alias::Never;
      });
  Stores[Here.Point] = std::move(New);
  remember(S, Id, Here.Sign);
  return Id;
}

void BodyMemory::enterPipeline(uint32_t Loop) {
  Pipeline = Loop;
  FirstInside = uint32_t(B.Ops.size());
  for (State &S : States) {
    S.LastStore = NoOp;
    S.Stores.clear();
    S.Loads.clear();
  }
}

void BodyMemory::leavePipeline() {
  FirstBehind = uint32_t(B.Ops.size());
  for (State &S : States) {
    S.Loads.clear();
    S.Inside = S.Stores;
  }
}

/// Rule 3.1: an element that does not move with the pipeline, and that no other
/// index of the array may meet, lives in a register.
bool BodyMemory::isPromoted(const State &S, const BodyOp &Load) const {
  const AccessForm &Form = F.Arrays->Accesses[Load.Access];
  if (!Form.IsAffine)
    return false;
  for (const FormTerm &T : Form.Terms)
    if (T.Loop == Spans.back().Loop)
      return false;
  if (S.HasIrregular)
    return false;
  if (S.Signs.size() == 1)
    return true;
  Key Here{AccessSigns[Load.Access], Load.Point};
  return std::ranges::all_of(S.Ids, [&](uint32_t Id) {
    const BodyOp &Op = B.Ops[Id];
    if (Op.IsGone || Op.IsOutside)
      return true;
    Key There{AccessSigns[Op.Access], Op.Point};
    return aliasOf(Here, There) != Alias::Maybe;
  });
}

void BodyMemory::promote(State &S, uint32_t Load) {
  BodyOp &L = B.Ops[Load];
  const Records &Stores = S.Inside[AccessSigns[L.Access]];
  auto Store = Stores.find(L.Point);
  if (Store == Stores.end() || Store->second.Id < FirstInside)
    return;
  L.Class = OpClass::Phi;
  L.Latency = 0;
  if (Store->second.Value != NoOp)
    B.Carried.push_back({Store->second.Value, Load, 1, false, false});
}

/// Rule 3.4: indices that may be equal are so after the fewest iterations that
/// the dimensions with equal terms allow.
void BodyMemory::addPair(uint32_t Store, uint32_t Load) {
  const BodyOp &From = B.Ops[Store], &To = B.Ops[Load];
  const AccessForm &A = F.Arrays->Accesses[From.Access];
  const AccessForm &C = F.Arrays->Accesses[To.Access];
  const Promise &Given = Promises[A.Array];
  if (Given.IsFreeBetween)
    return;
  if (Given.Distance > 0) {
    B.Carried.push_back({Store, Load, Given.Distance, true, false});
    return;
  }
  if (!A.IsAffine || !C.IsAffine) {
    B.Carried.push_back({Store, Load, 1, true, true});
    return;
  }
  SpanQuery Query{&A, From.Point, To.Point, {}, 0};
  bool IsExact = AccessSigns[From.Access] == AccessSigns[To.Access];
  for (unsigned Dim = 0; Dim < MaxDims; ++Dim)
    Query.IsIgnored[Dim] = !IsExact && !sameTerms(A, C, Dim);
  // Code around the innermost loop runs in its first or last iteration only.
  bool IsOutside = From.IsOutside || To.IsOutside;
  if (IsOutside && Spans.size() == 1)
    return;
  if (IsOutside)
    Query.LeastOuter = 1;
  std::optional<Span> S = shortestSpan(Query, Spans);
  if (!S)
    return;
  int64_t Distance = iterationsOf(*S, Spans);
  if (IsOutside)
    Distance = std::max<int64_t>(1, Distance - Spans.back().Trip + 1);
  B.Carried.push_back({Store, Load, Distance, true, !IsExact});
}

void BodyMemory::addCarried(State &S) {
  std::vector<uint32_t> Stores, Loads;
  for (uint32_t Id : S.Ids)
    if (!B.Ops[Id].IsGone)
      (B.Ops[Id].Class == OpClass::Store ? Stores : Loads).push_back(Id);
  if (Stores.empty() || Loads.empty())
    return;
  constexpr size_t MostPairs = 20000;
  size_t Pairs = 0;
  for (uint32_t Load : Loads) {
    if (B.Ops[Load].IsOutside)
      continue;
    if (isPromoted(S, B.Ops[Load])) {
      promote(S, Load);
      continue;
    }
    for (uint32_t Store : Stores)
      if (++Pairs < MostPairs)
        addPair(Store, Load);
  }
}

void BodyMemory::finish() {
  if (Spans.empty())
    return;
  for (uint32_t Array = 0; Array < States.size(); ++Array)
    addCarried(States[Array]);
}

} // namespace roofline::vitis
