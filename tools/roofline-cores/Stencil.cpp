// roofline stencil: a kernel as one step of an iterative stencil.
#include "Command.h"
#include "StreamInput.h"

#include "roofline/DesignReport/StencilReport.h"
#include "roofline/Stream/StreamChain.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

struct Number {
  const char *Name;
  std::optional<double> Value = {};
};

struct StencilArguments {
  KernelInput Input;
  std::string Json, Tiles;
  Number MaxFused{"max-fused"}, Elements{"elements"}, Bandwidth{"bandwidth"},
      Clock{"clock"}, Launch{"launch-cycles"}, Interval{"interval"},
      PipeCycles{"pipe-cycles"}, Blocks{"blocks"};
};

CommandOption number(Number &To, double Most) {
  return {To.Name, [&To, Most](StringRef Value) -> Error {
            double Read;
            if (Value.getAsDouble(Read) || !(Read > 0 && Read <= Most))
              return invalid("--" + Twine(To.Name) + " '" + Value +
                             "': a number above 0 is expected");
            To.Value = Read;
            return Error::success();
          }};
}

CommandOption wholeNumber(Number &To, uint64_t Most) {
  return {To.Name, [&To, Most](StringRef Value) -> Error {
            uint64_t Read;
            if (Value.getAsInteger(10, Read) || Read < 1 || Read > Most)
              return invalid("--" + Twine(To.Name) + " '" + Value +
                             "': a whole number from 1 to " + Twine(Most) +
                             " is expected");
            To.Value = double(Read);
            return Error::success();
          }};
}

/// Buffers of a chain: "NAME,NAME,..".
CommandOption temporaries(std::vector<std::string> &To) {
  return {"temporary", [&To](StringRef Value) {
            To = kernelsOfChain(Value.str());
            return Error::success();
          }};
}

std::vector<CommandOption> options(StencilArguments &O) {
  return {wholeNumber(O.MaxFused, 65536),
          wholeNumber(O.Elements, 65536),
          number(O.Bandwidth, 1e6),
          number(O.Clock, 1e5),
          wholeNumber(O.Launch, 1000000000000),
          wholeNumber(O.Interval, 1000000),
          number(O.PipeCycles, 1e6),
          wholeNumber(O.Blocks, 1000000000),
          text("tiles", O.Tiles),
          temporaries(O.Input.Temporaries),
          text("json", O.Json)};
}

/// Tiles along each of \p NumDimensions dimensions.
Expected<std::vector<uint32_t>> parseTiles(StringRef Text,
                                           uint32_t NumDimensions) {
  const std::vector<uint32_t> Defaults[] = {{16}, {4, 4}, {4, 2, 2}};
  if (Text.empty())
    return Defaults[NumDimensions - 1];
  std::vector<uint32_t> Result;
  SmallVector<StringRef> Parts;
  Text.split(Parts, ',');
  for (StringRef Part : Parts) {
    uint32_t Number;
    if (Part.getAsInteger(10, Number) || Number < 1 || Number > 1024)
      return invalid("--tiles '" + Text +
                     "': numbers from 1 to 1024 are "
                     "expected");
    Result.push_back(Number);
  }
  if (Result.size() != NumDimensions)
    return invalid("--tiles '" + Text + "': the kernel has " +
                   Twine(NumDimensions) + " dimensions");
  return Result;
}

/// The machine; nothing where no option asks for it.
Expected<std::optional<StencilCones>> readMachine(const StencilArguments &O,
                                                  const Stencil &S) {
  const Number *Of[] = {&O.Elements, &O.Interval,   &O.Bandwidth, &O.Clock,
                        &O.Launch,   &O.PipeCycles, &O.Blocks};
  std::vector<std::string> Missing;
  for (const Number *N : Of)
    if (!N->Value)
      Missing.push_back(std::string("--") + N->Name);
  if (Missing.size() == std::size(Of)) {
    if (!O.Tiles.empty() || O.MaxFused.Value)
      return invalid("--tiles and --max-fused are of the machine, whose other "
                     "options are missing");
    return std::nullopt;
  }
  if (!Missing.empty())
    return invalid("the machine lacks " + join(Missing, ", "));
  Expected<std::vector<uint32_t>> Tiles = parseTiles(O.Tiles, S.NumDimensions);
  if (!Tiles)
    return Tiles.takeError();
  StencilCones C;
  C.Clock = Hertz(*O.Clock.Value * 1e6);
  C.Machine.Elements = *O.Elements.Value;
  C.Machine.Bandwidth = *O.Bandwidth.Value * 8e9 / C.Clock.value();
  C.Machine.Launch = *O.Launch.Value;
  C.Machine.Interval = *O.Interval.Value;
  C.Machine.PipeCycles = *O.PipeCycles.Value;
  C.Space.Kernels = *Tiles;
  C.Space.MostBlocks = *O.Blocks.Value;
  C.Space.MostFused = uint32_t(O.MaxFused.Value.value_or(512));
  return C;
}

Expected<int> run(StencilArguments &O) {
  Launch L;
  TimeLoopUse Loop = {.IsTaken = true};
  Expected<std::vector<StreamKernel>> Kernels = readStreams(O.Input, L, Loop);
  if (!Kernels)
    return Kernels.takeError();
  if (!Loop.WhyLaidOut.empty())
    return invalid(Loop.WhyLaidOut);
  if (!L.Iterate)
    return invalid("--iterate is missing: how many steps?");
  if (Kernels->size() != 1)
    return invalid(O.Input.File + ": several kernels; choose one by --kernel, "
                                  "or a chain of them");
  StencilResult R;
  const StreamKernel &K = Kernels->front();
  if (auto Why =
          findStencil(K, L.Iterate->Swap, uint64_t(L.Iterate->Steps), R.Input))
    return invalid(placePrefix(K.Loc) + "kernel '" + K.Name +
                   "' is no step of a stencil: " + *Why);
  Expected<std::optional<StencilCones>> Cones = readMachine(O, R.Input);
  if (!Cones)
    return Cones.takeError();
  R.Cones = std::move(*Cones);
  if (R.Cones)
    for (ConeKind Kind :
         {ConeKind::Overlapped, ConeKind::Piped, ConeKind::Balanced})
      R.Cones->Best[size_t(Kind)] =
          bestCone(R.Input.features(), R.Cones->Machine, R.Cones->Space, Kind);
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(R)))
      return E;
  if (O.Json != "-")
    printStencil(R, outs());
  return !R.Cones || R.Cones->isComplete() ? Done : Incomplete;
}

} // namespace

template <> int commandMain<Command::Stencil>(ArrayRef<const char *> Words) {
  StencilArguments O;
  O.Input.TakesIteration = true;
  return runCommand(
      parseArguments(Command::Stencil, Words, options(O), O.Input), O.Input,
      [&] { return run(O); });
}

} // namespace roofline
