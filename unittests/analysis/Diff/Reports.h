// Reports made by hand.
#ifndef ROOFLINE_UNITTESTS_DIFF_REPORTS_H
#define ROOFLINE_UNITTESTS_DIFF_REPORTS_H

#include "roofline/Diff/ReportedKernel.h"

namespace roofline {

inline Reading exactly(double Value) { return Reading::exactly(Value); }
inline Reading atLeast(double Value) { return {Value, std::nullopt}; }
inline Reading atMost(double Value) { return {std::nullopt, Value}; }

inline ReportedLoop loopAt(uint32_t Line, const std::string &Form, double Trip,
                           std::optional<uint32_t> Parent = std::nullopt) {
  ReportedLoop L;
  L.Loc = {"k.cl", Line, 3};
  L.Parent = Parent;
  L.TripKind = "exact";
  L.TripForm = Form;
  L.TripSource = "form";
  L.Trip = Trip;
  L.Numbers[Metric::Interval] = Reading::exactly(1);
  return L;
}

inline ReportedAccess accessAt(uint32_t Line, uint32_t Column,
                               std::optional<uint32_t> Loop,
                               const std::string &Kind,
                               const std::string &Object) {
  ReportedAccess A;
  A.Loc = {"k.cl", Line, Column};
  A.Loop = Loop;
  A.Kind = Kind;
  A.Object = Object;
  A.NumBytes = 4;
  A.Pattern = "consecutive along the loop at line " + std::to_string(Line - 1);
  A.AlongLoops = {{"consecutive", 4, ""}};
  A.Numbers[Metric::Transactions] = Reading::exactly(256);
  return A;
}

/// One loop that reads \p Object: 2 us, 480 cycles, 256 transactions.
inline ReportedKernel kernelAt(const std::string &Name, uint32_t Line,
                               const std::string &Object = "a") {
  ReportedKernel K;
  K.Name = Name;
  K.Loc = {"k.cl", Line, 0};
  K.Device = "toy";
  K.Model = "board";
  K.Clock = 240e6;
  K.Global = "1024 x 1 x 1";
  K.Args = {{"n", 4096}};
  K.Loops = {loopAt(Line + 1, "n", 4096)};
  K.Accesses = {accessAt(Line + 2, 12, 0, "read", Object)};
  K.Numbers = {{Metric::Time, Reading::exactly(2e-6)},
               {Metric::Cycles, Reading::exactly(480)},
               {Metric::Interval, Reading::exactly(1)},
               {Metric::Transactions, Reading::exactly(256)},
               {Metric::Bytes, Reading::exactly(16384)}};
  return K;
}

inline ReportedFile fileOf(std::vector<ReportedKernel> Kernels) {
  ReportedFile F;
  F.Name = "r.json";
  F.Version = 3;
  F.Kernels = std::move(Kernels);
  return F;
}

} // namespace roofline

#endif
