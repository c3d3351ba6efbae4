// Descriptions of a core: core.json, README.md, a FuseSoC core file.
#include "CorePlan.h"

#include "roofline/Codegen/CoreFile.h"
#include "roofline/Codegen/Templates.h"
#include "roofline/Core/SizeForms.h"
#include "roofline/Core/StreamTransfers.h"
#include "roofline/Json/BaseFields.h"
#include "roofline/Steps/LowerVariant.h"
#include "roofline/Steps/StreamIterate.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

json::Value textOrNull(const std::string &Text) {
  return Text.empty() ? json::Value(nullptr) : json::Value(Text);
}

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

/// A launch that is a pass, or a block of one.
json::Object passValue(const PassDescription &P) {
  const size_t Blocks = numBlocks(P.Places);
  json::Array Fields;
  for (const auto &[Field, Buffer] : P.Results)
    Fields.push_back(json::Object{{"field", Field}, {"buffer", Buffer}});
  json::Object Value{{"blocks", nullptr},
                     {"turn", Blocks ? "turn of all blocks" : "launch"},
                     {"pass_steps", P.OfPass},
                     {"number", passesOf(P.Steps, P.OfPass)},
                     {"steps", P.Steps},
                     {"last_steps", nullptr},
                     {"fields", std::move(Fields)},
                     {"second", any_of(P.Results, [](const auto &Result) {
                        return StringRef(Result.second).ends_with(SecondBuffer);
                      })}};
  if (Blocks)
    Value["blocks"] = int64_t(Blocks);
  if (lastSteps(P) != P.OfPass)
    Value["last_steps"] = lastSteps(P);
  return Value;
}

/// All passes of a core that does them alone.
json::Object allPassesValue(const CorePlan &P, const CoreFile::AllPasses &All) {
  json::Array Results;
  for (const CoreFile::PassResult &R : All.Results) {
    json::Array Bases;
    for (const std::string &Base : R.BasePorts)
      Bases.push_back(json::Object{{"base", Base}});
    Results.push_back(json::Object{{"argument", R.Argument},
                                   {"base", R.BasePort},
                                   {"bases", withLast(std::move(Bases))}});
  }
  json::Object Value{{"all_steps", P.Passes->steps()},
                     {"number", P.Passes->Passes},
                     {"steps", P.Passes->Steps},
                     {"last_of", nullptr},
                     {"all_cycles", All.Cycles},
                     {"restart", int64_t(PassRestart)},
                     {"last_steps", All.LastStepsBits.has_value()},
                     {"results", std::move(Results)}};
  if (P.Passes->LastSteps != P.Passes->Steps)
    Value["last_of"] = P.Passes->LastSteps;
  return Value;
}

CoreFile::Shape shapeOf(const CorePlan &P, const VerilogOptions &O) {
  CoreFile::Shape Shape = {P.D.Lanes, P.D.Vector, P.D.Form, P.D.Delays};
  if (!O.Network)
    return Shape;
  const TileNetwork &N = O.Network->Network;
  Shape.Tiles.emplace(P.D.Tiles.begin(), P.D.Tiles.begin() + P.K.NumDimensions);
  Shape.Pipes.emplace();
  for (size_t I = 0; I < N.Pipes.size(); ++I)
    Shape.Pipes->push_back({N.Pipes[I].Source, N.Pipes[I].Target,
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
      const CorePlan Plan = planCore(K, P.D, P.Memory, O.Name);
      Cycles.push_back(launchCycles(K, Plan.S, P.D));
      addStreams(Plan, All.emplace_back());
    }
  }

  CoreFile::RunTimeSizes run() const {
    CoreFile::RunTimeSizes Sizes;
    for (size_t V = 0; V < O.Sizes.size(); ++V) {
      const uint32_t Scalar = P.K.SizeScalars[V];
      const SizeRange &Range = O.Sizes[V];
      Sizes.Values.push_back({"arg_" + P.Scalars[Scalar],
                              P.K.Scalars[Scalar].Name, Range.Least, Range.Most,
                              Range.Multiple});
    }
    Sizes.SettleCycles = SizeCycles;
    if (!P.Memory) // bursts, whose numbers are no polynomials
      Sizes.LaunchCycles = text(Cycles);
    for (size_t I = 0; I < All[0].Inputs.size(); ++I)
      Sizes.Inputs.push_back(port(&CoreFile::Inputs, I));
    for (size_t I = 0; I < All[0].Outputs.size(); ++I)
      Sizes.Outputs.push_back(port(&CoreFile::Outputs, I));
    return Sizes;
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
  /// Text of the number that \p NumberOf(port) gives, of stream \p I.
  template <typename NumberFn>
  std::string text(std::vector<CoreFile::StreamPort> CoreFile::*Streams,
                   size_t I, NumberFn NumberOf) const {
    std::vector<int64_t> Numbers;
    for (const CoreFile &C : All)
      Numbers.push_back(NumberOf((C.*Streams)[I]));
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
    C.Predicted = predictionOf(*Cost);
  if (P.Memory)
    C.Memory = memoryPorts(P);
  if (P.Passes)
    C.Passes = allPasses(P, Core);
  for (const TextFile &F : Core.Files)
    C.Files.push_back(F.Name);
  return C;
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

json::Array streamValues(const CoreFile &C) {
  json::Array Streams;
  auto Add = [&](const char *Direction,
                 const std::vector<CoreFile::StreamPort> &Ports) {
    for (const CoreFile::StreamPort &S : Ports) {
      std::string Elements;
      for (const CoreFile::StreamTransfer &T : S.Transfers)
        Elements += (Elements.empty() ? "" : "; ") +
                    transferText(T, int64_t(S.Fields) * C.Design.Vector);
      Streams.push_back(json::Object{
          {"stream", S.Port},
          {"direction", Direction},
          {"buffer", S.Buffer},
          {"type",
           (S.Fields > 1 ? std::to_string(S.Fields) + " x " : "") + S.Type},
          {"beats", S.Beats},
          {"elements", Elements.empty() ? "none" : Elements}});
    }
  };
  Add("in", C.Inputs);
  Add("out", C.Outputs);
  return Streams;
}

/// How the core differs from one with stream ports.
json::Object memoryValue(const CorePlan &P) {
  json::Array Masters;
  for (size_t I = 0; I < P.Masters.size(); ++I) {
    const MasterPlan &M = P.Masters[I];
    Masters.push_back(json::Object{{"master", M.Name},
                                   {"direction", M.Reads ? "read" : "write"},
                                   {"buffer", P.streamOf(M).Name},
                                   {"base", M.Base},
                                   {"bytes", bytesText(P, M)},
                                   {"bit", int64_t(I)}});
  }
  return json::Object{{"data_bits", P.Memory->DataBits},
                      {"burst", P.Memory->Burst},
                      {"outstanding", P.Memory->Outstanding},
                      {"masters", std::move(Masters)}};
}

json::Array sizedStreamValues(const CoreFile::RunTimeSizes &Sizes) {
  json::Array Streams;
  for (const auto *Ports : {&Sizes.Inputs, &Sizes.Outputs})
    for (const CoreFile::SizedPort &S : *Ports) {
      std::string Elements;
      for (const CoreFile::SizedTransfer &T : S.Transfers) {
        Elements += (Elements.empty() ? "" : ". ") + T.FirstElement + ";";
        for (size_t D = 0; D < T.Counts.size(); ++D)
          Elements += (D ? ", (" : " (") + T.Counts[D] + ") x " + T.Pitches[D];
      }
      Streams.push_back(json::Object{
          {"stream", S.Port},
          {"beats", S.Beats.empty() ? "no polynomial" : S.Beats},
          {"elements", Elements.empty() ? "no polynomials" : Elements}});
    }
  return Streams;
}

/// What follows from launch values.
json::Value sizesValue(const std::optional<CoreFile::RunTimeSizes> &Sizes) {
  if (!Sizes)
    return nullptr;
  json::Array Values;
  for (const CoreFile::SizeValue &V : Sizes->Values)
    Values.push_back(json::Object{{"port", V.Port},
                                  {"argument", V.Argument},
                                  {"least", V.Least},
                                  {"most", V.Most},
                                  {"multiple", V.Multiple}});
  return json::Object{{"settle_cycles", Sizes->SettleCycles},
                      {"values", std::move(Values)},
                      {"sized_cycles", textOrNull(Sizes->LaunchCycles)},
                      {"sized_streams", sizedStreamValues(*Sizes)}};
}

std::string sizeText(const StreamKernel &K) {
  std::string Size;
  for (unsigned I = 0; I < K.NumDimensions; ++I)
    Size += (I ? " x " : "") + std::to_string(K.Space.Size[I]);
  return Size;
}

std::string printReadme(const CorePlan &P, const VerilogCore &Core,
                        const VerilogOptions &O, const CoreFile &C,
                        Templates &From) {
  auto Has = [&](StringRef Folder) {
    return any_of(Core.Files, [&](const TextFile &F) {
      return StringRef(F.Name).starts_with(Folder);
    });
  };
  json::Object Values{
      {"top", P.topName()},
      {"name", P.Name},
      {"masters_name", P.mastersName()},
      {"kernel", P.K.Name},
      {"several", StringRef(P.K.Name).contains(',')},
      {"place", textOrNull(place(P.K.Loc))},
      {"variant", textOrNull(O.Variant)},
      {"size", sizeText(P.K)},
      {"copies", O.Network
                     ? number(O.Network->Network.Tiles.size()) + " tile(s)"
                     : number(P.D.Lanes) + " lane(s)"},
      {"vector", P.D.Vector},
      {"cycles", Core.LaunchCycles},
      {"latency", Core.Latency},
      {"tiles", O.Network.has_value()},
      {"pass", nullptr},
      {"cost", costValue(O.Cost)},
      {"passes", nullptr},
      {"memory", nullptr},
      {"streams", streamValues(C)},
      {"partials", nullptr},
      {"sizes", sizesValue(C.AtRunTime)},
      {"testbench", Has("tb/")},
      {"modules", Has("rtl/")}};
  if (P.Passes)
    Values["passes"] = allPassesValue(P, allPasses(P, Core));
  else if (O.Pass)
    Values["pass"] = passValue(*O.Pass);
  if (P.Memory)
    Values["memory"] = memoryValue(P);
  if (const uint32_t Partials = mostPartials(P.K); Partials > 1)
    Values["partials"] = Partials;
  return From.fill("core.md", std::move(Values));
}

} // namespace

TextFile printFuseSoC(StringRef Top, StringRef Kernel, ArrayRef<TextFile> Files,
                      Templates &From) {
  json::Array Sources, Benches, Data;
  for (const TextFile &F : Files) {
    const StringRef Name = F.Name;
    if (Name.ends_with(".hex"))
      Data.push_back(Name);
    else if (Name.ends_with(".v"))
      (Name.contains("tb") ? Benches : Sources).push_back(Name);
  }
  return {
      (Top + ".core").str(),
      From.fill("fusesoc.core", json::Object{{"top", Top},
                                             {"kernel", Kernel},
                                             {"testbench", !Benches.empty()},
                                             {"sources", std::move(Sources)},
                                             {"benches", std::move(Benches)},
                                             {"data", std::move(Data)}})};
}

CoreFile::MemoryPorts memoryPorts(const CorePlan &P) {
  CoreFile::MemoryPorts Memory = {*P.Memory, {}};
  for (size_t I = 0; I < P.Masters.size(); ++I) {
    const MasterPlan &M = P.Masters[I];
    const Stream &S = P.streamOf(M);
    const int64_t BeatBytes = beatBits(S, P.D) / 8;
    CoreFile::Master &Master = Memory.Masters.emplace_back();
    Master.Port = M.Name;
    Master.Buffer = S.Name;
    Master.BasePort = M.Base;
    Master.Lane = M.Lane;
    Master.Access =
        M.Reads ? CoreFile::Direction::Read : CoreFile::Direction::Write;
    Master.FirstByte = P.offsetOf(M);
    Master.Bytes = M.T.Beats * BeatBytes;
    Master.ErrorBit = I;
    if (const std::optional<TransferRows> &Rows = M.T.Rows) {
      Master.InRows = {Rows->Row * BeatBytes, Rows->Pitch * BeatBytes,
                       Rows->Rows};
      if (Rows->Plane)
        Master.InRows->PlanePitch = Rows->Plane * BeatBytes;
    }
  }
  return Memory;
}

CoreFile::Prediction predictionOf(const CoreCost &Cost) {
  return {Cost.Target, StringRef(Cost.Tool).split(" (").first.str(), Cost.Need,
          Cost.Unknowns};
}

json::Value costValue(const std::optional<CoreCost> &Cost) {
  if (!Cost || !Cost->Need)
    return nullptr;
  const FabricResources &R = *Cost->Need;
  return json::Object{{"target", Cost->Target},
                      {"luts", formatv("{0:F0}", R.Luts)},
                      {"registers", formatv("{0:F0}", R.Registers)},
                      {"dsps", formatv("{0:F0}", R.DspBlocks)},
                      {"memories", formatv("{0:F1}", R.MemoryBlocks)}};
}

std::vector<TextFile> printDescriptions(const CorePlan &P,
                                        const VerilogCore &Core,
                                        const VerilogOptions &O,
                                        Templates &From) {
  const CoreFile C = describe(P, Core, O);
  return {printFuseSoC(P.topName(), P.K.Name, Core.Files, From),
          {"core.json", formatv("{0:2}\n", toJSON(C))},
          {"README.md", printReadme(P, Core, O, C, From)}};
}

} // namespace roofline
