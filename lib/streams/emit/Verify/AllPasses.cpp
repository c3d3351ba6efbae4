// Runs the passes of an iterated launch on memory.
#include "AllPasses.h"

#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Core/StreamWalk.h"
#include "roofline/Resources/LogicPath.h"
#include "roofline/Resources/MasterCost.h"
#include "roofline/Steps/StreamIterate.h"
#include "roofline/Verify/RunOriginal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <bit>
#include <set>

using namespace llvm;

namespace roofline {

/// [position] of all passes that a testbench runs, but for the first three.
constexpr int64_t MaxSimulatedPasses = int64_t(1) << 16;

/// The kernel of one step.
static const StreamKernel &stepOf(const CoreOrigin &Origin) {
  return Origin.Step ? *Origin.Step : Origin.K;
}

/// Makes the buffers of \p Read and \p Written equal in what only one has, with
/// \p Same in all.
static void match(std::vector<uint64_t> &Read, std::vector<uint64_t> &Written,
                  bool Same) {
  if (Read.size() < Written.size())
    std::swap(Read, Written); // and what is beyond the shorter one is equal
  if (Same)
    Written = Read;
  else
    Written.insert(Written.end(), Read.begin() + Written.size(), Read.end());
}

void matchTurns(const Iteration &I, StreamMemory &M) {
  auto Match = [&](const SwapPair &P) {
    match(M.find(P.Read)->Elements, M.find(P.Written)->Elements, I.SameBorders);
  };
  for_each(I.Swap, Match);
  for_each(reverse(I.Swap), Match); // the longest may be the last
}

StreamMemory memoryOfPass(const CoreOrigin &Origin, uint64_t Seed) {
  const Iteration &I = *Origin.L.Iterate;
  StreamKernel Both = Origin.K;
  append_range(Both.Inputs, stepOf(Origin).Inputs);
  append_range(Both.Outputs, stepOf(Origin).Outputs);
  StreamMemory M = randomMemory(Both, Seed);
  const int64_t Rest = I.Steps % Origin.Design.Steps;
  for (const auto &[S, Bits] : zip_equal(Both.Scalars, M.Scalars))
    if (S.Name == StepsScalar)
      Bits = Seed % 2 || Rest == 0 ? Origin.Design.Steps : Rest;
  matchTurns(I, M);
  for (const auto &[Field, Buffer] : Origin.Results)
    if (StringRef(Buffer).ends_with(SecondBuffer))
      M.find(Buffer)->Elements = M.find(Field)->Elements;
  return M;
}

Expected<StreamMemory> afterSteps(const Module &M, const CoreOrigin &Origin,
                                  const StreamMemory &Memory, int64_t Steps) {
  const StreamKernel &Step = stepOf(Origin);
  StreamMemory After = Memory;
  After.Scalars.clear();
  for (const ScalarArgument &Scalar : Step.Scalars) {
    uint64_t &Bits = After.Scalars.emplace_back(Scalar.Bits.value_or(0));
    for (const auto &[S, Given] : zip_equal(Origin.K.Scalars, Memory.Scalars))
      if (S.Name == Scalar.Name)
        Bits = Given;
  }
  if (Error E = runOriginal(M, Step, Origin.L, After, Steps))
    return E;
  return After;
}

namespace {

using Map = std::map<std::string, std::string>;

bool hasValue(const Map &Entries, const std::string &Name) {
  return any_of(Entries, [&](const auto &Pair) { return Pair.second == Name; });
}

/// \p Results for all arguments: those that it says nothing of keep their
/// buffers, or get the ones that no field is in.
Map permutationOf(const Map &Results) {
  std::set<std::string> All;
  for (const auto &[Field, Buffer] : Results)
    All.insert({Field, Buffer});
  std::vector<std::string> Free;
  for (const std::string &Name : All)
    if (!hasValue(Results, Name))
      Free.push_back(Name);
  Map Turns;
  for (const std::string &Name : All) {
    auto It = Results.find(Name);
    std::string Next = It != Results.end() ? It->second : Free.back();
    if (It == Results.end())
      Free.pop_back();
    if (Next != Name)
      Turns[Name] = Next;
  }
  return Turns;
}

/// Why the scalar \p S is not the same in all passes, or nothing.
std::optional<std::string> whyNotConstant(const CoreOrigin &Origin,
                                          const CorePasses &P,
                                          const ScalarArgument &S) {
  auto Of = bufferElement(S);
  if (!Of || (!P.Turns.count(Of->first) &&
              none_of(Origin.K.Outputs, [&](const OutputStream &O) {
                return O.Name == Of->first;
              })))
    return std::nullopt;
  return "'" + S.Name + "' is a port, constant in all passes, but '" +
         Of->first + "' is written or takes turns";
}

} // namespace

bool doesAllPasses(const CoreOrigin &Origin) {
  // A blocked pass is several launches.
  return Origin.Masters && Origin.L.Iterate && Origin.Places[0].empty();
}

Expected<CorePasses> allPasses(const CoreOrigin &Origin) {
  const Iteration &I = *Origin.L.Iterate;
  const int64_t T = Origin.Design.Steps;
  StepState State;
  if (auto Problem = stateOf(stepOf(Origin), I, State))
    return errorAt(Problem->Loc, Problem->Message);
  if (I.Steps > 1 && State.NumFields == 0)
    return errorAt(Origin.K.Loc,
                   "kernel '" + Origin.K.Name +
                       "' is no step: it reads nothing that an earlier "
                       "one has written");
  CorePasses P;
  P.Passes = (I.Steps + T - 1) / T;
  P.Steps = T;
  P.LastSteps = I.Steps - (P.Passes - 1) * T;
  const Map Results = Origin.Step ? Origin.Results : turnsOf(I.Swap);
  P.Turns = permutationOf(Results);
  for (const auto &[Field, Buffer] : Results)
    P.Fields.push_back(Field);
  for (const OutputStream &O : Origin.K.Outputs)
    if (!hasValue(Results, O.Name) && !is_contained(P.Fields, O.Name))
      P.Fields.push_back(O.Name);
  for (const ScalarArgument &S : Origin.K.Scalars)
    if (auto Why = whyNotConstant(Origin, P, S))
      return errorAt(Origin.K.Loc, *Why);
  return P;
}

/// Logic that starts the passes: a register and a LUT for each bit of a base
/// that takes turns, and of the counter; tests whether the counter and the port
/// are zero; for each master's error a register, and a LUT before and behind
/// it; registers for `running`, `go` and `done`, with LUTs as for `first` and
/// `turn`.
static FabricResources needOf(const CoreOrigin &Origin, const CorePasses &P) {
  double Bases = 0, Masters = 0;
  auto Add = [&](const auto &Streams) {
    for (uint32_t I = 0; I < Streams.size(); ++I)
      if (portOf(Streams, I) == I)
        Masters += Origin.Design.Lanes;
  };
  Add(Origin.K.Inputs);
  Add(Origin.K.Outputs);
  // Buffers that take turns have elements of one size; nobody reads the bits
  // of an address within a beat.
  for (const OutputStream &O : Origin.K.Outputs)
    if (P.Turns.count(O.Name))
      Bases = double(P.Turns.size()) *
              (Origin.Masters->AddressBits -
               std::countr_zero(beatBits(O, Origin.Design) / 8));
  // A test for zero takes six bits a LUT, and one to join.
  constexpr double Count = PassesBits, IsZero = (PassesBits + 5) / 6 + 1;
  FabricResources Need;
  Need.Registers = Bases + Count + Masters + 3;
  Need.Luts = Bases + Count + 2 * IsZero + 2 * Masters + 5;
  return Need;
}

CoreCost costOf(const CostModel &Costs, const CoreOrigin &Origin) {
  if (Origin.Network) {
    CoreCost Cost;
    Cost.Target = Costs.Target;
    Cost.Tool = Costs.Tool;
    Cost.Unknowns = {"tiles: their memories, pipes and control have no "
                     "measured cost"};
    return Cost;
  }
  CoreCost Cost = coreCost(Costs, Origin.K, Origin.Design, Origin.Masters);
  if (!Cost.Need || !doesAllPasses(Origin))
    return Cost;
  if (Expected<CorePasses> P = allPasses(Origin))
    *Cost.Need += needOf(Origin, *P);
  else
    consumeError(P.takeError()); // makeCore() says it
  return Cost;
}

LogicPath pathOf(const CostModel &Costs, const CoreOrigin &Origin) {
  const StreamKernel &K = Origin.K;
  const std::optional<MemoryMasters> M =
      Origin.Masters
          ? std::optional(chooseBus(*Origin.Masters, K, Origin.Design))
          : std::nullopt;
  CoveredLanes Lanes = lanesWith(K, Origin.Design, M);
  LogicPath Path = logicPath(Costs, K, Origin.Design, Lanes);
  if (M) {
    const MasterPrediction Masters =
        predictMasters(Costs, K, Origin.Design, *M);
    if (Masters.Delay)
      Path.Delay = std::max(Path.Delay, *Masters.Delay);
    else
      Path.Unknowns = {"the masters"};
  }
  if (Origin.Network)
    Path.Unknowns = {"the tiles"};
  return Path;
}

/// The passes \p P of the core's streams on \p Memory, in the host's buffers.
static StreamMemory runStreams(const StreamKernel &K, const CorePasses &P,
                               StreamMemory Memory) {
  for (int64_t Pass = 0; Pass < P.Passes; ++Pass) {
    for (const auto &[S, Bits] : zip_equal(K.Scalars, Memory.Scalars))
      if (S.Name == StepsScalar)
        Bits = Pass + 1 < P.Passes ? P.Steps : P.LastSteps;
    evaluate(K, Memory);
    StreamMemory Before = Memory;
    for (const auto &[Argument, From] : P.Turns)
      Memory.find(Argument)->Elements = Before.find(From)->Elements;
  }
  return Memory;
}

Expected<PassesRun> runAllPasses(const Module &M, const CoreOrigin &Origin,
                                 const CorePasses &P, uint64_t Seed) {
  PassesRun Run{P, memoryOfPass(Origin, Seed), {}};
  Run.Passes.Passes =
      std::min(P.Passes, std::max<int64_t>(3, MaxSimulatedPasses /
                                                  Origin.K.Space.volume()));
  Expected<StreamMemory> After =
      afterSteps(M, Origin, Run.Before, Run.Passes.steps());
  if (!After)
    return After.takeError();
  Run.After = std::move(*After);
  StreamMemory Streams = runStreams(Origin.K, Run.Passes, Run.Before);
  auto IsScratch = [&](const StreamMemory::Buffer &B) {
    return P.Turns.count(B.Name) && !is_contained(P.Fields, B.Name);
  };
  StreamMemory Wanted = Run.After;
  erase_if(Wanted.Buffers, IsScratch);
  erase_if(Streams.Buffers, IsScratch);
  if (auto Difference = firstDifference(Origin.K, Wanted, Streams))
    return createStringError("the passes of kernel '" + Origin.K.Name +
                             "' are not the original: " + *Difference);
  return Run;
}

} // namespace roofline
