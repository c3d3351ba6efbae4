// Schedules of straight-line code, and code that moves in front of a loop.
#include "Schedule.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace roofline::vitis {
namespace {

/// Ports of one array, by cycle.
class PortCalendar {
public:
  /// Returns the first cycle from \p Time on with a free port, and takes it.
  double take(double Time, double Ports) {
    size_t Cycle = size_t(Time);
    Cycle = std::max(Cycle, FirstFree);
    for (;; ++Cycle) {
      if (Cycle >= Used.size())
        Used.resize(Cycle + 64, 0);
      if (Used[Cycle] + 1 <= Ports)
        break;
    }
    Used[Cycle] += 1;
    while (FirstFree < Used.size() && Used[FirstFree] + 1 > Ports)
      ++FirstFree;
    return double(Cycle);
  }

private:
  std::vector<double> Used;
  size_t FirstFree = 0;
};

bool isPort(const BodyOp &O) {
  return O.Access >= 0 &&
         (O.Class == OpClass::Load || O.Class == OpClass::Store);
}

} // namespace

Schedule scheduleOnce(const Frame &F, const Body &B, const PortCounts &Ports,
                      bool IsInvariantOnly) {
  std::vector<PortCalendar> Calendars(F.Arrays->Arrays.size());
  std::vector<uint32_t> Order = orderOf(B);
  std::vector<double> Ready(B.Ops.size(), 0);
  std::vector<uint32_t> Missing(B.Ops.size(), 0);
  std::vector<std::vector<uint32_t>> Users(B.Ops.size());
  using Timed = std::pair<double, uint32_t>;
  std::priority_queue<Timed, std::vector<Timed>, std::greater<>> Queue;
  auto IsWanted = [&](uint32_t Op) {
    return !B.Ops[Op].IsGone && (!IsInvariantOnly || B.Ops[Op].IsInvariant);
  };
  for (uint32_t Op : Order) {
    if (!IsWanted(Op))
      continue;
    for (const std::vector<uint32_t> *List :
         {&B.Ops[Op].Inputs, &B.Ops[Op].After})
      for (uint32_t Before : *List)
        if (IsWanted(Before)) {
          Users[Before].push_back(Op);
          ++Missing[Op];
        }
    if (Missing[Op] == 0)
      Queue.push({0, Op});
  }
  Schedule Result;
  while (!Queue.empty()) {
    auto [Time, Op] = Queue.top();
    Queue.pop();
    const BodyOp &O = B.Ops[Op];
    if (isPort(O)) {
      uint32_t Array = F.Arrays->Accesses[O.Access].Array;
      Time = Calendars[Array].take(Time, Ports[Array]);
    }
    double End = Time + O.Latency;
    Result.Depth = std::max(Result.Depth, End);
    for (uint32_t User : Users[Op]) {
      Ready[User] = std::max(Ready[User], End);
      if (--Missing[User] == 0)
        Queue.push({Ready[User], User});
    }
  }
  return Result;
}

void retimeUnshared(Body &B, const Frame &F) {
  for (BodyOp &O : B.Ops) {
    const Operation &Source = F.Kernel->Operations[O.Source];
    const auto Known = costOf(Source, F.Options->Clock);
    // A bind_op has the latency that it says.
    if (Source.Type.Bits != 64 || !Known || Known->Latency != O.Latency)
      continue;
    if (O.Class == OpClass::Add)
      O.Latency -= 1;
    if (O.Class == OpClass::Multiply)
      O.Latency += 2;
  }
}

void markInvariant(const Frame &F, Body &B,
                   const std::vector<uint32_t> &Spine) {
  std::vector<bool> IsWritten(F.Arrays->Arrays.size(), false);
  for (const BodyOp &O : B.Ops)
    if (!O.IsGone && O.Class == OpClass::Store)
      IsWritten[F.Arrays->Accesses[O.Access].Array] = true;
  auto Moves = [&](const AccessForm &A) {
    auto IsInSpine = [&](uint32_t Loop) {
      return std::ranges::count(Spine, Loop) != 0;
    };
    return std::ranges::any_of(
               A.Terms, [&](const FormTerm &T) { return IsInSpine(T.Loop); }) ||
           std::ranges::any_of(A.IrregularLoops, IsInSpine);
  };
  for (uint32_t Op : orderOf(B)) {
    BodyOp &O = B.Ops[Op];
    if (O.IsGone || O.Class == OpClass::Store || O.Class == OpClass::Stream ||
        O.Class == OpClass::Phi || O.IsAfterExit)
      continue;
    bool AreInputs = std::ranges::all_of(
        O.Inputs, [&](uint32_t Input) { return B.Ops[Input].IsInvariant; });
    if (!AreInputs || !O.After.empty())
      continue;
    if (O.Class == OpClass::Load) {
      const AccessForm &A = F.Arrays->Accesses[O.Access];
      O.IsInvariant = !IsWritten[A.Array] && !Moves(A);
    } else {
      O.IsInvariant = !O.Inputs.empty() || O.Class != OpClass::Wire;
    }
  }
}

} // namespace roofline::vitis
