// roofline plot: draws rooflines.
#include "AnalyzeHls.h"
#include "Command.h"
#include "KernelInput.h"

#include "roofline/Plot/Plot.h"
#include "roofline/Process/InputFile.h"
#include "roofline/Report/Answer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

struct PlotArguments {
  KernelInput Input;
  AnalyzeOptions Analyze;
  std::vector<std::string> Devices, Measured, Outputs;
  std::string Title;
  std::optional<double> Error;
  PlotKind Kind = PlotKind::Performance;
  bool Terminal = false;
};

/// What the inputs gave: whether every kernel has a place, and the options that
/// the others lack.
struct Placement {
  bool Complete = true;
  std::vector<std::string> Options;
};

Expected<double> parseRelativeError(StringRef Value) {
  double Error;
  if (Value.getAsDouble(Error) || !(Error > 0 && Error < 1))
    return invalid("--error '" + Value +
                   "': a number between 0 and 1 is expected");
  return Error;
}

CommandOption output(const char *Name, std::vector<std::string> &To) {
  return {Name, [&To](StringRef Value) -> Error {
            if (!is_contained({".html", ".svg", ".json", ".csv"},
                              sys::path::extension(Value)))
              return invalid("-o '" + Value +
                             "': .html, .svg, .json or .csv expected");
            To.push_back(Value.str());
            return Error::success();
          }};
}

std::vector<CommandOption> options(PlotArguments &O) {
  return {texts("device", O.Devices),
          parsed("peaks", parsePeaks, O.Analyze.PeakKind),
          texts("measured", O.Measured),
          parsed("error", parseRelativeError, O.Error),
          text("title", O.Title),
          choice<PlotKind>("kind",
                           {{"performance", PlotKind::Performance},
                            {"per-watt", PlotKind::PerWatt},
                            {"energy", PlotKind::Energy},
                            {"front", PlotKind::Front}},
                           O.Kind),
          output("o", O.Outputs),
          flag("terminal", O.Terminal)};
}

Expected<std::string> readText(StringRef Path) {
  auto Buffer = readInput(Path);
  if (!Buffer)
    return invalid(Path + ": " + Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

void addOthers(PlotData &Plot, const AnalyzeOptions &O) {
  for (const Device &Other : O.AlsoOn)
    addDevice(Plot, Other.Name, Other.Unit, O.PeakKind);
}

void addDevices(PlotData &Plot, const Device &First, const AnalyzeOptions &O) {
  addDevice(Plot, First.Name, First.Unit, O.PeakKind);
  addOthers(Plot, O);
}

/// Notes that the kernel of \p R is in no plot, and what would put it there.
void noteUnplaced(const AnalysisResult &R, Placement &P) {
  const std::vector<std::string> Options = bindingOptions(R);
  errs() << "roofline: note: kernel " << R.Kernel->Name
         << " has no place: " << missingText(R)
         << (Options.empty() ? "" : "; add " + join(Options, " ")) << '\n';
  for (const std::string &O : Options)
    if (!is_contained(P.Options, O))
      P.Options.push_back(O);
  P.Complete = false;
}

/// Notes roofs that \p R lacks.
void noteMissing(StringRef Kernel, ArrayRef<RoofPlacement> Roofs,
                 Placement &Placed) {
  for (const RoofPlacement &P : Roofs) {
    if (P.Requested.Missing.empty())
      continue;
    Placed.Complete &= P.Requested.hasBound();
    errs() << "roofline: note: kernel " << Kernel
           << (P.Requested.hasBound() ? ", too high on " : " has no place on ")
           << P.Device << ": it lacks " << join(P.Requested.Missing, ", ")
           << '\n';
  }
}

/// Adds functions of C or C++ under their own roofs of \p D.
Error addHlsKernels(KernelInput &Input, std::vector<KernelSummary> Kernels,
                    const AnalyzeOptions &Analyze, const Device &D,
                    PlotData &Plot, Placement &Placed) {
  Input.noteFoundTop();
  HlsOptions Options;
  addProject(Input, Options.Vitis);
  Options.Advises = false;
  Options.AlsoOn = Analyze.AlsoOn;
  Options.PeakKind = Analyze.PeakKind;
  for (KernelSummary &K : Kernels) {
    Expected<HlsResult> R = analyzeHls(std::move(K), D, Options);
    if (!R)
      return R.takeError();
    addKernel(Plot, *R);
    noteMissing(R->Kernel->Name, R->Roofs, Placed);
    if (!R->Roofs.empty())
      continue;
    errs() << "roofline: note: function " << R->Kernel->Name
           << " has no place: " << unknownRoof(*R) << '\n';
    Placed.Complete = false;
  }
  return Error::success();
}

/// Adds the kernels of \p Input, with their launch, under the roofs of \p D and
/// the other devices.
Error addKernels(KernelInput &Input, AnalyzeOptions Analyze, const Device &D,
                 PlotData &Plot, Placement &Placed) {
  if (Error E = Input.readLaunch(Analyze.L))
    return E;
  Expected<std::vector<KernelSummary>> Kernels = Input.readKernels();
  if (!Kernels)
    return Kernels.takeError();
  if (any_of(*Kernels, [](const KernelSummary &K) { return K.IsHls; }))
    return addHlsKernels(Input, std::move(*Kernels), Analyze, D, Plot, Placed);
  if (Error E = Input.checkAgainst(*Kernels))
    return E;
  auto Results = analyzeKernels(*Kernels, D, Analyze,
                                [&](const KernelSummary &K, Launch &L) {
                                  if (!Input.foundFor(K.Name).empty())
                                    Input.noteFound();
                                  return Input.adjust(K, L);
                                });
  if (!Results)
    return Input.locate(Results.takeError());
  for (const AnalysisResult &R : *Results) {
    addKernel(Plot, R);
    if (R.Roofs.empty())
      noteUnplaced(R, Placed);
    noteMissing(R.Kernel->Name, R.Roofs, Placed);
  }
  return Error::success();
}

/// The kernels of all inputs under the chosen devices.
Expected<Placement> analyzeInputs(PlotArguments &O, PlotData &Plot) {
  std::vector<KernelInput> Inputs(1 + O.Input.MoreFiles.size(), O.Input);
  for (size_t I = 0; I < O.Input.MoreFiles.size(); ++I)
    Inputs[I + 1].File = O.Input.MoreFiles[I];
  const bool AreHls =
      all_of(Inputs, [](const KernelInput &Input) { return Input.isHls(); });
  if (AreHls && O.Devices.empty())
    O.Devices.push_back(hlsDevice(O.Input, ""));
  Expected<Device> D = chosenDevices(O.Devices, O.Analyze);
  if (!D)
    return D.takeError();
  if (!AreHls) // else each kernel brings its own roof
    addDevice(Plot, D->Name, D->Unit, O.Analyze.PeakKind);
  Placement Placed;
  for (KernelInput &Input : Inputs)
    if (Error E = addKernels(Input, O.Analyze, *D, Plot, Placed))
      return std::move(E);
  addOthers(Plot, O.Analyze);
  return Placed;
}

/// True for a file that says of itself that it is plot data.
bool isPlotData(StringRef Path) {
  auto Buffer = readInput(Path);
  return Buffer && sys::path::extension(Path) == ".json" &&
         (*Buffer)->getBuffer().contains("\"roofline-plot\"");
}

Expected<PlotData> collect(PlotArguments &O, Placement &Placed) {
  PlotData Plot;
  Plot.Title = "Roofline";
  for (const std::string &More : O.Input.MoreFiles)
    if (isPlotData(O.Input.File) || isPlotData(More))
      return invalid("plot data is drawn alone, without other files");
  if (isPlotData(O.Input.File)) {
    Expected<std::string> Text = readText(O.Input.File);
    if (!Text)
      return Text.takeError();
    Expected<PlotData> Read = readPlotData(*Text, O.Input.File);
    if (!Read)
      return Read.takeError();
    Plot = std::move(*Read);
  } else if (!O.Input.File.empty()) {
    Expected<Placement> Analyzed = analyzeInputs(O, Plot);
    if (!Analyzed)
      return Analyzed.takeError();
    Placed = std::move(*Analyzed);
  } else {
    if (!O.Devices.empty()) {
      Expected<Device> First = chosenDevices(O.Devices, O.Analyze);
      if (!First)
        return First.takeError();
      addDevices(Plot, *First, O.Analyze);
    }
  }
  for (const std::string &Path : O.Measured) {
    Expected<std::string> Text = readText(Path);
    if (!Text)
      return Text.takeError();
    if (Error E = addMeasurement(Plot, *Text, Path))
      return E;
  }
  if (O.Error)
    for (PlotData::Point &P : Plot.Points)
      if (P.Kind == "attainable")
        P.Error = O.Error;
  if (!O.Title.empty())
    Plot.Title = O.Title;
  return Plot;
}

Expected<std::string> draw(const PlotData &Plot, PlotKind Kind,
                           StringRef Path) {
  StringRef Extension = sys::path::extension(Path);
  if (Extension == ".html")
    return drawHTML(Plot, Kind, installedPath("share/roofline/plot"));
  if (Extension == ".svg")
    return drawSVG(Plot, Kind);
  if (Extension == ".csv")
    return toCSV(Plot);
  return formatv("{0:2}\n", toJSON(Plot)).str();
}

/// True where \p Plot has neither a point nor a device with a roof.
bool isEmpty(const PlotData &Plot) {
  return Plot.Points.empty() &&
         none_of(Plot.Devices, [](const PlotData::Device &D) {
           return !D.Ceilings.empty() && !D.Sources.empty();
         });
}

Expected<int> run(PlotArguments &O) {
  Placement Placed;
  Expected<PlotData> Plot = collect(O, Placed);
  if (!Plot)
    return Plot.takeError();
  if (isEmpty(*Plot) && !Placed.Options.empty())
    return invalid("nothing to plot until the launch is known: add " +
                   join(Placed.Options, " "));
  std::vector<std::string> Pictures; // all, before the first is written
  for (const std::string &Path : O.Outputs) {
    Expected<std::string> Picture = draw(*Plot, O.Kind, Path);
    if (!Picture)
      return Picture.takeError();
    Pictures.push_back(std::move(*Picture));
  }
  for (const PlotData::Point &P : Plot->Points)
    for (const std::string &Why : contradictions(*Plot, P)) {
      errs() << "roofline: contradiction: " << pointName(P) << ": " << Why
             << '\n';
      Placed.Complete = false;
    }
  for (size_t I = 0; I < Pictures.size(); ++I)
    if (Error E = writeOutput(O.Outputs[I], Pictures[I]))
      return E;
  if (O.Terminal || O.Outputs.empty()) {
    unsigned Columns = sys::Process::StandardOutColumns();
    Expected<std::string> Chart =
        drawTerminal(*Plot, O.Kind, Columns ? Columns : 100, 24);
    if (!Chart)
      return Chart.takeError();
    outs() << *Chart;
  }
  return Placed.Complete ? Done : Incomplete;
}

} // namespace

template <> int commandMain<Command::Plot>(ArrayRef<const char *> Words) {
  PlotArguments O;
  O.Input.LeastFiles = 0;
  O.Input.MostFiles = SIZE_MAX;
  return runCommand(parseArguments(Command::Plot, Words, options(O), O.Input),
                    O.Input, [&] { return run(O); });
}

} // namespace roofline
