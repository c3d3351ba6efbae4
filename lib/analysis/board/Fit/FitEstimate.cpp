// The share of a board that a design takes, and the clock that it reaches.
#include "roofline/Fit/FitEstimate.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace roofline {
namespace {

class Pricer {
public:
  Pricer(const KernelSummary &Kernel, const BoardEstimate &Priced,
         const Device &Board)
      : Kernel(Kernel), Priced(Priced), Board(Board) {}

  FitEstimate run() {
    C = countStructures(Kernel, Priced, cost("work_items", "depth"));
    E.Board = {Board.LogicModules.Value, Board.MemoryBlocks.Value,
               Board.DspBlocks.Value};
    E.Shell = {cost("shell", "logic"), cost("shell", "memory"), 0};
    E.Kernel = ofUnit() * Priced.D.ComputeUnits;
    makeCrowded();
    E.Error = {cost("error", "logic"), cost("error", "memory"),
               cost("error", "dsp")};
    setClock();
    E.Counts = std::move(C);
    return std::move(E);
  }

private:
  double cost(const std::string &Structure, const char *Name) const {
    const auto It = Board.Structures.find(Structure + "." + Name);
    return It == Board.Structures.end() ? 0 : It->second.Value;
  }

  void add(FitAmounts &Sum, const std::string &Structure, double Number) {
    Sum += FitAmounts{cost(Structure, "logic"), cost(Structure, "memory"),
                      cost(Structure, "dsp")} *
           Number;
  }

  /// Amounts of one compute unit.
  FitAmounts ofUnit() {
    FitAmounts Sum{0, C.ArrayBlocks, C.Dsp};
    add(Sum, "global_unit", C.GlobalUnits);
    add(Sum, "store_unit", C.StoreUnits);
    add(Sum, "local_write_byte", C.LocalWriteBytes);
    add(Sum, "barrier", C.Barriers);
    add(Sum, "integer_bit", C.IntegerBits);
    add(Sum, "loop_bit", C.LoopBits);
    add(Sum, "array_bit", C.ArrayBits);
    for (const auto &[Class, Number] : C.Operators) {
      if (Class == "branch" || Class == "local_mem")
        continue;
      const bool IsKnown =
          std::any_of(Board.Structures.begin(), Board.Structures.end(),
                      [&](const auto &Entry) {
                        return Entry.first.starts_with(Class + ".");
                      });
      if (!IsKnown)
        E.Missing.push_back(Class);
      add(Sum, Class, Number);
    }
    return Sum;
  }

  /// Small memories take logic while there is enough of it, and blocks once the
  /// design is larger than `crowded.from` of the board.
  void makeCrowded() {
    const double Share = E.total().Logic / E.Board.Logic;
    E.IsCrowded =
        cost("crowded", "from") > 0 && Share > cost("crowded", "from");
    if (!E.IsCrowded)
      return;
    const double Arrays = C.ArrayBlocks * Priced.D.ComputeUnits;
    E.Kernel.Logic *= cost("crowded", "logic");
    E.Kernel.Memory =
        Arrays + (E.Kernel.Memory - Arrays) * cost("crowded", "memory");
  }

  /// Longer wires between more logic, and between the blocks of one memory,
  /// which are spread over an area; a double-pumped memory has two accesses in
  /// a cycle:
  ///   1 / Clock = max(period + period_per_logic * share of the logic,
  ///       2 (block_period + period_per_logic * sqrt(share of the blocks)))
  void setClock() {
    const double Wire = cost("clock", "period_per_logic");
    double Period = cost("clock", "period") + Wire * E.used().Logic;
    if (C.PumpedBlocks > 0)
      Period = std::max(
          Period, 2 * (cost("clock", "block_period") +
                       Wire * std::sqrt(C.PumpedBlocks / E.Board.Memory)));
    E.Clock = Hertz(Period > 0 ? 1 / Period : 0);
    E.ClockError = cost("error", "clock");
  }

  const KernelSummary &Kernel;
  const BoardEstimate &Priced;
  const Device &Board;
  StructureCounts C;
  FitEstimate E;
};

} // namespace

std::string FitEstimate::exceeded() const {
  const Utilization Used = used();
  if (Used.Logic > 1)
    return "logic";
  if (Used.Memory > 1)
    return "memory";
  return Used.Dsp > 1 ? "DSP" : "";
}

std::optional<FitEstimate> fitDesign(const KernelSummary &Kernel,
                                     const BoardEstimate &Priced,
                                     const Device &Board) {
  assert(Priced.IsUnrolled.size() == Kernel.Loops.size() &&
         "the estimate is that of the same kernel");
  if (Board.Structures.empty())
    return std::nullopt;
  return Pricer(Kernel, Priced, Board).run();
}

} // namespace roofline
