// The analysis of kernels as JSON.
#include "roofline/Report/EstimateJSON.h"

#include "FiniteNumber.h"

#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Kernel/Stride.h"
#include "roofline/Report/ClosedForm.h"
#include "roofline/Report/CountsReport.h"
#include "roofline/Report/PlaceJSON.h"
#include "roofline/Report/SummaryJSON.h"

using namespace llvm;

namespace roofline {
namespace {

json::Value sizes(const std::array<uint64_t, 3> &S) {
  return json::Array{int64_t(S[0]), int64_t(S[1]), int64_t(S[2])};
}

json::Object launch(const AnalysisResult &R) {
  json::Object O;
  O["global"] = R.L.Dimensions ? sizes(R.L.Global) : json::Value(nullptr);
  O["local"] = R.L.Local ? sizes(*R.L.Local) : json::Value(nullptr);
  json::Object Args, Trips;
  for (const auto &[Name, Value] : R.L.Args)
    Args[Name] = Value;
  for (const auto &[Name, Value] : R.L.Floats)
    Args[Name] = Value;
  for (const auto &[Place, Count] : R.L.Trips)
    Trips[toString(Place)] = Count;
  O["args"] = std::move(Args);
  O["trips"] = std::move(Trips);
  if (!R.LaunchFile.empty())
    O["file"] = R.LaunchFile;
  if (!R.L.Measured.From.empty())
    O["profile"] = json::Object{{"launch", R.L.Measured.From},
                                {"scaled", R.L.Measured.Scaled}};
  return O;
}

json::Object design(const AnalysisResult &R) {
  json::Array Unroll;
  for (uint32_t I = 0; I < R.D.Unroll.size(); ++I)
    Unroll.push_back(json::Object{{"line", R.Kernel->Loops[I].Loc.Line},
                                  {"factor", R.D.Unroll[I]}});
  json::Array Guards(R.Guards);
  for (const LoopWarning &W : R.Warnings)
    Guards.push_back(W.Text);
  return json::Object{{"compute_units", R.D.ComputeUnits},
                      {"simd", R.D.Simd},
                      {"unroll", std::move(Unroll)},
                      {"notes", std::move(Guards)}};
}

const char *tripSource(const AnalysisResult &R, const Loop &L) {
  if (R.L.givenTrip(L.Loc.Line, L.Loc.Column))
    return "given";
  if (!boundTrip(L, R.L))
    return "form";
  return R.L.Measured.Scaled ? "scaled" : "measured";
}

json::Value dependence(const KernelSummary &Kernel, const Loop &L,
                       const BoundLoop &B, uint32_t Id) {
  const CarriedDependence &D = L.Dependences[Id];
  const Meeting &M = B.Meetings[Id];
  return json::Object{
      {"kind",
       D.K == CarriedDependence::Kind::Register ? "register" : "memory"},
      {"producer", place(placeInLoop(Kernel, L, D.Producer))},
      {"consumer", place(placeInLoop(Kernel, L, D.Consumer))},
      {"distance", M.K == Meeting::Kind::After ? json::Value(M.Distance)
                                               : json::Value(nullptr)}};
}

json::Value loop(const AnalysisResult &R, uint32_t Id) {
  const Loop &L = R.Kernel->Loops[Id];
  const BoundLoop &B = R.Bound.Loops[Id];
  const char *Kinds[] = {"exact", "at-most", "unknown"};
  json::Object O{
      {"location", place(L.Loc)},
      {"trip_kind", Kinds[size_t(L.Trip.K)]},
      {"trip_form", L.Trip.K == TripCount::Kind::Unknown
                        ? json::Value(nullptr)
                        : json::Value(formText(*R.Kernel, L.Trip.Count))},
      {"trip", B.KnowsTrip ? finiteOrNull(B.Trip) : json::Value(nullptr)},
      {"trip_source", tripSource(R, L)},
      {"reason", L.Trip.Reason},
      {"initiation_interval", finiteOrNull(B.interval())}};
  if (B.Forcing)
    O["forced_by"] = dependence(*R.Kernel, L, B, *B.Forcing);
  if (const auto Of = serialDependence(R, Id))
    O["serialized_by"] = dependence(*R.Kernel, L, B, *Of);
  return O;
}

json::Value stride(const KernelSummary &Kernel, const Stride &S,
                   const Expr &Coefficient) {
  const char *Kinds[] = {"same", "consecutive", "strided", "irregular",
                         "unbound"};
  json::Object O{{"kind", Kinds[size_t(S.K)]}};
  if (S.K == Stride::Kind::Strided || S.K == Stride::Kind::Consecutive)
    O["bytes"] = S.NumBytes;
  if (S.K == Stride::Kind::Unbound)
    O["form"] = formText(Kernel, Coefficient);
  return O;
}

json::Value access(const AnalysisResult &R, uint32_t Block, uint32_t Id) {
  const BoundBlock &B = R.Bound.Blocks[Block];
  const BoundAccess &A = R.Bound.Accesses[Id];
  const MemoryAccess &Source = R.Kernel->Accesses[A.Access];
  AccessEstimate E = estimateAccess(R.Bound, B, A, R.D, R.Form);
  const char *Kinds[] = {"read", "write", "atomic"};
  json::Object O{
      {"location", place(Source.Loc)},
      {"object", Source.Base},
      {"kind", Kinds[size_t(Source.K)]},
      {"bytes", Source.NumBytes},
      {"bytes_at_most", Source.NumBytesAtMost},
      {"predicated", Source.Predicated},
      {"ls_num", finiteOrNull(E.Insts)},
      {"burst", finiteOrNull(E.Burst)},
      {"lanes_coalesce", E.LanesCoalesce},
      {"order_coalesces", E.OrderCoalesces},
      {"transactions", finiteOrNull(accessTransactions(R, Block, Id))},
      {"transactions_per_iteration", finiteOrNull(E.Transactions)},
      {"share", accessShare(R, Block, Id)},
      {"pattern", patternText(R, Block, Id)}};
  if (!isAffine(Source))
    O["irregular"] = Source.Reason;
  if (!Source.Index)
    return O;
  O["assumes_no_wrap"] = Source.Index->AssumesNoWrap;
  O["clamped"] = Source.Index->Clamped;
  json::Array Dims, Loops;
  for (unsigned D = 0; D < 3; ++D)
    Dims.push_back(stride(*R.Kernel, A.AlongWorkItems[D],
                          workItemCoefficient(*Source.Index, D)));
  uint32_t Level = 0;
  for (auto L = B.Loop; L; L = R.Kernel->Loops[*L].Parent) {
    json::Value S =
        stride(*R.Kernel, R.Bound.LoopStrides[A.FirstLoopStride + Level++],
               loopCoefficient(*Source.Index, *L));
    (*S.getAsObject())["line"] = R.Kernel->Loops[*L].Loc.Line;
    Loops.push_back(std::move(S));
  }
  O["along_work_items"] = std::move(Dims);
  O["along_loops"] = std::move(Loops);
  return O;
}

json::Object closedFormOf(const AnalysisResult &R, uint32_t Block) {
  ClosedForm Form = closedForm(R, Block);
  return json::Object{
      {"comp_min", Form.CompMin},
      {"mem_trans", Form.MemTrans.empty() ? "0" : Form.MemTrans},
      {"at_most", Form.AtMost}};
}

json::Value block(const AnalysisResult &R, uint32_t Id) {
  const BlockEstimate &E = R.Priced.Blocks[Id];
  json::Array Accesses;
  const BoundBlock &B = R.Bound.Blocks[Id];
  for (uint32_t A = B.FirstAccess; A < B.FirstAccess + B.NumAccesses; ++A)
    Accesses.push_back(access(R, Id, A));
  json::Object O{{"depth", finiteOrNull(E.Depth)},
                 {"mem_insts", finiteOrNull(E.MemInsts)},
                 {"mem_bytes", finiteOrNull(E.MemBytes)},
                 {"mem_burst", finiteOrNull(E.MemBurst)},
                 {"active_work_items", finiteOrNull(E.ActiveWorkItems)},
                 {"comp_min", finiteOrNull(E.CompMin)},
                 {"comp", finiteOrNull(E.Comp)},
                 {"mem_trans", finiteOrNull(E.MemTrans)},
                 {"mem_min", finiteOrNull(E.MemMin)},
                 {"mem", finiteOrNull(E.Mem)},
                 {"cycles", finiteOrNull(E.Total)},
                 {"repeat", finiteOrNull(E.Repeat)},
                 {"closed_form", closedFormOf(R, Id)},
                 {"limited_by", limitOf(R, Id)},
                 {"limiting", Id == R.Priced.LimitingBlock},
                 {"accesses", std::move(Accesses)}};
  if (R.Form == ModelForm::Hpca16Repaired && B.Share < 1)
    O["run_share"] = B.Share;
  return O;
}

json::Value node(const AnalysisResult &R, uint32_t Id) {
  const Node &N = R.Kernel->Nodes[Id];
  const char *Kinds[] = {"sequence", "branch", "loop", "block"};
  json::Object O{{"kind", Kinds[size_t(N.K)]},
                 {"begin", place(N.Range.Begin)},
                 {"end", place(N.Range.End)},
                 {"cycles", finiteOrNull(R.Priced.NodeCycles[Id])},
                 {"share", nodeShare(R, Id)}};
  if (N.K == Node::Kind::Loop)
    O["loop"] = loop(R, N.Index);
  if (N.K == Node::Kind::Block)
    for (uint32_t B = 0; B < R.Bound.Blocks.size(); ++B)
      if (R.Bound.Blocks[B].Node == Id)
        O["block"] = block(R, B);
  json::Array Children;
  for (uint32_t Child : N.Children)
    Children.push_back(node(R, Child));
  O["children"] = std::move(Children);
  return O;
}

json::Value pricedChange(const PricedChange &C) {
  json::Value Used = nullptr;
  if (C.Used)
    Used = json::Object{{"logic", C.Used->Logic},
                        {"memory", C.Used->Memory},
                        {"dsp", C.Used->Dsp}};
  return json::Object{{"now_s", finiteOrNull(C.Now.value())},
                      {"then_s", finiteOrNull(C.Then.value())},
                      {"clock_now_hz", finiteOrNull(C.ClockNow.value())},
                      {"clock_then_hz", finiteOrNull(C.ClockThen.value())},
                      {"limit", C.Limit},
                      {"used", std::move(Used)},
                      {"what_if", C.WhatIf}};
}

json::Value advice(const Advice &A) {
  json::Value Potential = nullptr, Value = nullptr, Board = nullptr;
  if (A.Potential) {
    Potential = std::string(potentialName(*A.Potential));
    Value = A.PotentialValue;
  }
  if (A.OnBoard)
    Board = pricedChange(*A.OnBoard);
  return json::Object{
      {"potential", std::move(Potential)}, {"value", std::move(Value)},
      {"board", std::move(Board)},         {"optimisation", A.Optimisation},
      {"location", place(A.Loc)},          {"text", A.Text},
      {"gain", finiteOrNull(A.Gain)},      {"notes", json::Array(A.Guards)}};
}

json::Value amounts(const FitAmounts &A) {
  return json::Object{{"logic_alm", finiteOrNull(A.Logic)},
                      {"memory_blocks", finiteOrNull(A.Memory)},
                      {"dsp_blocks", finiteOrNull(A.Dsp)}};
}

json::Value fit(const AnalysisResult &R) {
  if (!R.Fit)
    return nullptr;
  const FitEstimate &F = *R.Fit;
  const Utilization Used = F.used();
  const StructureCounts &C = F.Counts;
  json::Object Counts{{"global_unit", finiteOrNull(C.GlobalUnits)},
                      {"store_unit", finiteOrNull(C.StoreUnits)},
                      {"local_write_byte", finiteOrNull(C.LocalWriteBytes)},
                      {"barrier", finiteOrNull(C.Barriers)},
                      {"integer_bit", finiteOrNull(C.IntegerBits)},
                      {"loop_bit", finiteOrNull(C.LoopBits)},
                      {"array_bit", finiteOrNull(C.ArrayBits)},
                      {"array_blocks", finiteOrNull(C.ArrayBlocks)},
                      {"multiplier_blocks", finiteOrNull(C.Dsp)}};
  for (const auto &[Class, Number] : C.Operators)
    Counts[Class] = finiteOrNull(Number);
  return json::Object{{"structures", std::move(Counts)},
                      {"kernel", amounts(F.Kernel)},
                      {"shell", amounts(F.Shell)},
                      {"error", amounts(F.Error)},
                      {"used", amounts({Used.Logic, Used.Memory, Used.Dsp})},
                      {"clock_hz", finiteOrNull(F.Clock.value())},
                      {"clock_error", finiteOrNull(F.ClockError)},
                      {"exceeded", F.exceeded()},
                      {"missing", json::Array(F.Missing)}};
}

json::Value board(const AnalysisResult &R) {
  if (!R.OnBoard)
    return nullptr;
  const BoardEstimate &E = *R.OnBoard;
  json::Array Pipelines, Units, Unroll;
  for (const Pipeline &P : E.Pipelines)
    Pipelines.push_back(
        json::Object{{"loop", P.Loop ? place(R.Kernel->Loops[*P.Loop].Loc)
                                     : json::Value(nullptr)},
                     {"passes", finiteOrNull(P.Passes)},
                     {"interval", finiteOrNull(P.Interval)},
                     {"depth", finiteOrNull(P.Depth)},
                     {"words", finiteOrNull(P.Words)},
                     {"cycles", finiteOrNull(P.Cycles)},
                     {"holds_group", P.HoldsGroup}});
  for (const ReplayedUnit &U : E.Of.Units)
    Units.push_back(
        json::Object{{"location", place(R.Kernel->Accesses[U.Access].Loc)},
                     {"object", R.Kernel->Accesses[U.Access].Base},
                     {"bytes", U.NumBytes},
                     {"requests", finiteOrNull(U.Requests)},
                     {"words", finiteOrNull(U.Words)},
                     {"jumps", finiteOrNull(U.Jumps)},
                     {"repeats", finiteOrNull(U.Repeats)},
                     {"cached", U.IsCached}});
  for (uint32_t I = 0; I < E.D.Unroll.size(); ++I)
    Unroll.push_back(json::Object{{"line", R.Kernel->Loops[I].Loc.Line},
                                  {"factor", E.D.Unroll[I]}});
  const bool HasBar = E.doubt() == Doubt::None;
  return json::Object{{"fastest_s", HasBar ? finiteOrNull(E.Fastest.value())
                                           : json::Value(nullptr)},
                      {"slowest_s", HasBar ? finiteOrNull(E.Slowest.value())
                                           : json::Value(nullptr)},
                      {"doubt", HasBar ? json::Value(nullptr)
                                       : json::Value(doubtText(E.doubt()))},
                      {"memory_cycles", finiteOrNull(E.MemoryCycles)},
                      {"latency_cycles", finiteOrNull(E.LatencyCycles)},
                      {"sampled", E.Of.IsSampled},
                      {"at_most", E.Of.IsAtMost},
                      {"unroll", std::move(Unroll)},
                      {"limiting", E.Limiting},
                      {"pipelines", std::move(Pipelines)},
                      {"units", std::move(Units)}};
}

json::Array channels(const KernelSummary &Kernel) {
  json::Array All;
  for (const Channel &C : Kernel.Channels) {
    json::Object O{
        {"kind", C.K == Channel::Kind::Pipe ? "pipe" : "channel"},
        {"name", C.Name},
        {"location", place(C.Loc)},
        {"bytes", C.NumBytes ? json::Value(C.NumBytes) : json::Value(nullptr)},
        {"number", C.Number},
        {"depth", C.Depth ? json::Value(*C.Depth) : json::Value(nullptr)},
        {"read", C.Read},
        {"written", C.Written}};
    All.push_back(std::move(O));
  }
  return All;
}

json::Value result(const AnalysisResult &R) {
  json::Array Missing, Advices;
  for (const MissingInput &M : R.Bound.Missing)
    Missing.push_back(json::Object{
        {"what", M.What}, {"location", place(M.Loc)}, {"hint", M.Hint}});
  for (const Advice &A : R.Advices)
    Advices.push_back(advice(A));
  json::Object Result{
      {"kernel", R.Kernel->Name},   {"location", place(R.Kernel->Loc)},
      {"launch", launch(R)},        {"complete", R.complete()},
      {"tells_time", tellsTime(R)}, {"counts", countsJSON(R)},
      {"roofs", roofsJSON(R)},      {"channels", channels(*R.Kernel)}};
  if (!R.IsPriced)
    return Result;
  const Potentials &P = R.Priced.Potential;
  json::Object Entries;
  for (const auto &[Key, Value] : R.DeviceEntries)
    Entries[Key] = finiteOrNull(Value);
  const char *Bounds[] = {"exact", "lower", "upper", "none", "estimate"};
  json::Object Priced{
      {"device", R.Board},
      {"device_entries", std::move(Entries)},
      {"model", modelName(R)},
      {"clock_hz", R.Bound.Clock},
      {"design", design(R)},
      {"time_bound", Bounds[size_t(timeBound(R))]},
      {"missing", std::move(Missing)},
      {"time_s", finiteOrNull(R.time().value())},
      {"cycles", finiteOrNull(R.cycles())},
      {"hpca16",
       json::Object{{"model", modelName(R.Form)},
                    {"time_s", finiteOrNull(R.Priced.Time.value())},
                    {"cycles", finiteOrNull(R.Priced.Total.value())}}},
      {"transactions", finiteOrNull(R.Priced.MemTransTotal)},
      {"active_memory_work_items",
       finiteOrNull(R.Priced.ActiveMemoryWorkItems)},
      {"potentials", json::Object{{"comp", orNull(P.Comp)},
                                  {"mem", P.Mem},
                                  {"balance", orNull(P.Balance)},
                                  {"itpp", orNull(P.Itpp)},
                                  {"itpp_repaired", orNull(P.ItppRepaired)}}},
      {"board", board(R)},
      {"fit", fit(R)},
      {"hierarchy", node(R, R.Kernel->Root)},
      {"advice", std::move(Advices)}};
  for (auto &[Key, Value] : Priced)
    Result[Key] = std::move(Value);
  return Result;
}

} // namespace

json::Value toJSON(const std::vector<AnalysisResult> &Results) {
  json::Array Kernels;
  for (const AnalysisResult &R : Results)
    Kernels.push_back(result(R));
  return json::Object{{"format", "roofline-report"},
                      {"version", 3},
                      {"kernels", std::move(Kernels)}};
}

} // namespace roofline
