// Why: intervals, what became of directives, what the compiler does unasked.
#include "Reasons.h"

#include "Limits.h"
#include "Partition.h"

#include "roofline/Base/LineText.h"
#include "roofline/Vitis/VitisDesigns.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace roofline::vitis {
namespace {

using Kind = DirectiveOutcome::Kind;

std::string countText(double Count) {
  return std::to_string(uint64_t(std::llround(Count)));
}

std::string lineText(const Frame &F, const SourceLocation &Loc) {
  return "line " + lineText(Loc, F.Kernel->Loc.File);
}

std::string loopName(const Frame &F, uint32_t Loop) {
  return loopText(*F.Kernel, Loop);
}

const SourceLocation &placeOf(const Frame &F, const BodyOp &Op) {
  return F.Kernel->Operations[Op.Source].Loc;
}

std::string portsText(const Frame &F, const Body &B, const PortLimit &Limit) {
  const ArrayForm &Array = F.Arrays->Arrays[Limit.Array];
  std::string Text = "an iteration accesses '" + Array.Name + "' " +
                     countText(Limit.Accesses) + " times";
  for (const BodyOp &Op : B.Ops)
    if (!Op.IsGone && Op.Access >= 0 &&
        F.Arrays->Accesses[Op.Access].Array == Limit.Array) {
      Text += ", first at " + lineText(F, placeOf(F, Op));
      break;
    }
  return Text + ", and it has " + countText(Limit.Ports) +
         (Limit.Ports == 1 ? " port" : " ports");
}

std::string busText(const Frame &F, const PortLimit &Limit) {
  return std::string("an iteration ") + (Limit.IsWrite ? "writes" : "reads") +
         " bus " + F.OnBus.Ports[Limit.Bus].Bundle + " " +
         countText(Limit.Accesses) + " times, and it takes one element a cycle";
}

std::string dependenceText(const Frame &F, const Body &B,
                           const CarriedEdge &Edge, double Cycles) {
  const BodyOp &From = B.Ops[Edge.From], &To = B.Ops[Edge.To];
  const std::string Later =
      Edge.Distance == 1 ? "1 iteration later"
                         : std::to_string(Edge.Distance) + " iterations later";
  std::string Text = lineText(F, placeOf(F, From));
  if (Edge.IsMemory && From.Access >= 0)
    Text += " writes '" +
            F.Arrays->Arrays[F.Arrays->Accesses[From.Access].Array].Name +
            "', which " + lineText(F, placeOf(F, To)) +
            (Edge.IsAssumed ? " may read " : " reads ") + Later;
  else
    Text += " computes what " + lineText(F, placeOf(F, To)) + " needs " + Later;
  return Text + ", after " + countText(Cycles) +
         (Cycles == 1 ? " cycle" : " cycles");
}

} // namespace

std::string intervalReason(const Frame &F, const Body &B,
                           const IntervalCauses &C) {
  assert(C.Loop && "the loop that is the pipeline");
  if (C.Interval <= 1)
    return "";
  if (C.Ports.Bus != NoOp && C.Ports.Interval >= C.Interval)
    return busText(F, C.Ports);
  if (C.Ports.Array != NoOp && C.Ports.Interval >= C.Interval)
    return portsText(F, B, C.Ports);
  if (C.Exit > 1 && C.Exit >= C.Recurrence)
    return "factor " + countText(double(C.Loop->Factor)) +
           " leaves a rest of " +
           countText(std::fmod(C.Loop->Most, double(C.Loop->Factor))) + " of " +
           countText(C.Loop->Most) +
           " iterations: copies behind the exit add one after another";
  if (C.Tight != NoOp && C.Recurrence > 1)
    return dependenceText(F, B, B.Carried[C.Tight],
                          C.Recurrence * double(B.Carried[C.Tight].Distance));
  if (C.Loop->WantedInterval.value_or(0) >= C.Interval)
    return "the pragma asks for it";
  return "";
}

namespace {

struct Outcome {
  Kind K = Kind::Applied;
  std::string Reason = {};
};

/// The innermost pipelined loop around \p Loop.
std::optional<uint32_t> pipelineAround(const Frame &F, uint32_t Loop) {
  for (auto P = F.Loops->Loops[Loop].Parent; P; P = F.Loops->Loops[*P].Parent)
    if (F.Loops->Loops[*P].IsPipelined)
      return P;
  return std::nullopt;
}

Outcome unrolled(const Frame &F, const Directive &D) {
  const NestLoop &L = F.Loops->Loops[*D.Loop];
  if (optionOf(D, "off"))
    return {};
  if (optionOf(D, "factor") == "1")
    return {Kind::NoEffect, "a factor of 1 asks for nothing"};
  const bool WantsFull = !optionOf(D, "factor");
  if (WantsFull && !L.IsKnown)
    return {Kind::NoEffect, "the number of iterations is not constant"};
  if (!L.IsInFull && L.Factor == 1)
    return {Kind::NoEffect, "another directive of the loop counts"};
  if (!L.IsInFull && !L.IsPipelined && !L.Inner.empty())
    return {Kind::Applied, "the copies run one after another"};
  if (!L.IsInFull)
    return {};
  if (const auto Around = pipelineAround(F, *D.Loop))
    return {Kind::Subsumed,
            "the pipeline of " + loopName(F, *Around) + " unrolls it in full"};
  return {};
}

Outcome pipelined(const Frame &F, const VitisEstimate &E, const Directive &D) {
  const NestLoop &L = F.Loops->Loops[*D.Loop];
  if (optionOf(D, "off"))
    return {};
  if (const auto Around = pipelineAround(F, *D.Loop); Around && L.IsInFull)
    return {Kind::Subsumed,
            "the pipeline of " + loopName(F, *Around) + " unrolls the loop"};
  if (L.IsInFull)
    return {Kind::NoEffect, "the loop is gone: it is unrolled in full"};
  for (uint32_t Inner : L.Inner)
    if (F.Loops->Loops[Inner].IsHindered)
      return {Kind::NoEffect,
              loopName(F, Inner) +
                  " cannot be unrolled, as its bounds vary; without the pragma "
                  "it would be pipelined"};
  if (!L.IsPipelined)
    return {Kind::NoEffect, "the loop cannot be pipelined"};
  const VitisLoop &Result = E.Loops[*D.Loop];
  if (L.WantedInterval && Result.Interval > *L.WantedInterval)
    return {Kind::Applied,
            "with interval " + countText(Result.Interval) + " for " +
                countText(*L.WantedInterval) +
                (Result.IntervalReason.empty() ? ""
                                               : ": " + Result.IntervalReason)};
  const bool IsInnermost = std::ranges::all_of(
      L.Inner, [&](uint32_t Inner) { return F.Loops->Loops[Inner].IsInFull; });
  if (IsInnermost && !L.WantedInterval && L.Inner.empty())
    return {Kind::Subsumed, "an innermost loop is pipelined anyway"};
  return {};
}

Outcome pipelinedFunction(const Frame &F, const Directive &D) {
  const auto Kept = std::ranges::find_if(
      F.Loops->Loops, [](const NestLoop &L) { return !L.IsKnown; });
  if (optionOf(D, "off") || Kept == F.Loops->Loops.end())
    return {};
  return {Kind::NoEffect, loopName(F, uint32_t(Kept - F.Loops->Loops.begin())) +
                              " cannot be unrolled, as its bounds vary"};
}

Outcome counted(const Frame &F, const Directive &D) {
  const Loop &L = F.Kernel->Loops[*D.Loop];
  if (L.Trip.K == TripCount::Kind::Exact && L.Trip.Count.isConstant())
    return {Kind::NoEffect, "the loop always has " +
                                std::to_string(L.Trip.Count.Value) +
                                " iterations"};
  return {};
}

Outcome ofArray(const Frame &F, const Directive &D) {
  const std::string Name = optionOf(D, "variable").value_or("");
  const auto Known = std::ranges::find(F.Kernel->Memories, Name, &Memory::Name);
  if (Known == F.Kernel->Memories.end() && D.Function != F.Kernel->Name)
    return {Kind::Unmodelled,
            "which array '" + Name + "' of " + D.Function +
                " is, as the function is inlined, is not clear"};
  if (Known == F.Kernel->Memories.end())
    return {Kind::NoEffect, "no array '" + Name +
                                "' is left: its elements are registers, or "
                                "nothing has that name"};
  return {};
}

Outcome ofLoop(const Frame &F, const VitisEstimate &E, const Directive &D) {
  if (D.Name == "unroll")
    return unrolled(F, D);
  if (D.Name == "pipeline")
    return pipelined(F, E, D);
  if (D.Name == "loop_tripcount")
    return counted(F, D);
  assert(D.Name == "loop_flatten" && "a directive of loops");
  if (optionOf(D, "off") || E.Loops[*D.Loop].IsFlattened)
    return {};
  return {Kind::NoEffect, "the loop and the one inside it are no nest that can "
                          "be one pipeline"};
}

/// Accesses of the kernel to \p Array in the subtree of \p Loop; in all of it
/// without a loop.
bool accesses(const Frame &F, uint32_t Array, std::optional<uint32_t> Loop,
              MemoryAccess::Kind Kind) {
  for (uint32_t Id = 0; Id < F.Kernel->Accesses.size(); ++Id) {
    const MemoryAccess &A = F.Kernel->Accesses[Id];
    if (F.Arrays->Accesses[Id].Array != Array || A.K != Kind)
      continue;
    uint32_t Around = F.BlockLoops[A.BlockId];
    while (Around != NoOp && Around != Loop)
      Around = F.Kernel->Loops[Around].Parent.value_or(NoOp);
    if (!Loop || Around == Loop)
      return true;
  }
  return false;
}

Outcome promised(const Frame &F, const Directive &D) {
  if (isAboutWrites(D))
    return {Kind::NoEffect, "a write behind a read or a write costs nothing"};
  for (uint32_t Array = 0; Array < F.Arrays->Arrays.size(); ++Array)
    if (promisesOf(D, F, Array) &&
        accesses(F, Array, D.Loop, MemoryAccess::Kind::Read) &&
        accesses(F, Array, D.Loop, MemoryAccess::Kind::Write))
      return {Kind::Applied,
              "the report trusts it: nothing checks that the accesses of '" +
                  F.Arrays->Arrays[Array].Name + "' keep the promise"};
  return {Kind::NoEffect, "no array that it names is written and read there"};
}

Outcome limitedLatency(const VitisEstimate &E, const Directive &D) {
  const double Depth = D.Loop ? E.Loops[*D.Loop].Depth : E.Latency.Most;
  const double Least = double(wholeOption(D, "min").value_or(0)),
               Most = double(wholeOption(D, "max").value_or(INT64_MAX));
  const std::string Subject = D.Loop ? "an iteration" : "the function";
  if (Depth > Most)
    return {Kind::NoEffect, Subject + " takes " + countText(Depth) +
                                " cycles, and nothing makes it faster"};
  if (Least == 0 || Depth > Least)
    return {Kind::Subsumed,
            Subject + " takes " + countText(Depth) + " cycles anyway"};
  return {};
}

Outcome allocated(const Frame &F, const Directive &D) {
  if (optionOf(D, "function"))
    return {Kind::Unmodelled, "calls are inlined here"};
  const bool IsUsed =
      std::ranges::any_of(F.Kernel->Operations, [&](const Operation &O) {
        return unitsAllowed(F, O).has_value();
      });
  return IsUsed ? Outcome{}
                : Outcome{Kind::NoEffect,
                          "the function has no operation of that kind"};
}

Outcome merged(const Frame &F, const Directive &D) {
  const std::vector<uint32_t> &Inside =
      D.Loop ? F.Loops->Loops[*D.Loop].Inner : F.Loops->Roots;
  if (Inside.size() < 2)
    return {Kind::NoEffect, "there are no two loops side by side"};
  for (uint32_t Loop : Inside)
    if (!F.Loops->Loops[Loop].IsKnown)
      return {Kind::NoEffect, loopName(F, Loop) + " has bounds that vary"};
  return {Kind::Applied, "the longest loop counts"};
}

Outcome bound(const Frame &F, const Directive &D) {
  if (!wholeOption(D, "latency"))
    return {Kind::Unmodelled,
            "the prices of other implementations are unknown"};
  if (boundOperations(*F.Kernel, D).empty())
    return {Kind::Unmodelled,
            "operations of several lines, or none, are of that "
            "kind: which one has the variable is unknown"};
  return {};
}

Outcome balanced(const Frame &F, const Directive &D) {
  if (!optionOf(D, "off"))
    return {Kind::Subsumed, "expressions are balanced anyway"};
  if (F.Options->UnsafeMath)
    return {};
  return {Kind::NoEffect,
          "floating-point sums keep their order anyway, without "
          "unsafe_math_optimizations"};
}

Outcome inlined(const Frame &F, const Directive &D) {
  if (!optionOf(D, "off"))
    return {};
  if (D.Function == F.Kernel->Name)
    return {Kind::NoEffect, "nothing calls the top function"};
  return {Kind::Unmodelled, "the function is inlined here, and the tool builds "
                            "an instance of it"};
}

/// A target of `performance`: the tool looks for pragmas where it is missed.
Outcome targeted(const VitisEstimate &E, const Directive &D) {
  const double Target = double(wholeOption(D, "target_ti").value_or(0));
  const double Taken = D.Loop ? E.Loops[*D.Loop].Latency.Most : E.Interval;
  if (Target > 0 && Taken <= Target)
    return {Kind::Subsumed, countText(Taken) + " cycles are fewer already"};
  return {Kind::Unmodelled,
          countText(Taken) + " cycles without it; roofline explore looks for "
                             "pragmas as the tool would"};
}

/// Protocols of ports: those with a memory behind them are modelled.
Outcome ofPort(const Directive &D) {
  for (const char *Mode : {"axis", "ap_fifo"})
    if (optionOf(D, Mode) || optionOf(D, "mode") == Mode)
      return {Kind::Unmodelled, "the port is taken for a memory"};
  return {};
}

Outcome outcomeOf(const Frame &F, const VitisEstimate &E, const Directive &D) {
  const bool IsOfLoop = D.Name == "unroll" || D.Name == "pipeline" ||
                        D.Name == "loop_tripcount" || D.Name == "loop_flatten";
  if (const auto Label = optionOf(D, "label"); Label && D.IsLoopLost)
    return {Kind::NoEffect, "no loop has the label '" + *Label + "'"};
  if (D.IsLoopLost)
    return {Kind::NoEffect,
            "the loop is gone: it has one iteration, or leaves nothing behind"};
  if (IsOfLoop && D.Loop)
    return ofLoop(F, E, D);
  if (D.Name == "array_partition" || D.Name == "array_reshape" ||
      D.Name == "bind_storage" ||
      (D.Name == "resource" &&
       optionOf(D, "core").value_or("").find("RAM") != std::string::npos))
    return ofArray(F, D);
  if (D.Name == "interface")
    return ofPort(D);
  if (D.Name == "top" || D.Name == "reset")
    return {};
  if (D.Name == "inline")
    return inlined(F, D);
  if (D.Name == "dependence")
    return promised(F, D);
  if (D.Name == "latency")
    return limitedLatency(E, D);
  if (D.Name == "allocation")
    return allocated(F, D);
  if (D.Name == "loop_merge")
    return merged(F, D);
  if (D.Name == "bind_op")
    return bound(F, D);
  if (D.Name == "expression_balance")
    return balanced(F, D);
  if (D.Name == "performance")
    return targeted(E, D);
  if (D.Name == "function_instantiate")
    return {Kind::Subsumed, "each call is inlined with its own values"};
  if (D.Name == "pipeline" && D.Function == F.Kernel->Name)
    return pipelinedFunction(F, D);
  if (IsOfLoop && D.Name != "pipeline")
    return {Kind::NoEffect, "it stands in no loop"};
  return {Kind::Unmodelled, "the model does not know it"};
}

} // namespace

void explainDirectives(const Frame &F, VitisEstimate &E) {
  for (uint32_t Id = 0; Id < F.Kernel->Directives.size(); ++Id) {
    Outcome O = outcomeOf(F, E, F.Kernel->Directives[Id]);
    E.Outcomes.push_back({Id, O.K, std::move(O.Reason)});
  }
}

void addInferences(const Frame &F, const PortCounts &Ports, VitisEstimate &E) {
  for (uint32_t Loop = 0; Loop < E.Loops.size(); ++Loop) {
    const NestLoop &L = F.Loops->Loops[Loop];
    const VitisLoop &Result = E.Loops[Loop];
    if (L.IsPipelined && !L.WantsPipeline)
      E.Inferences.push_back(
          {Loop, "", "pipelined, with interval " + countText(Result.Interval)});
    if (L.IsInFull && L.IsFullByTool) {
      const auto Around = pipelineAround(F, Loop);
      E.Inferences.push_back(
          {Loop, "",
           Around
               ? "unrolled in full by the pipeline of " + loopName(F, *Around)
               : "unrolled in full: " + countText(L.Most) + " iterations"});
    }
    if (Result.IsFlattened)
      E.Inferences.push_back({Loop, "", "joined with the loop inside it"});
  }
  for (uint32_t Array = 0; Array < Ports.size(); ++Array)
    if (Ports[Array] > 2 && !F.GivenPorts[Array])
      E.Inferences.push_back(
          {std::nullopt, F.Arrays->Arrays[Array].Name,
           "split into " + countText(std::ceil(Ports[Array] / 2)) +
               " banks for " + countText(Ports[Array]) + " accesses a cycle"});
}

} // namespace roofline::vitis
