// roofline emit netlist: the lane of a design as a netlist of words.
#include "Command.h"
#include "CoreInput.h"
#include "DesignInput.h"

#include "roofline/Report/NetlistJSON.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {
namespace {

struct Options {
  CoreInput Core;
  std::string Output = "-";
  bool AsText = false;
};

Expected<int> run(Options &O) {
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Expected<CoreOrigin> Origin = readCore(O.Core, Context, M);
  if (!Origin)
    return Origin.takeError();
  if (Origin->Network)
    return invalid("a design of tiles has no lane; roofline emit verilog "
                   "writes its modules");
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
  Options O;
  O.Core.Input.TakesIteration = true;
  return runCommand(
      parseArguments(Command::EmitNetlist, Words,
                     {text("variant", O.Core.Variant), text("o", O.Output),
                      temporaryOption(O.Core.Input), flag("text", O.AsText)},
                     O.Core.Input),
      O.Core.Input, [&] { return run(O); });
}

} // namespace roofline
