// Schedules of bodies: intervals of pipelines, depths.
#include "Schedule.h"

#include <algorithm>
#include <cmath>

namespace roofline::vitis {
namespace {

/// Earliest starts at an interval, or nothing where dependences forbid it.
class Starts {
public:
  Starts(const Body &B, bool IsCut)
      : B(B), Order(orderOf(B)), Times(B.Ops.size(), 0), IsCut(IsCut) {}

  bool fits(double Interval) {
    std::ranges::fill(Times, 0);
    constexpr int MostRounds = 24;
    for (int Round = 0; Round < MostRounds; ++Round) {
      forward();
      if (!close(Interval))
        return true;
    }
    return false;
  }
  double depth() const {
    double Depth = 0;
    for (uint32_t Op : Order)
      Depth = std::max(Depth, IsCut && B.Ops[Op].IsAfterExit ? 0 : end(Op));
    return Depth;
  }
  /// Starts without the values of other iterations.
  void startOver() {
    std::ranges::fill(Times, 0);
    forward();
  }
  void forward() {
    for (uint32_t Op : Order) {
      if (B.Ops[Op].IsInvariant)
        continue;
      double Time = Times[Op];
      for (uint32_t Input : B.Ops[Op].Inputs)
        Time = std::max(Time, end(Input));
      for (uint32_t Before : B.Ops[Op].After)
        Time = std::max(Time, end(Before));
      Times[Op] = Time;
    }
  }
  uint32_t tight() const { return Tight; }

  /// Marks what lies on a cycle of one carried edge that takes longer than
  /// \p Interval allows.
  std::vector<bool> onLongCycles(double Interval) {
    std::vector<bool> IsMarked(B.Ops.size(), false);
    for (const CarriedEdge &E : B.Carried) {
      if (B.Ops[E.From].IsGone || B.Ops[E.To].IsGone || ++Searches > MostMarks)
        continue;
      std::vector<double> Paths = pathsFrom(E.To);
      double Path = Paths[E.From] + latency(E.From);
      if (Paths[E.From] >= 0 && Path > Interval * double(E.Distance))
        markBack(E.From, Paths, IsMarked);
    }
    return IsMarked;
  }

  /// Least interval by cycles that one carried edge closes:
  ///   II = max over edges of ceil(path from To to From / Distance)
  double cycleBound() {
    std::ranges::fill(Times, 0);
    forward();
    double Longest = depth(), Bound = 1;
    std::vector<uint32_t> Edges;
    for (uint32_t I = 0; I < B.Carried.size(); ++I)
      if (!B.Ops[B.Carried[I].From].IsGone && !B.Ops[B.Carried[I].To].IsGone)
        Edges.push_back(I);
    std::ranges::sort(Edges, [&](uint32_t L, uint32_t R) {
      const CarriedEdge &A = B.Carried[L], &C = B.Carried[R];
      return std::tuple(A.To, A.Distance, L) < std::tuple(C.To, C.Distance, R);
    });
    std::vector<double> Paths;
    uint32_t Source = NoOp;
    for (uint32_t I : Edges) {
      const CarriedEdge &E = B.Carried[I];
      if (Longest / double(E.Distance) <= Bound || ++Searches > MostSearches)
        continue;
      if (E.To != Source)
        Paths = pathsFrom(E.To);
      Source = E.To;
      double Path = Paths[E.From] < 0 ? 0 : Paths[E.From] + latency(E.From);
      double Interval = std::ceil(Path / double(E.Distance));
      if (Interval > Bound) {
        Bound = Interval;
        Tight = I;
      }
    }
    return Bound;
  }

private:
  static constexpr unsigned MostSearches = 400, MostMarks = 2000;

  /// Marks \p Op and what it depends on, where \p Paths has it.
  void markBack(uint32_t Op, std::vector<double> &Paths,
                std::vector<bool> &IsMarked) const {
    std::vector<uint32_t> Open = {Op};
    while (!Open.empty()) {
      uint32_t Next = Open.back();
      Open.pop_back();
      if (Paths[Next] < 0)
        continue;
      Paths[Next] = -1; // seen
      IsMarked[Next] = true;
      for (const std::vector<uint32_t> *List :
           {&B.Ops[Next].Inputs, &B.Ops[Next].After})
        Open.insert(Open.end(), List->begin(), List->end());
    }
  }

  double latency(uint32_t Op) const {
    return B.Ops[Op].IsInvariant ? 0 : B.Ops[Op].Latency;
  }
  /// Longest path from \p Op to each operation; -1 where there is none.
  std::vector<double> pathsFrom(uint32_t Op) const {
    std::vector<double> Paths(B.Ops.size(), -1);
    Paths[Op] = 0;
    for (uint32_t Next : Order)
      for (const std::vector<uint32_t> *List :
           {&B.Ops[Next].Inputs, &B.Ops[Next].After})
        for (uint32_t Before : *List)
          if (Paths[Before] >= 0)
            Paths[Next] =
                std::max(Paths[Next], Paths[Before] + latency(Before));
    return Paths;
  }
  /// Invariant values are there before the loop begins.
  double end(uint32_t Op) const {
    return B.Ops[Op].IsInvariant ? 0 : Times[Op] + B.Ops[Op].Latency;
  }
  bool close(double Interval) {
    bool IsChanged = false;
    for (uint32_t I = 0; I < B.Carried.size(); ++I) {
      const CarriedEdge &E = B.Carried[I];
      if (B.Ops[E.From].IsGone || B.Ops[E.To].IsGone)
        continue;
      double Time =
          Times[E.From] + B.Ops[E.From].Latency - Interval * double(E.Distance);
      if (Time <= Times[E.To])
        continue;
      Times[E.To] = Time;
      Tight = I;
      IsChanged = true;
    }
    return IsChanged;
  }

  const Body &B;
  std::vector<uint32_t> Order;
  std::vector<double> Times;
  bool IsCut;
  uint32_t Tight = NoOp;
  unsigned Searches = 0;
};

} // namespace

std::vector<uint32_t> orderOf(const Body &B) {
  std::vector<uint32_t> Order, Stack;
  std::vector<uint8_t> Mark(B.Ops.size(), 0);
  for (uint32_t First = 0; First < B.Ops.size(); ++First) {
    if (B.Ops[First].IsGone || Mark[First])
      continue;
    Stack.push_back(First);
    while (!Stack.empty()) {
      uint32_t Op = Stack.back();
      if (Mark[Op]) {
        Stack.pop_back();
        if (Mark[Op] == 1) {
          Mark[Op] = 2;
          Order.push_back(Op);
        }
        continue;
      }
      Mark[Op] = 1;
      for (uint32_t Input : B.Ops[Op].Inputs)
        if (!Mark[Input])
          Stack.push_back(Input);
      for (uint32_t Before : B.Ops[Op].After)
        if (!Mark[Before])
          Stack.push_back(Before);
    }
  }
  return Order;
}

bool hastenRecurrences(Body &B, double Interval) {
  std::vector<bool> IsLong = Starts(B, false).onLongCycles(Interval);
  bool IsChanged = false;
  for (uint32_t Op = 0; Op < B.Ops.size(); ++Op)
    if (IsLong[Op] && B.Ops[Op].QuickLatency) {
      B.Ops[Op].Latency = B.Ops[Op].QuickLatency;
      IsChanged = true;
    }
  return IsChanged;
}

Schedule schedulePipeline(const Body &B, double Least, bool IsKnown,
                          bool IsCut) {
  Starts S(B, IsCut);
  Schedule Result;
  Result.Interval = Least;
  if (!IsKnown) {
    double Bound = S.cycleBound();
    Result.Tight = S.tight();
    double Low = std::max(1.0, Bound), High = Low;
    while (!S.fits(High) && High < 1e7) {
      Low = High + 1;
      High *= 2;
      Result.Tight = S.tight();
    }
    while (Low < High) {
      double Middle = std::floor((Low + High) / 2);
      if (S.fits(Middle))
        High = Middle;
      else
        Low = Middle + 1;
    }
    Result.RecurrenceInterval = High;
    Result.Interval = std::max(High, Least);
  }
  if (!S.fits(Result.Interval))
    S.startOver();
  Result.Depth = S.depth();
  return Result;
}

} // namespace roofline::vitis
