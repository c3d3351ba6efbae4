// The analysis of kernels as JSON.
#include "roofline/Report/EstimateJSON.h"

#include "ReportFile.h"
#include "roofline/Report/FiniteNumber.h"

#include "roofline/Base/Fresh.h"
#include "roofline/Json/JsonFields.h"
#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Report/ApplicationReport.h"
#include "roofline/Report/ClosedForm.h"
#include "roofline/Report/CountsReport.h"

using namespace llvm;

namespace roofline {
namespace {

const char *boundName(TimeBound Bound) { return TimeBoundNames[size_t(Bound)]; }

ReportFile::Launch launch(const AnalysisResult &R) {
  ReportFile::Launch To;
  if (R.L.Dimensions)
    To.Global = R.L.Global;
  To.Local = R.L.Local;
  for (const auto &[Name, Value] : R.L.Args)
    To.Args[Name] = {Value};
  for (const auto &[Name, Value] : R.L.Floats)
    To.Args[Name] = {Value};
  for (const auto &[Place, Count] : R.L.Trips)
    To.Trips[toString(Place)] = Count;
  if (!R.LaunchFile.empty())
    To.File = R.LaunchFile;
  To.ProfiledLaunch = R.L.Measured.LaunchText;
  To.IsScaled = R.L.Measured.Scaled;
  return To;
}

std::vector<ReportFile::Unrolled> unrolled(const AnalysisResult &R,
                                           const Design &D) {
  std::vector<ReportFile::Unrolled> To;
  for (uint32_t I = 0; I < D.Unroll.size(); ++I)
    To.push_back({R.Kernel->Loops[I].Loc.Line, D.Unroll[I]});
  return To;
}

ReportFile::Design design(const AnalysisResult &R) {
  ReportFile::Design To{R.D.ComputeUnits, R.D.Simd, unrolled(R, R.D), R.Guards};
  for (const LoopWarning &W : R.Warnings)
    To.Notes.push_back(W.Text);
  return To;
}

const char *tripSource(const AnalysisResult &R, const Loop &L) {
  if (R.L.givenTrip(L.Loc.Line, L.Loc.Column))
    return "given";
  if (!boundTrip(L, R.L))
    return "form";
  return R.L.Measured.Scaled ? "scaled" : "measured";
}

ReportFile::Dependence dependence(const KernelSummary &Kernel, const Loop &L,
                                  const BoundLoop &B, uint32_t Id) {
  const CarriedDependence &D = L.Dependences[Id];
  const Meeting &M = B.Meetings[Id];
  return {D.K, placeInLoop(Kernel, L, D.Producer),
          placeInLoop(Kernel, L, D.Consumer),
          M.K == Meeting::Kind::After ? std::optional(M.Distance)
                                      : std::nullopt};
}

ReportFile::Loop loop(const AnalysisResult &R, uint32_t Id) {
  const Loop &L = R.Kernel->Loops[Id];
  const BoundLoop &B = R.Bound.Loops[Id];
  ReportFile::Loop To;
  To.Loc = L.Loc;
  To.TripKind = L.Trip.K;
  if (L.Trip.K != TripCount::Kind::Unknown)
    To.TripForm = formText(*R.Kernel, L.Trip.Count);
  if (B.KnowsTrip)
    To.Trip = finite(B.Trip);
  To.TripSource = tripSource(R, L);
  To.Reason = L.Trip.Reason;
  const auto Forced = forcedInterval(R, Id);
  To.Interval = finite(std::max(B.interval(), Forced ? Forced->Cycles : 1));
  if (const auto Dep = Forced ? std::optional(Forced->Dependence) : B.Forcing)
    To.ForcedBy = dependence(*R.Kernel, L, B, *Dep);
  if (const auto Of = serialDependence(R, Id))
    To.SerializedBy = dependence(*R.Kernel, L, B, *Of);
  return To;
}

ReportFile::Direction direction(const KernelSummary &Kernel, const Stride &S,
                                const Expr &Form) {
  ReportFile::Direction To;
  To.K = S.K;
  if (S.K == Stride::Kind::Strided || S.K == Stride::Kind::Consecutive)
    To.NumBytes = S.NumBytes;
  if (S.Inside != Stride::Kind::Irregular) {
    To.NumBytes = S.NumBytes;
    To.Inside = S.Inside;
  }
  if (S.K == Stride::Kind::Blocks)
    To.Length = S.Length;
  if (S.K == Stride::Kind::Unbound)
    To.Form = formText(Kernel, Form);
  return To;
}

void addDirections(const AnalysisResult &R, const BoundBlock &B,
                   const BoundAccess &A, const AffineIndex &Index,
                   ReportFile::Access &To) {
  To.AssumesNoWrap = Index.AssumesNoWrap;
  To.Clamped = Index.Clamped;
  auto &Dimensions = fresh(To.AlongWorkItems);
  for (unsigned D = 0; D < 3; ++D)
    Dimensions[D] =
        direction(*R.Kernel, A.AlongWorkItems[D], workItemForm(Index, D));
  auto &Loops = fresh(To.AlongLoops);
  uint32_t Level = 0;
  for (auto L = B.Loop; L; L = R.Kernel->Loops[*L].Parent) {
    Loops.push_back(direction(*R.Kernel,
                              R.Bound.LoopStrides[A.FirstLoopStride + Level++],
                              loopForm(Index, *L)));
    Loops.back().Line = R.Kernel->Loops[*L].Loc.Line;
  }
}

ReportFile::Access access(const AnalysisResult &R, uint32_t Block, uint32_t Id,
                          const AccessPart &Part) {
  const BoundBlock &B = R.Bound.Blocks[Block];
  const BoundAccess &A = R.Bound.Accesses[Id];
  const MemoryAccess &Source = R.Kernel->Accesses[A.Access];
  const AccessEstimate E = estimateAccess(R.Bound, B, A, R.D, R.Form);
  ReportFile::Access To;
  To.Loc = Source.Loc;
  To.Object = Source.Base;
  To.Pattern = patternText(R, Block, Id);
  To.K = Source.K;
  To.NumBytes = Source.NumBytes;
  To.NumBytesAtMost = Source.NumBytesAtMost;
  To.Predicated = Source.Predicated;
  To.Insts = finite(E.Insts);
  To.Burst = finite(E.Burst);
  To.Transactions = finite(Part.Transactions);
  To.PerIteration = finite(E.Transactions);
  To.LanesCoalesce = E.LanesCoalesce;
  To.OrderCoalesces = E.OrderCoalesces;
  To.Share = Part.Share;
  if (!isAffine(Source) && !isInBlocks(Source))
    To.Irregular = Source.Reason;
  if (Source.Index)
    addDirections(R, B, A, *Source.Index, To);
  return To;
}

ReportFile::Block block(const AnalysisResult &R, uint32_t Id) {
  const BlockEstimate &E = R.Priced.Blocks[Id];
  const BoundBlock &B = R.Bound.Blocks[Id];
  ReportFile::Block To;
  if (R.Form == ModelForm::Hpca16Repaired && B.Share < 1)
    To.RunShare = B.Share;
  To.Depth = finite(E.Depth);
  To.MemInsts = finite(E.MemInsts);
  To.MemBytes = finite(E.MemBytes);
  To.MemBurst = finite(E.MemBurst);
  To.ActiveWorkItems = finite(E.ActiveWorkItems);
  To.CompMin = finite(E.CompMin);
  To.Comp = finite(E.Comp);
  To.MemTrans = finite(E.MemTrans);
  To.MemMin = finite(E.MemMin);
  To.Mem = finite(E.Mem);
  To.Cycles = finite(E.Total);
  To.Repeat = finite(E.Repeat);
  const ClosedForm Form = closedForm(R, Id);
  To.CompMinForm = Form.CompMin;
  To.MemTransForm = Form.MemTrans.empty() ? "0" : Form.MemTrans;
  To.FormsAtMost = Form.AtMost;
  To.LimitedBy = limitOf(R, Id);
  To.IsLimiting = Id == R.Priced.LimitingBlock;
  const std::vector<AccessPart> Parts = accessParts(R, Id);
  for (uint32_t I = 0; I < B.NumAccesses; ++I)
    To.Accesses.push_back(access(R, Id, B.FirstAccess + I, Parts[I]));
  return To;
}

ReportFile::Node node(const AnalysisResult &R, uint32_t Id,
                      const std::vector<double> &Shares) {
  const Node &N = R.Kernel->Nodes[Id];
  ReportFile::Node To;
  To.K = N.K;
  To.Range = N.Range;
  To.Cycles = finite(R.Priced.NodeCycles[Id]);
  To.Share = Shares[Id];
  if (N.K == Node::Kind::Loop)
    To.OfLoop = loop(R, N.Index);
  if (N.K == Node::Kind::Block)
    if (const auto B = blockOfNode(R, Id))
      To.OfBlock = block(R, *B);
  for (uint32_t Child : N.Children)
    To.Children.push_back(node(R, Child, Shares));
  return To;
}

ReportFile::Advice advice(const Advice &A) {
  ReportFile::Advice To;
  To.Potential = A.Potential;
  if (A.Potential)
    To.Value = A.PotentialValue;
  To.Gain = finite(A.Gain);
  To.Optimisation = A.Optimisation;
  To.Text = A.Text;
  To.Loc = A.Loc;
  To.Notes = A.Guards;
  if (const auto &C = A.OnBoard)
    To.OnBoard = {finite(C->Current.value()),
                  finite(C->Changed.value()),
                  finite(C->CurrentClock.value()),
                  finite(C->ChangedClock.value()),
                  C->Limit,
                  C->WhatIf,
                  C->Used};
  return To;
}

ReportFile::Amounts amounts(const FitAmounts &A) {
  return {finite(A.Logic), finite(A.Memory), finite(A.Dsp)};
}

ReportFile::Fit fit(const FitEstimate &F) {
  const Utilization Used = F.used();
  const StructureCounts &C = F.Counts;
  ReportFile::Fit To;
  To.Structures = C.Operators;
  To.Structures.insert({{"global_unit", C.GlobalUnits},
                        {"store_unit", C.StoreUnits},
                        {"local_write_byte", C.LocalWriteBytes},
                        {"barrier", C.Barriers},
                        {"integer_bit", C.IntegerBits},
                        {"loop_bit", C.LoopBits},
                        {"array_bit", C.ArrayBits},
                        {"array_blocks", C.ArrayBlocks},
                        {"multiplier_blocks", C.Dsp}});
  To.Kernel = amounts(F.Kernel);
  To.Shell = amounts(F.Shell);
  To.Error = amounts(F.Error);
  To.Used = amounts({Used.Logic, Used.Memory, Used.Dsp});
  To.Clock = finite(F.Clock.value());
  To.ClockError = finite(F.ClockError);
  To.Exceeded = F.exceeded();
  To.Missing = F.Missing;
  return To;
}

ReportFile::Board board(const AnalysisResult &R, const BoardEstimate &E) {
  ReportFile::Board To;
  if (E.doubt() != Doubt::None) {
    To.Doubt = doubtText(E.doubt());
  } else {
    To.Fastest = finite(E.Fastest->value());
    To.Slowest = finite(E.Slowest->value());
  }
  To.MemoryCycles = finite(E.MemoryCycles);
  To.LatencyCycles = finite(E.LatencyCycles);
  To.IsSampled = E.LaunchReplay.IsSampled;
  To.IsAtMost = E.LaunchReplay.IsAtMost;
  To.Limiting = E.Limiting;
  To.Unroll = unrolled(R, E.D);
  for (const Pipeline &P : E.Pipelines) {
    ReportFile::Pipeline &Out = To.Pipelines.emplace_back();
    if (P.Loop)
      Out.Loop = R.Kernel->Loops[*P.Loop].Loc;
    Out.Passes = finite(P.Passes);
    Out.Interval = finite(P.Interval);
    Out.Depth = finite(P.Depth);
    Out.Words = finite(P.Words);
    if (P.Slots > P.Passes)
      Out.Slots = P.Slots;
    Out.Cycles = finite(P.Cycles);
    Out.HoldsGroup = P.HoldsGroup;
    if (P.Interval > 1)
      Out.Reason = intervalText(R, P);
    if (P.Chain)
      Out.ForcedBy = dependence(*R.Kernel, R.Kernel->Loops[*P.Loop],
                                R.Bound.Loops[*P.Loop], *P.Chain->Dependence);
  }
  for (const ReplayedUnit &U : E.LaunchReplay.Units) {
    const MemoryAccess &A = R.Kernel->Accesses[U.Access];
    To.Units.push_back({A.Loc, A.Base, U.NumBytes, finite(U.Requests),
                        finite(U.Words), finite(U.Jumps), finite(U.Repeats),
                        U.IsCached});
  }
  return To;
}

ReportFile::Counts counts(const KernelCounts &K) {
  ReportFile::Counts To;
  for (const OperationTotal &T : K.Operations)
    To.Operations.push_back(
        {T.Name, operandTypeText(T.Type), T.Number, T.Counted});
  To.Work = K.work();
  To.Requested = K.requested();
  To.Compulsory = K.Compulsory;
  To.WorkType = K.isFloat() ? "float" : "int";
  To.BySpace = K.Requested;
  for (const MissingInput &M : K.Missing)
    To.Missing.push_back(M.What);
  for (const MissingInput &M : K.Undecided)
    To.Bounds.push_back({M});
  const IntensityWalls I = intensityWalls(K);
  To.IntensityRequested = I.Requested;
  To.IntensityCompulsory = I.Compulsory;
  return To;
}

ReportFile::Placement placement(const Placement &P) {
  ReportFile::Placement To{std::nullopt, P.Missing};
  if (P.hasBound())
    To.Value = {finite(P.Intensity),
                finite(P.RidgeDistance),
                P.Attainable.value(),
                P.Time.value(),
                P.Bound.Roof.value(),
                P.Bound.Slope.value(),
                P.Limit,
                P.ByMemory};
  return To;
}

ReportFile::Price priced(const AnalysisResult &R) {
  ReportFile::Price To;
  To.Device = R.Board;
  To.Model = modelName(R);
  To.HpcaModel = modelName(R.Form);
  To.TimeBound = boundName(timeBound(R));
  To.DeviceEntries = R.DeviceEntries;
  To.Clock = R.Bound.Clock;
  To.ClockFrom = ClockSourceNames[size_t(R.ClockFrom)];
  To.D = design(R);
  for (const MissingInput &M : R.Bound.Missing)
    To.Inputs.push_back({M});
  To.Time = finite(R.time().value());
  To.Cycles = finite(R.cycles());
  To.HpcaTime = finite(R.Priced.Time.value());
  To.HpcaCycles = finite(R.Priced.Total.value());
  To.Transactions = finite(R.Priced.MemTransTotal);
  To.ActiveWorkItems = finite(R.Priced.ActiveMemoryWorkItems);
  To.Potential = R.Priced.Potential;
  if (R.OnBoard)
    To.OnBoard = board(R, *R.OnBoard);
  if (R.Fit)
    To.Fitted = fit(*R.Fit);
  To.Root = node(R, R.Kernel->Root, nodeShares(R));
  for (const Advice &A : R.Advices)
    To.Advices.push_back(advice(A));
  if (R.Together)
    To.Together = advice(*R.Together);
  return To;
}

ReportFile::Kernel kernel(const AnalysisResult &R) {
  ReportFile::Kernel To;
  To.Name = R.Kernel->Name;
  To.Loc = R.Kernel->Loc;
  To.L = launch(R);
  To.IsComplete = R.complete();
  To.TellsTime = tellsTime(R);
  To.Counted = counts(R.Counts);
  for (const RoofPlacement &P : R.Roofs)
    To.Roofs.push_back({P.Device, P.PeakKind, placement(P.Requested),
                        placement(P.Compulsory), P.Predicted, P.IsBound});
  for (const Channel &C : R.Kernel->Channels)
    To.Channels.push_back(
        {C.K, C.Name, C.Loc,
         C.NumBytes ? std::optional(C.NumBytes) : std::nullopt, C.Depth,
         C.Number, C.Read, C.Written});
  if (R.IsPriced)
    To.Priced = priced(R);
  return To;
}

ReportFile::Group group(const LaunchGroup &G) {
  const LaunchNetwork &Launches = G.Run.Launches;
  const DataflowNetwork &N = Launches.Network;
  ReportFile::Group To;
  To.Launched = G.Number;
  To.Clock = G.Clock.value();
  To.Cycles = G.Run.Cycles;
  To.Time = finite(G.time());
  To.IsOfMemory = G.Run.IsOfMemory;
  if (G.Run.Run.isDeadlock())
    To.Deadlock = stuckText(N, G.Run.Run);
  if (G.Run.Hop)
    To.Hop = G.Run.Hop->Text;
  for (const Unknown &U : Launches.Missing)
    To.Missing.push_back(U.Reason);
  for (uint32_t P = 0; P < Launches.NumLaunches; ++P) {
    auto &Process = To.Processes.emplace_back();
    Process.Kernel = N.Processes[P].Name;
    Process.Row = G.Rows[P];
    Process.Cycles = N.Processes[P].Cycles;
    if (P >= G.Run.Run.Processes.size())
      continue;
    for (const DataflowWait &W : G.Run.Run.Processes[P].Waits)
      if (W.Index < Launches.NumChannels)
        Process.Waits.push_back(
            {W.K == DataflowWait::Kind::Data ? "data" : "space",
             N.Fifos[W.Index].Name, W.Cycles});
      else
        Process.Waits.push_back({"memory", "", W.Cycles});
  }
  for (uint32_t F = 0; F < Launches.NumChannels; ++F) {
    To.Channels.push_back(
        {N.Fifos[F].Name, N.Fifos[F].Depth, std::nullopt, N.Fifos[F].Lanes});
    if (G.Run.Least)
      To.Channels.back().Least = G.Run.Least->Depths[F];
  }
  return To;
}

} // namespace

json::Value toJSON(const std::vector<AnalysisResult> &Results) {
  ReportFile File;
  for (const AnalysisResult &R : Results)
    File.Kernels.push_back(kernel(R));
  return writeReport(File);
}

json::Value toJSON(const ApplicationResult &R) {
  ReportFile File;
  auto &Whole = fresh(File.Whole);
  if (!R.Rows[R.Limiting].Slowest.Awaited)
    Whole.Time = finite(R.Total);
  Whole.TimeBound = boundName(R.Bound);
  Whole.IsComplete = R.complete();
  Whole.Limiting = R.Limiting;
  for (const ApplicationRow &Row : R.Rows) {
    File.Kernels.push_back(kernel(Row.Slowest));
    auto Known = [&](double Seconds) {
      return Row.Slowest.Awaited ? ReportFile::Number() : finite(Seconds);
    };
    Whole.Launches.push_back({Row.Slowest.Kernel->Name, boundName(Row.Bound),
                              Row.Launches, Known(Row.Total), Known(Row.Least),
                              Known(Row.Most), Row.IsTogether});
  }
  for (const LaunchGroup &G : R.Groups)
    (Whole.Groups ? *Whole.Groups : fresh(Whole.Groups)).push_back(group(G));
  return writeReport(File);
}

} // namespace roofline
