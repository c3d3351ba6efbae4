// Descriptions of a core: core.json, README.md, a FuseSoC core file.
#include "CorePlan.h"

#include "roofline/Codegen/CoreFile.h"
#include "roofline/Core/SizeForms.h"
#include "roofline/Core/StreamTransfers.h"
#include "roofline/Json/BaseFields.h"
#include "roofline/Steps/LowerVariant.h"
#include "roofline/Steps/StreamIterate.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

CoreFile::Sizes sizesOf(const std::array<int64_t, 3> &Values,
                        unsigned Dimensions) {
  return {Values.begin(), Values.begin() + Dimensions};
}

CoreFile::StreamPort streamPort(const CorePlan &P, const Stream &S,
                                const std::string &Port, uint32_t Lane,
                                StepRange Steps, StepRange Beats,
                                const Box &Moved) {
  CoreFile::StreamPort Of;
  Of.Port = P.stream(Port, Lane);
  Of.Buffer = S.Name;
  Of.Type = typeText(S.Type);
  Of.Lane = Lane;
  Of.DataBits = beatBits(S, P.D);
  // A kernel that writes nothing has no first position.
  Of.FirstElement =
      elementAt(S, Moved.Origin).value_or(S.FirstElement) - S.field();
  Of.Fields = S.Fields;
  if (S.Pitch)
    Of.Pitch = sizesOf(*S.Pitch, P.K.NumDimensions);
  Of.Origin = sizesOf(Moved.Origin, P.K.NumDimensions);
  Of.Size = sizesOf(Moved.Size, P.K.NumDimensions);
  Of.FirstPosition = Beats.First * P.D.Vector;
  Of.EndPosition = Beats.Last * P.D.Vector;
  Of.FirstStep = Steps.First;
  Of.EndStep = Steps.Last;
  for (const BeatTransfer &T : transfersOf(P.K, P.D.Vector, S, Beats, Moved)) {
    Of.Transfers.push_back({T.FirstElement, sizesOf(T.Beats, P.K.NumDimensions),
                            sizesOf(T.Pitches, P.K.NumDimensions)});
    Of.Beats += T.Beats[0] * T.Beats[1] * T.Beats[2];
  }
  return Of;
}

void addStreams(const CorePlan &P, CoreFile &C) {
  for (uint32_t I : P.InputPorts)
    for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane) {
      const InputStream &S = P.K.Inputs[I];
      C.Inputs.push_back(streamPort(P, S, "s_" + P.Inputs[I], Lane,
                                    P.L.Walks[Lane].Inputs[I],
                                    inputBeats(P.K, P.D, Lane, I), S.Window));
    }
  for (uint32_t I : P.OutputPorts)
    for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane) {
      const OutputStream &S = P.K.Outputs[I];
      C.Outputs.push_back(streamPort(
          P, S, "m_" + P.Outputs[I], Lane, P.L.Walks[Lane].Outputs[I],
          outputBeats(P.K, P.D, Lane, I), written(P.K, S)));
    }
}

CoreFile::MemoryPorts memoryPorts(const CorePlan &P) {
  CoreFile::MemoryPorts Memory = {*P.Memory, {}};
  for (size_t I = 0; I < P.Masters.size(); ++I) {
    const MasterPlan &M = P.Masters[I];
    const Stream &S = P.streamOf(M);
    const int64_t BeatBytes = beatBits(S, P.D) / 8;
    CoreFile::Master &Of = Memory.Masters.emplace_back();
    Of.Port = M.Name;
    Of.Buffer = S.Name;
    Of.BasePort = M.Base;
    Of.Lane = M.Lane;
    Of.Of = M.Reads ? CoreFile::Direction::Read : CoreFile::Direction::Write;
    Of.FirstByte = P.offsetOf(M);
    Of.Bytes = M.T.Beats * BeatBytes;
    Of.ErrorBit = I;
    if (const std::optional<TransferRows> &Rows = M.T.Rows) {
      Of.InRows = {Rows->Row * BeatBytes, Rows->Pitch * BeatBytes, Rows->Rows};
      if (Rows->Plane)
        Of.InRows->PlanePitch = Rows->Plane * BeatBytes;
    }
  }
  return Memory;
}

/// [step] of the last pass.
int64_t lastSteps(const PassDescription &P) {
  return P.Steps % P.OfPass ? P.Steps % P.OfPass : P.OfPass;
}

CoreFile::OnePass onePass(const PassDescription &P) {
  CoreFile::OnePass Pass;
  Pass.Steps = P.Steps;
  Pass.StepsPerPass = P.OfPass;
  Pass.StepsOfLastPass = lastSteps(P);
  Pass.Passes = passesOf(P.Steps, P.OfPass);
  if (!P.Places[0].empty())
    Pass.Blocks.emplace(P.Places.begin(), P.Places.end());
  for (const auto &[Field, Buffer] : P.Results)
    Pass.Results.push_back({Field, Buffer});
  return Pass;
}

CoreFile::AllPasses allPasses(const CorePlan &P, const VerilogCore &Core) {
  CoreFile::AllPasses All;
  All.Passes = P.Passes->Passes;
  All.Steps = P.Passes->steps();
  All.StepsPerPass = P.Passes->Steps;
  All.StepsOfLastPass = P.Passes->LastSteps;
  All.Cycles = Core.Cycles;
  for (const ScalarArgument &S : P.K.Scalars)
    if (S.Name == StepsScalar)
      All.LastStepsBits = S.Type.Bits;
  All.Results = resultPorts(P);
  return All;
}

std::string printPass(const PassDescription &P) {
  std::string Text;
  if (const size_t Blocks = numBlocks(P.Places); Blocks > 0)
    Text = formatv("A pass is {0} launches, one for each block: `arg_block_*` "
                   "say where it\nis and which of its positions are right "
                   "(core.json); streams, or `base_*`,\nbegin at its origin. ",
                   Blocks);
  Text += formatv("A {4} is one pass of {0} steps; {1} passes do all {2}{3}. "
                  "Afterwards\n",
                  P.OfPass, passesOf(P.Steps, P.OfPass), P.Steps,
                  lastSteps(P) == P.OfPass
                      ? std::string()
                      : ", the last one " + std::to_string(lastSteps(P)) +
                            " (`arg_pass_steps`)",
                  numBlocks(P.Places) ? "turn of all blocks" : "launch");
  for (const auto &[Field, Buffer] : P.Results)
    Text += "- `" + Field + "` of the next pass is in the buffer of `" +
            Buffer + "`\n";
  if (any_of(P.Results, [](const auto &Result) {
        return StringRef(Result.second).ends_with(SecondBuffer);
      }))
    Text += "\nA buffer `FIELD.next` is a second one, at first a copy of the "
            "field's: blocks, or lanes, read\nwhat others write. The two take "
            "turns.\n";
  return Text + "\n";
}

CoreFile::Shape shapeOf(const CorePlan &P, const VerilogOptions &O) {
  CoreFile::Shape Shape = {P.D.Lanes, P.D.Vector, P.D.Form, P.D.Delays};
  if (!O.Network)
    return Shape;
  const TileNetwork &N = O.Network->Network;
  Shape.Tiles.emplace(P.D.Tiles.begin(), P.D.Tiles.begin() + P.K.NumDimensions);
  Shape.Pipes.emplace();
  for (size_t I = 0; I < N.Pipes.size(); ++I)
    Shape.Pipes->push_back({N.Pipes[I].From, N.Pipes[I].To,
                            N.Shapes[0].Inputs[N.Pipes[I].Field].Name,
                            O.Network->depthOf(uint32_t(I))});
  Shape.TileCycles = O.Network->Schedule.TileSteps;
  return Shape;
}

void addScalars(const CorePlan &P, CoreFile &C) {
  for (uint32_t I = 0; I < P.K.Scalars.size(); ++I)
    if (!P.Passes || P.K.Scalars[I].Name != StepsScalar) // its own register
      C.Scalars.push_back({"arg_" + P.Scalars[I], P.K.Scalars[I].Name,
                           (is_contained(P.K.SizeScalars, I) ? "u" : "") +
                               typeText(P.K.Scalars[I].Type)});
  for (uint32_t I = 0; I < P.K.results().size(); ++I) {
    const Reduction &R = P.K.results()[I];
    CoreFile::Result &Of = C.Reductions.emplace_back();
    Of.Port = "result_" + P.resultsOf().Reductions[I];
    Of.Buffer = R.Name;
    Of.Type = typeText(R.Type);
    Of.Element = R.Element;
    if (!P.Finish)
      Of.Operator = name(R.Op);
    if (CorePlan::hasInitialPort(R))
      Of.InitialPort = "initial_" + P.Reductions[I];
  }
}

/// Describes numbers of a core as they follow from its sizes.
class SizeTexts {
public:
  SizeTexts(const CorePlan &P, const VerilogOptions &O) : P(P), O(O) {
    for (const StreamKernel &K : kernelsOfSizes(P.K)) {
      const CorePlan Of = planCore(K, P.D, P.Memory, O.Name);
      Cycles.push_back(launchCycles(K, Of.S, P.D));
      addStreams(Of, All.emplace_back());
    }
  }

  CoreFile::RunTimeSizes run() const {
    CoreFile::RunTimeSizes Of;
    for (size_t V = 0; V < O.Sizes.size(); ++V) {
      const uint32_t Scalar = P.K.SizeScalars[V];
      const SizeRange &Range = O.Sizes[V];
      Of.Values.push_back({"arg_" + P.Scalars[Scalar], P.K.Scalars[Scalar].Name,
                           Range.Least, Range.Most, Range.Multiple});
    }
    Of.SettleCycles = SizeCycles;
    if (!P.Memory) // bursts, whose numbers are no polynomials
      Of.LaunchCycles = text(Cycles);
    for (size_t I = 0; I < All[0].Inputs.size(); ++I)
      Of.Inputs.push_back(port(&CoreFile::Inputs, I));
    for (size_t I = 0; I < All[0].Outputs.size(); ++I)
      Of.Outputs.push_back(port(&CoreFile::Outputs, I));
    return Of;
  }

private:
  const CorePlan &P;
  const VerilogOptions &O;
  std::vector<CoreFile> All; ///< the streams, by StreamKernel::Sizes
  std::vector<int64_t> Cycles;

  std::string text(const std::vector<int64_t> &Numbers) const {
    std::vector<std::string> Names;
    for (uint32_t S : P.K.SizeScalars)
      Names.push_back(P.K.Scalars[S].Name);
    const auto Form = sizeForm(P.K, Numbers);
    return Form ? roofline::toString(toExpr(*Form, Names)) : "";
  }
  /// Text of the number that \p Of(port) gives, of stream \p I.
  template <typename NumberFn>
  std::string text(std::vector<CoreFile::StreamPort> CoreFile::*Streams,
                   size_t I, NumberFn Of) const {
    std::vector<int64_t> Numbers;
    for (const CoreFile &C : All)
      Numbers.push_back(Of((C.*Streams)[I]));
    return text(Numbers);
  }

  CoreFile::SizedPort port(std::vector<CoreFile::StreamPort> CoreFile::*Streams,
                           size_t I) const {
    using Port = CoreFile::StreamPort;
    const Port &First = (All[0].*Streams)[I];
    CoreFile::SizedPort Of = {
        First.Port,
        text(Streams, I, [](const Port &S) { return S.Beats; }),
        {}};
    const bool HaveTransfers = all_of(All, [&](const CoreFile &C) {
      return (C.*Streams)[I].Transfers.size() == First.Transfers.size();
    });
    for (size_t T = 0; HaveTransfers && T < First.Transfers.size(); ++T) {
      CoreFile::SizedTransfer &To = Of.Transfers.emplace_back();
      To.FirstElement = text(Streams, I, [T](const Port &S) {
        return S.Transfers[T].FirstElement;
      });
      for (size_t D = 0; D < First.Transfers[T].Counts.size(); ++D) {
        To.Counts.push_back(text(Streams, I, [T, D](const Port &S) {
          return S.Transfers[T].Counts[D];
        }));
        To.Pitches.push_back(text(Streams, I, [T, D](const Port &S) {
          return S.Transfers[T].Pitches[D];
        }));
      }
      if (To.FirstElement.empty() || is_contained(To.Counts, "") ||
          is_contained(To.Pitches, "")) {
        Of.Transfers.clear();
        break;
      }
    }
    return Of;
  }
};

CoreFile describe(const CorePlan &P, const VerilogCore &Core,
                  const VerilogOptions &O) {
  CoreFile C;
  C.Name = P.topName();
  C.Kernel = P.K.Name;
  if (P.K.Loc)
    C.Source = place(P.K.Loc);
  if (!O.Variant.empty())
    C.Variant = O.Variant;
  C.Design = shapeOf(P, O);
  C.Space = sizesOf(P.K.Space.Size, P.K.NumDimensions);
  C.Latency = Core.Latency;
  C.LaunchCycles = Core.LaunchCycles;
  C.CyclesPerStep = P.S.Interval;
  addScalars(P, C);
  addStreams(P, C);
  if (!O.Sizes.empty())
    C.AtRunTime = SizeTexts(P, O).run();
  if (O.Pass)
    C.Iteration = onePass(*O.Pass);
  if (const auto &Cost = O.Cost)
    C.Predicted = {Cost->Target, StringRef(Cost->Tool).split(" (").first.str(),
                   Cost->Need, Cost->Unknowns};
  if (P.Memory)
    C.Memory = memoryPorts(P);
  if (P.Passes)
    C.Passes = allPasses(P, Core);
  for (const TextFile &F : Core.Files)
    C.Files.push_back(F.Name);
  return C;
}

std::string printFuseSoC(const CorePlan &P, const VerilogCore &Core) {
  std::string Rtl, Bench, Data;
  for (const TextFile &F : Core.Files) {
    StringRef Name = F.Name;
    if (!Name.ends_with(".v") && !Name.ends_with(".hex"))
      continue;
    if (Name.ends_with(".hex"))
      Data +=
          "      - " + F.Name + ": {file_type: user, copyto: " + F.Name + "}\n";
    else
      (Name.contains("tb") ? Bench : Rtl) += "      - " + F.Name + "\n";
  }
  std::string Top = P.topName();
  bool HasBench = !Bench.empty();
  std::string BenchFiles = "  tb:\n    file_type: systemVerilogSource\n"
                           "    files:\n" +
                           Bench + Data;
  std::string Simulate =
      "  sim:\n    filesets: [rtl, tb]\n    toplevel: " + Top +
      "_tb\n    default_tool: icarus\n    tools:\n"
      "      icarus:\n"
      "        iverilog_options: [-g2012]\n"
      "      verilator:\n"
      "        verilator_options: [--binary, --timing]\n";
  return "CAPI=2:\nname: roofline:cores:" + Top +
         ":1.0.0\ndescription: Kernel " + P.K.Name +
         " by Roofline\n\nfilesets:\n  rtl:\n    file_type: verilogSource\n"
         "    files:\n" +
         Rtl + (HasBench ? BenchFiles : "") +
         "\ntargets:\n  default: &default\n    filesets: [rtl]\n    "
         "toplevel: " +
         Top + "\n" + (HasBench ? Simulate : "") +
         "  lint:\n    <<: *default\n    default_tool: verilator\n"
         "    tools:\n      verilator:\n        mode: lint-only\n";
}

/// "41 to 78, 14 rows 40 apart"
std::string transferText(const CoreFile::StreamTransfer &T,
                         int64_t BeatElements) {
  static constexpr const char *Names[] = {"beats", "rows", "planes"};
  const bool IsRun = T.Counts[0] == 1 || T.Pitches[0] == BeatElements;
  const int64_t Run = BeatElements * (IsRun ? T.Counts[0] : 1);
  std::string Text =
      formatv("{0} to {1}", T.FirstElement, T.FirstElement + Run - 1);
  for (size_t D = IsRun ? 1 : 0; D < T.Counts.size(); ++D)
    if (T.Counts[D] > 1)
      Text +=
          formatv(", {0} {1} {2} apart", T.Counts[D], Names[D], T.Pitches[D]);
  return Text;
}

std::string printStreams(const CoreFile &C) {
  std::string Text;
  auto Rows = [&](const char *Direction,
                  const std::vector<CoreFile::StreamPort> &Ports) {
    for (const CoreFile::StreamPort &S : Ports) {
      std::string Elements;
      for (const CoreFile::StreamTransfer &T : S.Transfers)
        Elements += (Elements.empty() ? "" : "; ") +
                    transferText(T, int64_t(S.Fields) * C.Design.Vector);
      Text += formatv("| `{0}` | {1} | `{2}` | {3}{4} | {5} | {6} |\n", S.Port,
                      Direction, S.Buffer,
                      S.Fields > 1 ? std::to_string(S.Fields) + " x " : "",
                      S.Type, S.Beats, Elements.empty() ? "none" : Elements);
    }
  };
  Rows("in", C.Inputs);
  Rows("out", C.Outputs);
  return Text;
}

/// Describes how the core differs from one with stream ports.
std::string printMemory(const CorePlan &P) {
  const MemoryMasters &M = *P.Memory;
  std::string Text =
      formatv(R"(## Memory

`{0}` moves its own data, through AXI4 masters around `{1}`, whose streams are
described below. A bus word has {2} bits, a burst at most {3} of them, and {4}
bursts of a master may be without answer. Each port has the read channels AR and
R or the write channels AW, W and B; there are no IDs. INCR bursts, none across
4 KiB. "No memory waits": addresses are accepted and answered cycle by cycle,
the answer comes in the cycle after, buffers begin at multiples of 4 KiB.

`base_*` are the addresses of the buffers, a multiple of the bytes in a beat of
their streams, constant from `start` to `done`. Bytes that the kernel leaves alone
are without strobe. `done` comes when everything is written and acknowledged.
`error` has a bit for each master: a response since `start` was no OKAY. `rst` is
for the core and the memory together.

| port | | buffer | bytes | `error` |
|---|---|---|---|---|
)",
              P.mastersName(), P.Name, M.DataBits, M.Burst, M.Outstanding)
          .str();
  for (size_t I = 0; I < P.Masters.size(); ++I) {
    const MasterPlan &Master = P.Masters[I];
    Text +=
        formatv("| `{0}` | {1} | `{2}` at `{3}` | {4} | {5} |\n", Master.Name,
                Master.Reads ? "read" : "write", P.streamOf(Master).Name,
                Master.Base, bytesText(P, Master), I);
  }
  return Text + "\n";
}

static std::string costText(const CoreCost &Cost) {
  if (!Cost.Need)
    return {};
  const FabricResources &R = *Cost.Need;
  return formatv("Predicted on {0}: {1:F0} LUT, {2:F0} FF, {3:F0} DSP blocks, "
                 "{4:F1} block RAMs.\n\n",
                 Cost.Target, R.Luts, R.Registers, R.DspBlocks, R.MemoryBlocks);
}

/// Describes what follows from launch values.
std::string printSizes(const CoreFile::RunTimeSizes &Of) {
  std::string Text = R"(## Sizes at run time

The core takes launch values up to those above, which the other numbers here and
in core.json are of. The ports are constant from )" +
                     number(uint64_t(Of.SettleCycles)) +
                     R"( cycles before `start` to `done`.

| port | argument | from | to | a multiple of |
|---|---|---|---|---|
)";
  for (const CoreFile::SizeValue &V : Of.Values)
    Text += formatv("| `{0}` | `{1}` | {2} | {3} | {4} |\n", V.Port, V.Argument,
                    V.Least, V.Most, V.Multiple);
  if (!Of.LaunchCycles.empty())
    Text += "\nA launch takes " + Of.LaunchCycles + " cycles.\n";
  Text += "\n| stream | beats | elements: from; counts x distances "
          "|\n|---|---|---|\n";
  for (const auto *Ports : {&Of.Inputs, &Of.Outputs})
    for (const CoreFile::SizedPort &S : *Ports) {
      std::string Elements;
      for (const CoreFile::SizedTransfer &T : S.Transfers) {
        Elements += (Elements.empty() ? "" : ". ") + T.FirstElement + ";";
        for (size_t D = 0; D < T.Counts.size(); ++D)
          Elements += (D ? ", (" : " (") + T.Counts[D] + ") x " + T.Pitches[D];
      }
      Text += formatv("| `{0}` | {1} | {2} |\n", S.Port,
                      S.Beats.empty() ? "no polynomial" : S.Beats,
                      Elements.empty() ? "no polynomials" : Elements);
    }
  return Text + "\n";
}

std::string printReadme(const CorePlan &P, const VerilogCore &Core,
                        const VerilogOptions &O, const CoreFile &C) {
  bool IsChain = P.K.Name.find(',') != std::string::npos;
  std::string Text = "# " + P.topName() + "\n\nThe OpenCL kernel" +
                     (IsChain ? "s `" : " `") + P.K.Name + "`" +
                     (IsChain ? ", one after another" : "");
  if (P.K.Loc)
    Text += " (" + place(P.K.Loc) + ")";
  Text += " as Verilog-2005, by Roofline";
  if (!O.Variant.empty())
    Text += "; variant `" + O.Variant + "`";
  std::string Size;
  for (unsigned I = 0; I < P.K.NumDimensions; ++I)
    Size += (I ? " x " : "") + std::to_string(P.K.Space.Size[I]);
  Text +=
      formatv(
          R"(.

{0} positions; {1}, {2} position(s) a beat. {7} takes
{3} cycles from the clock edge that takes `start` to the one that raises
`done`, {5}; {8}.

{6}## Ports

`clk`; `rst`, synchronous, active high; `start`: a launch begins, ignored while
one runs; `done`: 1 from the end of a launch to the next start. `arg_*` and
`initial_*` are constant from `start` to `done`; `result_*` holds with `done`.

Streams are AXI4-Stream with any back-pressure; `_tvalid` never waits for
`_tready`. A beat carries {2} element(s), the first one in the lowest bits.
An input's `_tlast` is not looked at. An output's `_tstrb` is 0 for elements
that the kernel leaves alone.

| stream | | buffer | element | beats | elements of the buffer, in their order |
|---|---|---|---|---|---|
)",
          Size,
          O.Network ? number(O.Network->Network.Tiles.size()) + " tile(s)"
                    : number(P.D.Lanes) + " lane(s)",
          P.D.Vector, Core.LaunchCycles, Core.Latency,
          P.Memory ? "when no memory waits" : "when no stream waits",
          (O.Pass && !P.Passes ? printPass(*O.Pass) : std::string()) +
              (O.Cost ? costText(*O.Cost) : std::string()) +
              (P.Passes ? passesText(P, allPasses(P, Core)) : std::string()) +
              (P.Memory ? printMemory(P) : std::string()),
          P.Passes ? "A pass" : "A launch",
          O.Network ? "its steps take " + number(Core.Latency) +
                          " of them, the rest loads and stores"
                    : "the datapath has " + number(Core.Latency) + " stages")
          .str() +
      printStreams(C);
  auto Has = [&](StringRef Folder) {
    return any_of(Core.Files, [&](const TextFile &F) {
      return StringRef(F.Name).starts_with(Folder);
    });
  };
  if (const uint32_t Partials = mostPartials(P.K); Partials > 1)
    Text +=
        formatv("\nSums of floats are in {0} partial ones, which are joined "
                "in the end: they round in\nanother order than the "
                "kernel's.\n",
                Partials);
  if (C.AtRunTime)
    Text += "\n" + printSizes(*C.AtRunTime);
  Text += R"(
Lanes share what their neighbours read, too. `transfers` of core.json has the same as
numbers, a nest of at most three loops each; where a launch is one block, they are
those of the first.

## Test

)";
  if (!Has("tb/"))
    return Text + "The launch is large, and its data is not here. `roofline "
                  "verify` makes it,\nas does `roofline emit verilog "
                  "--testbench always`.\n";
  Text +=
      formatv(
          R"(    iverilog -g2012 -s {0}_tb -o tb.vvp *.v{1} tb/*.v && vvp -n tb.vvp
    verilator --binary --timing -Wno-fatal --top-module {0}_tb *.v{1} tb/*.v && obj_dir/V{0}_tb

Both print the cycles beside the predicted ones, then PASS or FAIL.
)",
          P.topName(), Has("rtl/") ? " rtl/*.v" : "")
          .str();
  return Text;
}

} // namespace

std::vector<TextFile> printDescriptions(const CorePlan &P,
                                        const VerilogCore &Core,
                                        const VerilogOptions &O) {
  const CoreFile C = describe(P, Core, O);
  return {{P.topName() + ".core", printFuseSoC(P, Core)},
          {"core.json", formatv("{0:2}\n", toJSON(C))},
          {"README.md", printReadme(P, Core, O, C)}};
}

} // namespace roofline
