// roofline emit netlist: the lane of a design as a netlist of words.
#include "Command.h"
#include "CoreInput.h"
#include "DesignInput.h"

#include "roofline/Resources/ResourceLines.h"
#include "roofline/StreamFiles/NetlistJSON.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {
namespace {

struct EmitNetlistArguments {
  CoreInput Core;
  std::string Output = "-";
  bool AsText = false, ByLine = false;
  std::string Costs = "xc7"; ///< of ByLine
};

/// A table of what each line needs.
Expected<std::string> linesText(const EmitNetlistArguments &O,
                                const CoreOrigin &Origin) {
  if (O.AsText)
    return invalid("--text and --lines: one of them");
  Expected<std::optional<CostModel>> Costs =
      chosenCosts(O.Costs, Device(), driverFolders());
  if (!Costs)
    return Costs.takeError();
  if (Error E = checkVerilog(Origin.K, Origin.Design, std::nullopt))
    return E;
  std::string Text = formatv("{0}, {1}: the lines that its resources on {2} "
                             "are of\n\n{3,10}{4,10}{5,8}{6,8}\n",
                             Origin.K.Name, Origin.Variant, (*Costs)->Target,
                             "LUT", "FF", "DSP", "BRAM");
  const ResourcesByLine Split =
      resourcesByLine(**Costs, Origin.K, Origin.Design);
  for (const LineResources &L : Split.Lines)
    Text += formatv("{0,10:F1}{1,10:F1}{2,8:F1}{3,8:F1}  {4}\n", L.Need.Luts,
                    L.Need.Registers, L.Need.DspBlocks, L.Need.MemoryBlocks,
                    L.Place);
  for (const std::string &Unknown : Split.Unknowns)
    Text += "not counted: " + Unknown + "\n";
  return Text;
}

Expected<int> run(EmitNetlistArguments &O) {
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Expected<CoreOrigin> Origin = readCore(O.Core, Context, M);
  if (!Origin)
    return Origin.takeError();
  if (Origin->Network)
    return invalid("a design of tiles has no lane; roofline emit verilog "
                   "writes its modules");
  if (O.ByLine) {
    Expected<std::string> Text = linesText(O, *Origin);
    if (!Text)
      return Text.takeError();
    if (Error E = writeOutput(O.Output, *Text))
      return E;
    return Done;
  }
  Expected<std::vector<Netlist>> Lanes =
      laneNetlists(Origin->K, Origin->Design);
  if (!Lanes)
    return Lanes.takeError();
  std::string Text;
  for (const Netlist &N : *Lanes)
    Text += (Text.empty() ? "" : "\n") + dumpNetlist(N);
  if (Error E = O.AsText ? writeOutput(O.Output, Text)
                         : writeJson(O.Output, toJSON(*Lanes)))
    return E;
  return Done;
}

} // namespace

template <>
int commandMain<Command::EmitNetlist>(ArrayRef<const char *> Words) {
  EmitNetlistArguments O;
  O.Core.Input.TakesIteration = O.Core.Input.TakesMaxima = true;
  return runCommand(
      parseArguments(Command::EmitNetlist, Words,
                     {text("variant", O.Core.Variant), text("o", O.Output),
                      temporaryOption(O.Core.Input), flag("text", O.AsText),
                      flag("lines", O.ByLine), text("costs", O.Costs)},
                     O.Core.Input),
      O.Core.Input, [&] { return run(O); });
}

} // namespace roofline
