// Schedules of bodies: intervals of pipelines, depths.
#include "Schedule.h"

#include <algorithm>
#include <cmath>

namespace roofline::vitis {
namespace {

/// Earliest starts at an interval, or nothing where dependences forbid it.
class Starts {
public:
  explicit Starts(const Body &B)
      : B(B), Order(orderOf(B)), Times(B.Ops.size(), 0) {}

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
      Depth = std::max(Depth, B.Ops[Op].IsAfterExit ? 0 : end(Op));
    return Depth;
  }
  std::vector<uint32_t> times() const {
    return std::vector<uint32_t>(Times.begin(), Times.end());
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

private:
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
  uint32_t Tight = NoOp;
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

Schedule schedulePipeline(const Body &B, double Least) {
  Starts S(B);
  Schedule Result;
  double Low = 1, High = 1;
  while (!S.fits(High) && High < 1e6)
    Low = High + 1, High *= 2;
  if (High > 1)
    Result.Tight = S.tight();
  while (Low < High) {
    double Middle = std::floor((Low + High) / 2);
    if (S.fits(Middle))
      High = Middle;
    else
      Low = Middle + 1;
  }
  Result.RecurrenceInterval = High;
  Result.Interval = std::max(High, Least);
  S.fits(Result.Interval);
  Result.Depth = S.depth();
  Result.Starts = S.times();
  return Result;
}

} // namespace roofline::vitis
