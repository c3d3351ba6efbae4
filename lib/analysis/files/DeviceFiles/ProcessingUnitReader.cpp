// The roofs of a device file.
#include "ProcessingUnitReader.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

template <typename T, typename... Parts>
Sourced<T> computed(T Value, StringRef Equation, const Parts &...Inputs) {
  std::string Source = (Equation + " of").str();
  for (const std::string *Input : {&Inputs.Source...})
    if (!StringRef(Source).contains(*Input))
      Source += (Source.back() == 'f' ? " " : "; ") + *Input;
  return {Value, Source};
}

Ceiling ceilingOf(StringRef Name, const CeilingHead &Head) {
  Ceiling C;
  C.Name = Name;
  C.Types = Head.Types;
  C.Operations = Head.Operators;
  return C;
}

class Reader {
public:
  Reader(YamlReader &R, const UnitFields &F) : R(R), F(F) {}

  ProcessingUnit read() {
    Unit.K = F.Kind;
    Unit.Clock = F.Clock;
    if (F.Fabric)
      addFabric(*F.Fabric);
    for (const auto &[Name, C] : F.Ceilings)
      addCeiling(Name, C);
    for (const auto &[Name, S] : F.Sources)
      addSource(Name, S);
    if (F.Power)
      Unit.Power = F.Power->Power;
    return std::move(Unit);
  }

private:
  void addCeiling(StringRef Name, const CeilingFields &T) {
    Ceiling C = ceilingOf(Name, T.Head);
    C.Peak = T.Peak;
    const auto &OwnClock = T.Clock ? T.Clock : F.Clock;
    const auto &OwnCores = T.Cores ? T.Cores : F.Cores;
    if (T.Width && C.Peak.Theoretical)
      R.problem(*T.Place, "'peak' and 'operations' both give the peak");
    else if (T.Width && (!OwnClock || !OwnCores))
      R.problem(*T.Place, "'operations' needs a 'clock' and 'cores'");
    else if (T.Width)
      C.Peak.Theoretical = computed(
          computeCeiling(OwnClock->Value, OwnCores->Value, T.Width->Value),
          "TUE11 Eq. (2.1)", *OwnClock, *OwnCores, *T.Width);
    if (C.Peak.isKnown())
      Unit.Ceilings.push_back(std::move(C));
  }

  void addSource(StringRef Name, const SourceFields &T) {
    DataSource S;
    S.Name = Name;
    S.Bandwidth = T.Bandwidth;
    S.Capacity = T.Capacity;
    if (T.Clock && S.Bandwidth.Theoretical)
      R.problem(*T.Place, "'bandwidth' and 'clock' both give the bandwidth");
    else if (T.Clock && T.DataRate && T.Width && T.Channels)
      S.Bandwidth.Theoretical = computed(
          sourceBandwidth(T.Clock->Value, T.DataRate->Value, T.Width->Value,
                          T.Channels->Value),
          "TUE11 Eq. (2.6)", *T.Clock, *T.DataRate, *T.Width, *T.Channels);
    if (S.Bandwidth.isKnown())
      Unit.Sources.push_back(std::move(S));
  }

  void addFabric(const FabricFields &Fabric) {
    const FabricResources Whole = Fabric.Whole.amounts();
    Unit.Fabric = Whole;
    if (Fabric.UltraRam)
      Unit.UltraRam = Fabric.UltraRam->Value;
    if (const auto &Routing = Fabric.Routing) { // room for place and route
      Unit.Fabric->Luts -= Whole.Luts * Routing->Value;
      Unit.Fabric->Registers -= Whole.Registers * Routing->Value;
    }
    for (const auto &[Name, I] : Fabric.Interfaces)
      Unit.Fabric = *Unit.Fabric - I.Need.amounts() * I.Number.Value;
    for (const auto &[Name, O] : Fabric.Operators)
      addOperator(Name, O);
  }

  void addOperator(StringRef Name, const FabricOperator &T) {
    Ceiling C = ceilingOf(Name, T.Head);
    std::vector<FabricResources> Forms;
    for (const auto &[Form, O] : T.Forms)
      Forms.push_back(O.Need.amounts());
    const auto &OwnClock = T.Clock ? T.Clock : F.Clock;
    if (!OwnClock)
      return R.problem(*T.Place, "a 'clock' is needed, here or of the device");
    if (R.failed())
      return;
    double Number = operatorsThatFit(*Unit.Fabric, Forms);
    std::string Fit = formatv("TUE11 Eq. (6.13): {0:f0} fit; ", Number).str();
    C.Peak.Theoretical = {computeCeiling(OwnClock->Value, 1, Number),
                          Fit + OwnClock->Source};
    if (const auto &Share = T.MeasuredShare; T.MeasuredClock)
      C.Peak.Measured = {computeCeiling(T.MeasuredClock->Value, 1,
                                        Number * (Share ? Share->Value : 1)),
                         Fit + T.MeasuredClock->Source +
                             (Share ? "; " + Share->Source : "")};
    if (T.Measured)
      C.Peak.Measured = T.Measured;
    Unit.Ceilings.push_back(std::move(C));
  }

  YamlReader &R;
  const UnitFields &F;
  ProcessingUnit Unit;
};

} // namespace

FabricResources ResourceFields::amounts() const {
  auto Amount = [](const std::optional<Sourced<double>> &S) {
    return S ? S->Value : 0;
  };
  FabricResources Sum;
  Sum.Luts = Amount(Luts);
  Sum.Registers = Amount(Registers);
  Sum.DspBlocks = Amount(DspBlocks);
  Sum.MemoryBlocks = Amount(MemoryBlocks);
  Sum.Pins = Amount(Pins);
  return Sum;
}

ProcessingUnit processingUnit(YamlReader &R, const UnitFields &F) {
  return Reader(R, F).read();
}

} // namespace roofline
