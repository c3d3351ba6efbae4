// The time of an estimate at a clock of the kernel.
#include "roofline/Board/BoardEstimate.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace roofline {
namespace {

/// [cycle] of two activities that hinder each other: (a^p + b^p)^(1/p). Their
/// sum at p = 1; the longer one alone as p grows.
double together(double A, double B, double Overlap) {
  const double Most = std::max(A, B), Least = std::min(A, B);
  if (Least <= 0 || std::isinf(Overlap))
    return Most;
  return Most * std::pow(1 + std::pow(Least / Most, Overlap), 1 / Overlap);
}

/// [cycle] of the passes of \p P alone.
double passCycles(const Pipeline &P) {
  return std::max(P.Passes * P.Interval, P.Slots);
}

/// [cycle] of \p P. One whose units ask memory for words waits whenever memory
/// serves others; one without goes on.
double cyclesOf(const Pipeline &P, double Memory, double Overlap) {
  return P.Words > 0 ? together(passCycles(P), Memory, Overlap) : passCycles(P);
}

/// [cycle] that pipelines add to the slowest, of \p Longest cycles. One
/// work-item passes them one after another; many fill them all, but for the
/// first and the last to come.
double allPipelines(const BoardEstimate &E, double Longest, double Memory) {
  double Sum = 0, Depths = 0, Slowest = 0, Deepest = 1;
  for (const Pipeline &P : E.Pipelines) {
    Sum += passCycles(P);
    Depths += P.Depth;
    Slowest = std::max(Slowest, P.Passes);
    Deepest = std::max(Deepest, P.Depth);
  }
  if (E.IsSingle)
    return std::max(Longest, together(Sum, Memory, E.Times.Overlap.Value)) +
           Depths;
  if (!E.OverlapsItems)
    return Longest;
  // As many work-items as are under way at once go through one after another.
  const double AtOnce =
      std::min(1.0, Deepest / std::max(1.0, E.Pipelines.front().Passes));
  return Longest + AtOnce * (Sum - Slowest);
}

} // namespace

BoardTime BoardEstimate::timeAt(Hertz Clock) const {
  assert(Clock.value() > 0 && "a kernel has a clock");
  BoardTime T;
  T.MemoryCycles = Memory.cyclesAt(Clock);
  const double Overlap = Times.Overlap.Value;
  double Longest = 0;
  for (uint32_t I = 0; I < Pipelines.size(); ++I)
    if (const double C = cyclesOf(Pipelines[I], T.MemoryCycles, Overlap);
        C > Longest) {
      Longest = C;
      T.Limiting = I;
    }
  T.Cycles = together(allPipelines(*this, Longest, T.MemoryCycles),
                      LatencyCycles, Overlap);
  if (Times.Start)
    T.Cycles += Times.Start->Value * Clock.value();
  T.Time = Seconds(T.Cycles / Clock.value());
  if (Times.isCalibrated()) {
    T.Fastest = Seconds(T.Time.value() * Times.ErrorLow->Value);
    T.Slowest = Seconds(T.Time.value() * Times.ErrorHigh->Value);
  }
  return T;
}

void BoardEstimate::setClock(Hertz Clock) {
  static_cast<BoardTime &>(*this) = timeAt(Clock);
  for (Pipeline &P : Pipelines)
    P.Cycles = cyclesOf(P, MemoryCycles, Times.Overlap.Value);
}

double BoardEstimate::words() const {
  double Sum = 0;
  for (const ReplayedUnit &U : LaunchReplay.Units)
    Sum += U.Words;
  return Sum;
}

Doubt BoardEstimate::doubt() const {
  if (LaunchReplay.IsAtMost)
    return Doubt::DataDecides;
  double Irregular = 0;
  for (const ReplayedUnit &U : LaunchReplay.Units)
    Irregular += U.IsIrregular ? U.Words : 0;
  if (Irregular > words() / 2)
    return Doubt::Irregular;
  return Times.isCalibrated() ? Doubt::None : Doubt::Uncalibrated;
}

BoardLimit BoardEstimate::limit() const {
  assert(Limiting < Pipelines.size() && "a pipeline limits the time");
  const Pipeline &P = Pipelines[Limiting];
  if (LatencyCycles > P.Cycles)
    return BoardLimit::Latency;
  return P.Words > 0 && MemoryCycles > passCycles(P) ? BoardLimit::Memory
                                                     : BoardLimit::Passes;
}

} // namespace roofline
