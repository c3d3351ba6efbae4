// The options by which subcommands take one design of a kernel as a core.
#include "CoreInput.h"

#include "Command.h"
#include "StreamInput.h"

#include "roofline/Codegen/LegalNames.h"
#include "roofline/Core/CutStages.h"
#include "roofline/Resources/CoveredLanes.h"
#include "roofline/StreamPricing/PriceStreams.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

/// The numbers of masters; their ranges are whyNotMasters()'s.
constexpr std::pair<const char *, uint32_t MemoryMasters::*> MasterNumbers[] = {
    {"bus", &MemoryMasters::DataBits},
    {"burst", &MemoryMasters::Burst},
    {"outstanding", &MemoryMasters::Outstanding},
    {"address", &MemoryMasters::AddressBits}};

std::vector<CommandOption> masterOptions(CoreInput &O) {
  std::vector<CommandOption> Options = {text("memory", O.Memory)};
  for (auto [Name, Number] : MasterNumbers)
    Options.push_back({Name, [&O, Name, Number](StringRef Value) -> Error {
                         O.OnlyAxi = std::string("--") + Name;
                         if (Value.getAsInteger(10, O.Masters.*Number) ||
                             O.Masters.*Number == 0)
                           return invalid(O.OnlyAxi + " '" + Value +
                                          "': a positive number is expected");
                         return Error::success();
                       }});
  return Options;
}

CommandOption nameOption(CoreInput &O) {
  return {"name", [&O](StringRef Value) -> Error {
            O.Name = Value;
            if (VerilogNames().legal(O.Name) != O.Name ||
                Value.starts_with("roofline_"))
              return invalid("--name '" + Value +
                             "': a name of Verilog is expected, without double "
                             "underscores, that does not begin with roofline_");
            return Error::success();
          }};
}

std::vector<std::string> masterArguments(const CoreInput &O) {
  if (O.Memory != "axi4")
    return {};
  std::vector<std::string> Args = {"--memory", "axi4"};
  for (auto [Name, Number] : MasterNumbers)
    if (O.Masters.*Number != MemoryMasters().*Number) {
      Args.push_back(std::string("--") + Name);
      Args.push_back(std::to_string(O.Masters.*Number));
    }
  return Args;
}

Error checkMasters(const CoreInput &O) {
  if (!O.OnlyAxi.empty() && O.Memory != "axi4")
    return invalid(O.OnlyAxi + " is of --memory axi4");
  return Error::success();
}

/// \p Text, a legal variant, with the stages that \p K needs for \p Clock, and
/// a note where they do not reach it.
static std::string cutFor(Hertz Clock, StringRef Text, const StreamKernel &K,
                          const CostModel *Costs) {
  Variant V;
  parseVariant(Text, V);
  if (none_of(V.Maps, [](const MapLevel &Level) {
        return Level.K == MapLevel::Kind::Pipe;
      })) {
    errs() << "roofline: note: --clock: operators of map-pipe alone are cut\n";
    return Text.str();
  }
  CoveredLanes Lanes;
  std::optional<Hertz> Reached;
  if (Costs) {
    if (!V.StageBits) // one that was asked for stays
      V.StageBits = stageBitsFor(K, *Costs, Clock, Lanes);
    Reached = pipelineClock(cutStages(K, V.StageBits), *Costs, Lanes);
  }
  if (!Reached)
    errs() << "roofline: note: --clock: delays of this family or of a part of "
              "the design are not known"
           << (V.StageBits ? "\n"
                           : ", and operators stay whole; --variant 'map-pipe "
                             "f/16' cuts them\n");
  else if (*Reached < Clock)
    errs() << formatv("roofline: note: --clock: with typical routing {0} "
                      "reaches {1:f1} of {2:f1} MHz\n",
                      print(V), Reached->value() * 1e-6, Clock.value() * 1e-6);
  return print(V);
}

Expected<CoreOrigin> readCore(CoreInput &O, LLVMContext &Context,
                              std::unique_ptr<Module> &M,
                              const CostModel *Costs) {
  if (Error E = checkMasters(O))
    return E;
  Launch L;
  Expected<StreamKernel> K = readKernelFor(O.Variant, O.Input, Context, M, L);
  if (!K)
    return K.takeError();
  Expected<CoreOrigin> Origin = applyVariant(*K, O.Variant, L);
  if (Origin && O.Clock)
    Origin = applyVariant(*K, cutFor(*O.Clock, O.Variant, *K, Costs), L);
  if (!Origin)
    return Origin;
  if (O.Memory == "axi4")
    Origin->Masters = O.Masters;
  Origin->Name = O.Name;
  return Origin;
}

} // namespace roofline
