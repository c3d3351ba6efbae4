// The accesses of a process to its FIFOs, as patterns of local cycles.
#include "Accesses.h"

#include <algorithm>

namespace roofline::dataflow {
namespace {

/// Streams of one process that stand side by side, in one cycle of its local
/// time each.
constexpr uint64_t MostSideBySide = 64;

void collectPlaces(const KernelSummary &K, uint32_t Node,
                   std::vector<uint32_t> &Around, KernelPlaces &P) {
  const roofline::Node &Here = K.Nodes[Node];
  if (Here.K == Node::Kind::Block)
    P.LoopsAround[Here.Index] = Around;
  if (Here.K == Node::Kind::Loop) {
    if (!Around.empty())
      P.Inner[Around.back()].push_back(Here.Index);
    Around.push_back(Here.Index);
  }
  for (uint32_t Child : Here.Children)
    collectPlaces(K, Child, Around, P);
  if (Here.K == Node::Kind::Loop)
    Around.pop_back();
}

/// 1 where the iteration number of \p Loop is below its trip count.
Expr isBelowTrip(const KernelSummary &K, uint32_t Loop) {
  return max(Expr::constant(0),
             min(Expr::constant(1),
                 K.Loops[Loop].Trip.Count - Expr::symbol(symbolOfLoop(Loop))));
}

/// 1 where \p E has the value \p Number, else 0.
Expr isEqual(const Expr &E, uint64_t Number) {
  const Expr Gap = E - Expr::constant(int64_t(Number));
  return Expr::constant(1) -
         min(Expr::constant(1), max(Gap, Expr::constant(0) - Gap));
}

} // namespace

KernelPlaces::KernelPlaces(const KernelSummary &K)
    : LoopsAround(K.Blocks.size()), BlockOfOperation(K.Operations.size()),
      Inner(K.Loops.size()) {
  std::vector<uint32_t> Around;
  collectPlaces(K, K.Root, Around, *this);
  for (uint32_t Block = 0; Block < K.Blocks.size(); ++Block)
    for (uint32_t I = 0; I < K.Blocks[Block].NumOperations; ++I)
      BlockOfOperation[K.Blocks[Block].FirstOperation + I] = Block;
}

bool variesWithLoops(const KernelSummary &K, uint32_t Loop) {
  const TripCount &Trip = K.Loops[Loop].Trip;
  return Trip.K == TripCount::Kind::Exact && !Trip.Count.isConstant() &&
         std::ranges::all_of(symbols(Trip.Count), [](const std::string &S) {
           return loopOfSymbol(S).has_value();
         });
}

const std::vector<uint32_t> &
AccessAdder::loopsAround(const FifoUse &Use) const {
  return R.Places->LoopsAround[R.Places->BlockOfOperation[Use.Operation]];
}

bool AccessAdder::isIn(const FifoUse &Use, uint32_t Loop) const {
  return std::ranges::count(loopsAround(Use), Loop) != 0;
}

void AccessAdder::miss(const std::string &Text, const SourceLocation &Loc) {
  Missing.push_back({Unknown::Kind::ControlFlow, Text, Loc});
}

/// Adds the conditions under which \p Use runs; false where data decide.
bool AccessAdder::addConditions(const FifoUse &Use, PatternRequest &Pattern) {
  auto Add = [&](const Guard &When) {
    if (!When.Form.isConstant(1))
      Pattern.Conditions.push_back(When.Form);
    if (!When.IsOfData)
      return true;
    miss("data decide whether " + N.Fifos[Use.Fifo].Name + " is " +
             (Use.IsWrite ? "written" : "read"),
         When.DataLoc);
    return false;
  };
  if (!Add(K.Blocks[R.Places->BlockOfOperation[Use.Operation]].When))
    return false;
  if (Use.Element && !Use.Element->isConstant())
    Pattern.Conditions.push_back(isEqual(*Use.Element, Use.Number));
  return std::ranges::all_of(loopsAround(Use), [&](uint32_t Loop) {
    if (variesWithLoops(K, Loop))
      Pattern.Conditions.push_back(isBelowTrip(K, Loop));
    return Add(K.Loops[Loop].When);
  });
}

void AccessAdder::add(const FifoUse &Use, const IssuePattern &Issue) {
  PatternRequest Pattern;
  Pattern.Levels = Issue.Levels;
  if (!addConditions(Use, Pattern))
    return;
  const std::vector<std::string> Chosen =
      Use.Element ? symbols(*Use.Element) : std::vector<std::string>();
  uint64_t NumLanes = 1, NumTurns = 1; // NumTurns: those on one channel
  for (uint32_t Loop : loopsAround(Use)) {
    const VitisLoop &T = (*R.Timing)[Loop];
    auto Level = std::ranges::find(Issue.Levels, Loop, &PatternLevel::Loop);
    const uint64_t Copies =
        Level == Issue.Levels.end() ? T.Factor : Level->Factor;
    NumLanes *= Copies;
    if (std::ranges::count(Chosen, symbolOfLoop(Loop)) == 0)
      NumTurns *= Copies;
    if (T.IsUnrolledInFull && Level == Issue.Levels.end())
      Pattern.Lanes.push_back({Loop, uint64_t(T.MostTrip)});
  }
  const SourceLocation &Loc = K.Operations[Use.Operation].Loc;
  const Fifo &F = N.Fifos[Use.Fifo];
  // Each lane has a FIFO of its own, or takes its turn.
  if (F.Lanes > 1 && !Use.Element)
    NumTurns = 1;
  if (F.Lanes > 1 && NumLanes < F.Lanes)
    return miss("which of the " + std::to_string(F.Lanes) + " streams of " +
                    F.Name + " is meant is not followed",
                Loc);
  auto Parts = patternOf(Pattern);
  if (!Parts || NumTurns > MostSideBySide)
    return miss("in which iterations " + F.Name + " is " +
                    (Use.IsWrite ? "written" : "read") + " is not followed",
                Loc);
  for (CycleProgression &Part : *Parts)
    Part.First += Issue.Clock;
  for (std::vector<CycleProgression> &List : increasing(std::move(*Parts)))
    for (uint64_t Turn = 0; Turn < NumTurns; ++Turn)
      P.Accesses.push_back({Use.Fifo, Use.IsWrite,
                            uint32_t(Issue.Stage + Turn * Issue.TurnStep),
                            uint32_t(Issue.Interval), List, Loc});
}

} // namespace roofline::dataflow
