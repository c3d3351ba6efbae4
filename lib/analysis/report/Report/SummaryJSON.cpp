// Kernel summaries as JSON, both ways without loss.
//
// One list of fields per struct serves both directions: see list().
#include "roofline/Report/SummaryJSON.h"

#include "ReportNames.h"
#include "roofline/Report/KernelFile.h"

using namespace llvm;

namespace roofline {

ROOFLINE_NAMES(Unknown::Kind, "trip-count", "control-flow", "operation",
               "access", "refused");
ROOFLINE_NAMES(KernelArg::Kind, "scalar", "buffer", "image", "sampler", "pipe",
               "aggregate");

template <typename V> void list(V &Visit, Unknown &S) {
  Visit("kind", S.K);
  Visit("reason", S.Reason);
  Visit("location", S.Loc);
}
template <typename V> void list(V &Visit, KernelArg &S) {
  Visit("name", S.Name);
  Visit("type", S.Type);
  Visit("kind", S.K);
  Visit("element", S.Element);
  Visit("space", S.Space);
  Visit("read", S.Read);
  Visit("written", S.Written);
  Visit("fields", S.Fields,
        {.Says = "Integers of a structure that is passed by value, or that a "
                 "buffer has as elements, as in the source: shape.width."});
}
template <typename V> void list(V &Visit, Operation &S) {
  Visit("name", S.Name);
  Visit("type", S.Type);
  Visit("location", S.Loc);
  Visit("operands", S.Operands);
  Visit("access", S.Access);
  Visit("constant", S.Constant,
        {.Says = "of an integer operator: its operand that is a constant"});
  Visit("argument", S.Argument,
        {.Says = "of an integer operator: its operand that is a scalar "
                 "argument, an index into arguments"});
  Visit("channel", S.Channel,
        {.Says = "index into channels of the channel or stream that it reads "
                 "or writes"});
  Visit("element", S.Element,
        {.Says = "of an array of channels: the one that it is on"});
}
template <typename V> void list(V &Visit, CallSite &S) {
  Visit("function", S.Function);
  Visit("location", S.Loc);
}
template <typename V> void list(V &Visit, Guard &S) {
  Visit.says("When something runs where the body of the loop around it does.");
  Visit("form", S.Form, {.Says = "1 where it may run, 0 where it does not."});
  Visit("is_of_data", S.IsOfData, {.Says = "Data decide, too."});
  Visit("data_location", S.DataLoc);
}
template <typename V> void list(V &Visit, Block &S) {
  Visit("first_operation", S.FirstOperation);
  Visit("num_operations", S.NumOperations);
  Visit("when", S.When);
}
template <typename V> void list(V &Visit, IndexTerm &S) {
  Visit("variable", S.Variable);
  Visit("coefficient", S.Coefficient);
}
template <typename V> void list(V &Visit, AffineIndex &S) {
  Visit("offset", S.Offset);
  Visit("terms", S.Terms);
  Visit("irregular", S.Irregular,
        {.Says =
             "What is not linear [byte]; value:<n> is a value that the kernel "
             "computes, the same one in every index that mentions it."});
  Visit("irregular_along", S.IrregularAlong,
        {.Says = "The variables that `irregular` moves with; along all others "
                 "the terms hold."});
  Visit.unless("blockwise", S.Blockwise, false,
               {.Says = "`irregular` consists of quotients and remainders of "
                        "ids and counters by what stands still: the index is "
                        "affine but where another block begins."});
  Visit("assumes_no_wrap", S.AssumesNoWrap);
  Visit("clamped", S.Clamped);
}
template <typename V> void list(V &Visit, MemoryAccess &S) {
  Visit("space", S.Space);
  Visit("kind", S.K);
  Visit("base", S.Base);
  Visit("type", S.Type);
  Visit("bytes", S.NumBytes);
  Visit(
      "bytes_at_most", S.NumBytesAtMost,
      {.Says = "A pixel of an image: the host may have chosen a smaller one."});
  Visit("index", S.Index,
        {.Says = "Absent: the access is irregular, see reason."});
  Visit("reason", S.Reason);
  Visit("predicated", S.Predicated);
  Visit("block", S.BlockId);
  Visit("location", S.Loc);
}
template <typename V> void list(V &Visit, TripCount &S) {
  Visit("kind", S.K);
  Visit("count", S.Count);
  Visit("reason", S.Reason);
  Visit("reason_location", S.ReasonLoc);
}
template <typename V> void list(V &Visit, CarriedDependence &S) {
  Visit("kind", S.K);
  Visit("producer", S.Producer);
  Visit("consumer", S.Consumer);
  Visit("distance", S.Distance, {.Least = 1});
}
template <typename V> void list(V &Visit, UnrollRequest &S) {
  Visit("disabled", S.Disabled);
  Visit("full", S.Full);
  Visit("factor", S.Factor);
}
template <typename V> void list(V &Visit, Loop &S) {
  Visit("name", S.Name);
  Visit("location", S.Loc);
  Visit("parent", S.Parent);
  Visit("also_at_exit", S.AlsoAtExit,
        {.Says = "Entered once more than the parent's body runs."});
  Visit("predicated", S.Predicated,
        {.Says = "May be skipped where the code around it runs."});
  Visit("when", S.When);
  Visit("trip", S.Trip);
  Visit("unroll", S.Unroll);
  Visit("requested_ii", S.RequestedII);
  Visit("ignore_dependences", S.IgnoreDependences);
  Visit("label", S.Label);
  Visit("calls", S.Calls,
        {.Says = "That lead from a C++ kernel's top to it, outermost first."});
  Visit("dependences", S.Dependences);
}
template <typename V> void list(V &Visit, Node &S) {
  Visit("kind", S.K);
  Visit("index", S.Index);
  Visit("children", S.Children);
  Visit("range", S.Range);
}
template <typename V> void list(V &Visit, KernelAttributes &S) {
  Visit("num_compute_units", S.NumComputeUnits);
  Visit("num_simd_work_items", S.NumSimdWorkItems);
  Visit("reqd_work_group_size", S.ReqdWorkGroupSize);
  Visit("max_work_group_size", S.MaxWorkGroupSize);
  Visit("autorun", S.Autorun);
  Visit("task", S.Task);
  Visit("max_global_work_dim", S.MaxGlobalWorkDim, {.Most = 3});
}
template <typename V> void list(V &Visit, Tally &S) {
  Visit.says("Operations of one kind at one place.");
  Visit("name", S.Name);
  Visit("type", S.Type);
  Visit("number", S.Number,
        {.Says = "Executions each time the code around runs.", .Least = 1});
  Visit("in_stead", S.InStead,
        {.Says = "As many of them come in the stead of others of this kind, in "
                 "another arm of a branch."});
  Visit("bytes", S.NumBytes,
        {.Says = "Of a load, store or atomic; 0 for other operations."});
  Visit("space", S.Space);
  Visit("loop", S.Loop, {.Says = "Innermost loop around."});
  Visit("also_at_exit", S.AlsoAtExit,
        {.Says = "Runs once more than the loop's body."});
  Visit("predicated", S.Predicated,
        {.Says = "May be skipped where the loop's body runs."});
  Visit("when", S.When);
  Visit("is_loop_lost", S.IsLoopLost,
        {.Says = "The loop around is not among `loops`: runs an unknown number "
                 "of times."});
  Visit("channel", S.Channel,
        {.Says = "Name of the channel that it reads or writes."});
  Visit("location", S.Loc);
}
template <typename V> void list(V &Visit, LocalArray &S) {
  Visit("name", S.Name);
  Visit("bytes", S.NumBytes);
}
template <typename V> void list(V &Visit, Channel &S) {
  Visit("kind", S.K);
  Visit("name", S.Name);
  Visit("bytes", S.NumBytes);
  Visit("number", S.Number);
  Visit("depth", S.Depth);
  Visit("read", S.Read);
  Visit("written", S.Written);
  Visit("location", S.Loc);
}
template <typename V> void list(V &Visit, Directive::Option &S) {
  Visit("name", S.Name);
  Visit("value", S.Value, {.Says = "Evaluated; empty for a flag."});
}
template <typename V> void list(V &Visit, Directive &S) {
  Visit.says("A pragma of high-level synthesis, or a project's directive.");
  Visit("name", S.Name);
  Visit("options", S.Options);
  Visit("function", S.Function, {.Says = "In whose body it stands."});
  Visit("loop", S.Loop, {.Says = "Innermost loop around it."});
  Visit("is_loop_lost", S.IsLoopLost,
        {.Says = "That loop is not among `loops`."});
  Visit("location", S.Loc);
}
template <typename V> void list(V &Visit, Memory &S) {
  Visit.says("An array of a C++ kernel.");
  Visit("name", S.Name);
  Visit("element", S.Element);
  Visit("dimensions", S.Dimensions,
        {.Says = "Outermost first; 0 where the source leaves it open."});
  Visit("is_argument", S.IsArgument);
  Visit("is_static", S.IsStatic);
  Visit("is_constant", S.IsConstant);
  Visit("function", S.Function);
  Visit("location", S.Loc);
}
template <typename V> void list(V &Visit, KernelSummary &S) {
  Visit("name", S.Name);
  Visit("location", S.Loc);
  Visit("arguments", S.Args);
  Visit("attributes", S.Attributes);
  Visit("local_arrays", S.LocalArrays);
  Visit("channels", S.Channels);
  Visit("uses_work_item_ids", S.UsesWorkItemIds);
  Visit("root", S.Root);
  Visit("nodes", S.Nodes, {.Least = 1});
  Visit("loops", S.Loops);
  Visit("accesses", S.Accesses);
  Visit("blocks", S.Blocks);
  Visit("operations", S.Operations);
  Visit("barriers", S.Barriers);
  Visit("tallies", S.Tallies,
        {.Says = "The operations that the source has, before optimisation."});
  Visit("divergent_branches", S.DivergentBranches,
        {.Says =
             "Conditions that may differ between the work-items of a group."});
  Visit("unknowns", S.Unknowns);
  Visit("directives", S.Directives);
  Visit("memories", S.Memories,
        {.Says = "Arrays of a C++ kernel, which it keeps on the chip."});
  Visit("is_hls", S.IsHls, {.Says = "A function of C or C++."});
}

static constexpr FileFormat SummaryFormat = {
    "roofline-summary", KernelSummary::FormatVersion, "kernel summary",
    "summary",
    "What OpenCL kernels are, independent of the device. See "
    "docs/summary-json.md."};

json::Value toJSON(const Expr &E) { return JsonWriter::write(E); }

json::Value toJSON(const std::vector<KernelSummary> &Kernels) {
  return writeKernels(SummaryFormat, Kernels);
}

Expected<std::vector<KernelSummary>> readSummaries(StringRef Text,
                                                   StringRef Name) {
  auto Kernels =
      readKernels<KernelSummary>(Text, Name, SummaryFormat, checkSummary);
  if (Kernels)
    for (KernelSummary &K : *Kernels)
      for (Operation &Op : K.Operations)
        if (Op.Name == "gep") // the name in files of older versions
          Op.Name = "getelementptr";
  return Kernels;
}

json::Value summarySchema() {
  return kernelsSchema<KernelSummary>(SummaryFormat);
}

} // namespace roofline
