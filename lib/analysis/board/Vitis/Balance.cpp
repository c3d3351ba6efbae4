// Chains of sums as balanced trees.
#include "Schedule.h"

#include <algorithm>
#include <queue>

namespace roofline::vitis {
namespace {

class Balancer {
public:
  explicit Balancer(Body &B) : B(B) {}

  void run() {
    countUses();
    std::vector<uint32_t> Order = orderOf(B);
    Ready.assign(B.Ops.size(), 0);
    for (uint32_t Op : Order) {
      if (!B.Ops[Op].IsGone && isRoot(Op))
        rebuild(Op);
      Ready[Op] = readyOf(Op) + B.Ops[Op].Latency;
    }
  }

private:
  using Timed = std::pair<uint32_t, uint32_t>; ///< [cycle], operation

  void countUses() {
    Uses.assign(B.Ops.size(), 0);
    Users.assign(B.Ops.size(), NoOp);
    for (uint32_t Op = 0; Op < B.Ops.size(); ++Op) {
      if (B.Ops[Op].IsGone)
        continue;
      for (uint32_t Input : B.Ops[Op].Inputs) {
        ++Uses[Input];
        Users[Input] = Op;
      }
    }
    IsLate.assign(B.Ops.size(), false);
    IsCarried.assign(B.Ops.size(), false);
    for (const CarriedEdge &E : B.Carried) {
      ++Uses[E.From];
      IsCarried[E.To] = true;
      if (E.IsMemory && E.Distance == 1 && !E.IsAssumed)
        IsLate[E.To] = true;
    }
  }
  bool isSum(uint32_t Op) const {
    const BodyOp &O = B.Ops[Op];
    return O.Class == OpClass::Add && !O.IsAfterExit;
  }
  bool isPart(uint32_t Op, uint32_t Root) const {
    const BodyOp &O = B.Ops[Op];
    return isSum(Op) && Uses[Op] == 1 && !O.IsGone &&
           O.IsGuarded == B.Ops[Root].IsGuarded &&
           (!O.IsGuarded || O.Block == B.Ops[Root].Block) &&
           O.IsOutside == B.Ops[Root].IsOutside;
  }
  bool isRoot(uint32_t Op) const {
    if (!isSum(Op))
      return false;
    return Uses[Op] != 1 || Users[Op] == NoOp || !isSum(Users[Op]) ||
           !isPart(Op, Users[Op]);
  }
  uint32_t readyOf(uint32_t Op) const {
    uint32_t Time = 0;
    for (uint32_t Input : B.Ops[Op].Inputs)
      Time = std::max(Time, Ready[Input]);
    for (uint32_t Before : B.Ops[Op].After)
      Time = std::max(Time, Ready[Before]);
    return Time;
  }
  void collect(uint32_t Op, uint32_t Root, std::vector<uint32_t> &Leaves) {
    for (uint32_t Input : B.Ops[Op].Inputs)
      if (isPart(Input, Root)) {
        collect(Input, Root, Leaves);
        B.Ops[Input].IsGone = true;
      } else {
        Leaves.push_back(Input);
      }
  }
  /// True for the choice between a carried value and a start value.
  bool isCarriedChoice(uint32_t Op) const {
    return B.Ops[Op].Class == OpClass::Wire &&
           std::ranges::any_of(B.Ops[Op].Inputs, [&](uint32_t Input) {
             return B.Ops[Input].Class == OpClass::Phi && IsCarried[Input];
           });
  }
  void rebuild(uint32_t Root);
  uint32_t join(uint32_t L, uint32_t R, uint32_t Root);
  uint32_t treeOf(const std::vector<uint32_t> &Leaves, uint32_t Root);

  Body &B;

  std::vector<uint32_t> Uses, Users, Ready;
  std::vector<bool> IsLate, IsCarried;
};

uint32_t Balancer::join(uint32_t L, uint32_t R, uint32_t Root) {
  BodyOp Sum = B.Ops[Root];
  Sum.Inputs = {L, R};
  Sum.After.clear();
  Sum.IsGone = false;
  B.Ops.push_back(std::move(Sum));
  uint32_t Id = uint32_t(B.Ops.size() - 1);
  Ready.push_back(std::max(Ready[L], Ready[R]) + B.Ops[Id].Latency);
  Uses.push_back(1);
  Users.push_back(Root);
  IsLate.push_back(false);
  IsCarried.push_back(false);
  return Id;
}

uint32_t Balancer::treeOf(const std::vector<uint32_t> &Leaves, uint32_t Root) {
  std::priority_queue<Timed, std::vector<Timed>, std::greater<>> Queue;
  for (uint32_t Leaf : Leaves)
    Queue.push({Ready[Leaf], Leaf});
  while (Queue.size() > 1) {
    uint32_t L = Queue.top().second;
    Queue.pop();
    uint32_t R = Queue.top().second;
    Queue.pop();
    uint32_t Sum = join(L, R, Root);
    Queue.push({Ready[Sum], Sum});
  }
  return Queue.top().second;
}

void Balancer::rebuild(uint32_t Root) {
  std::vector<uint32_t> Leaves, Late, Carried;
  std::vector<uint32_t> All;
  collect(Root, Root, All);
  if (All.size() < 3)
    return;
  // A sum starts from zero: the constant before a loop adds nothing.
  if (All.size() > 3)
    std::erase_if(All, [&](uint32_t Leaf) {
      return B.Ops[Leaf].Class == OpClass::Phi && B.Ops[Leaf].Inputs.empty() &&
             !IsCarried[Leaf];
    });
  // A chosen start value is a term like any other, but a sum of three has its
  // least height already.
  const bool IsShort = All.size() == 3;
  std::vector<uint32_t> Waiting;
  for (uint32_t Leaf : All)
    (B.Ops[Leaf].Class == OpClass::Phi || (IsShort && isCarriedChoice(Leaf))
         ? Carried
     : !B.Ops[Leaf].After.empty() ? Waiting
     : IsLate[Leaf]               ? Late
                                  : Leaves)
        .push_back(Leaf);
  if (Leaves.empty()) {
    Leaves = std::move(Carried);
    Carried.clear();
  }
  if (Leaves.empty())
    std::swap(Leaves, Late);
  if (Leaves.empty())
    std::swap(Leaves, Waiting);
  uint32_t Sum;
  if (!Late.empty() && Leaves.size() >= 2) {
    // A term that memory passes on gets two sums, not one.
    std::vector<uint32_t> Half(Leaves.begin() + Leaves.size() / 2,
                               Leaves.end());
    Leaves.resize(Leaves.size() / 2);
    Late.push_back(treeOf(Half, Root));
    Sum = join(treeOf(Late, Root), treeOf(Leaves, Root), Root);
  } else {
    Leaves.insert(Leaves.end(), Late.begin(), Late.end());
    Sum = treeOf(Leaves, Root);
  }
  // Loads that wait for a store join one by one.
  for (uint32_t Load : Waiting)
    Sum = join(Sum, Load, Root);
  for (uint32_t Phi : Carried)
    Sum = join(Sum, Phi, Root);
  // The root takes the place of the last sum.
  B.Ops[Root].Inputs = B.Ops[Sum].Inputs;
  B.Ops[Sum].IsGone = true;
}

} // namespace

void balanceSums(Body &B) { Balancer(B).run(); }

} // namespace roofline::vitis
