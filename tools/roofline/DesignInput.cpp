// The options by which subcommands take a space of stream designs and a device.
#include "DesignInput.h"

#include "Command.h"
#include "StreamInput.h"

#include "roofline/Stream/StreamChain.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

Error parseCount(StringRef Value, StringRef Name, uint32_t &Out) {
  if (Value.getAsInteger(10, Out) || Out == 0)
    return invalid(Name + " '" + Value + "': a number from 1 is expected");
  return Error::success();
}

CommandOption count(const char *Name, uint32_t &To) {
  return {Name, true, [Name, &To](StringRef Value) {
            return parseCount(Value, std::string("--") + Name, To);
          }};
}

CommandOption temporaryOption(KernelInput &Input) {
  return {"temporary", true, [&Input](StringRef Value) {
            Input.Temporaries = kernelsOfChain(Value.str());
            return Error::success();
          }};
}

static Expected<std::optional<Hertz>> parseClock(StringRef Value) {
  constexpr double Least = 1e-3, Most = 1e5; // [MHz]
  double MHz;
  if (Value.getAsDouble(MHz) || !(MHz >= Least && MHz <= Most))
    return invalid(
        formatv("--clock '{0}': a number from {1} to {2} is expected", Value,
                Least, Most));
  return Hertz(MHz * 1e6);
}

static Expected<std::optional<ElementForm>> parseForm(StringRef Value) {
  for (auto [Name, Form] : {std::pair("pipe", ElementForm::Pipe),
                            {"comb", ElementForm::Comb},
                            {"seq", ElementForm::Seq}})
    if (Value == Name)
      return Form;
  return invalid("--form '" + Value + "': pipe, comb or seq");
}

std::vector<CommandOption> designOptions(DesignInput &O) {
  return {text("device", O.Device),
          text("costs", O.Costs),
          parsed("clock", parseClock, O.Request.Clock),
          parsed("peaks", parsePeaks, O.Request.Of),
          {"launches", true,
           [&O](StringRef Value) {
             return parseLaunches(Value, O.Request.Launches);
           }},
          {"utilisation", true,
           [&O](StringRef Value) {
             return parseUtilisation(Value, O.Request.Utilisation);
           }},
          count("max-lanes", O.Space.MaxLanes),
          count("max-vector", O.Space.MaxVector),
          parsed("form", parseForm, O.Space.Form),
          flag("pad", O.Space.Padded)};
}

} // namespace roofline
