// The designs of a stream kernel as text.
#include "roofline/Report/StreamReport.h"

#include "roofline/Core/LogicDepth.h"
#include "roofline/Machine/Roofline.h"
#include "roofline/Stream/LowerVariant.h"
#include "roofline/Stream/Variant.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <bit>
#include <cmath>

using namespace llvm;

namespace roofline {

std::string variantText(const StreamReport &R, const PricedDesign &D) {
  return print(variantOf(R.Pricing.Kernel, D.Design, D.Positions));
}

static double operations(const StreamReport &R) {
  return R.Pricing.Work.WorkItems * R.Pricing.Work.Operations;
}

double operationRate(const StreamReport &R, const PricedDesign &D) {
  return achieved(operations(R), D.Price.Time).value();
}

double operationIntensity(const StreamReport &R, const PricedDesign &D) {
  return intensity(operations(R),
                   D.Price.Memory.value() * R.Pricing.Platform.Memory.value());
}

double computeRate(const StreamReport &R, const PricedDesign &D) {
  return achieved(operations(R), D.Price.Compute).value();
}

double elementRate(const StreamReport &R) {
  return achieved(operations(R), price(R.Pricing, StreamDesign()).Compute)
      .value();
}

std::optional<double> peakRate(const StreamReport &R) {
  if (!R.Pricing.Forms[0])
    return std::nullopt;
  const auto &Need = R.Pricing.Forms[0]->Needs[0];
  if (!Need)
    return std::nullopt;
  const double Lanes =
      howManyFit(R.Pricing.Platform.Available - Need->Base, Need->PerLane);
  if (!std::isfinite(Lanes)) // nothing limits, or there is one lane at most
    return std::nullopt;
  return elementRate(R) * Lanes;
}

std::string fourDigits(double Value) {
  std::string Text;
  raw_string_ostream(Text) << format("%.4g", Value);
  return Text;
}

const char *limitName(StreamLimit L) {
  return L == StreamLimit::Compute  ? "compute"
         : L == StreamLimit::Memory ? "memory"
                                    : "host";
}

namespace {

const char *objectiveName(Objective O) {
  return O == Objective::Time     ? "time"
         : O == Objective::Energy ? "energy"
                                  : "area";
}

std::optional<LogicDepth> depthOf(const StreamPricing &P, ElementForm Form) {
  const auto &F = P.Forms[unsigned(Form)];
  return F ? std::optional(logicDepth(P.Kernel, F->Schedules[0]))
           : std::nullopt;
}

json::Value depthJSON(const LogicDepth &D) {
  return json::Object{{"levels", D.Levels},
                      {"carry_bits", D.CarryBits},
                      {"not_known_of", json::Array(D.Modules)}};
}

/// True where the clock of some design follows from its longest path.
bool pathsAreKnown(const StreamPricing &P) {
  return std::any_of(P.Forms.begin(), P.Forms.end(), [](const auto &F) {
    return F && F->Paths[0].has_value();
  });
}

/// Notes that a reader of \p P's prices has to know.
std::vector<std::string> notesOf(const StreamPlatform &P) {
  std::vector<std::string> Notes = P.Notes;
  for (const std::string &What : P.Unmeasured)
    Notes.push_back("no resources: " + What);
  return Notes;
}

class StreamPrinter {
public:
  StreamPrinter(const StreamReport &R, raw_ostream &OS) : R(R), OS(OS) {}

  void header() {
    const StreamKernel &K = R.Pricing.Kernel;
    const StreamPlatform &P = R.Pricing.Platform;
    OS << K.Name << ": Vect " << K.Space.volume() << " t (";
    for (unsigned D = 0; D < K.NumDimensions; ++D)
      OS << (D ? " x " : "") << K.Space.Size[D];
    OS << "), " << fourDigits(R.Pricing.Work.Operations)
       << " operations a position, " << fourDigits(R.Pricing.Work.BufferBytes)
       << " bytes a launch, on " << P.Name << '\n';
    OS << "clock " << (pathsAreKnown(R.Pricing) ? "of up to " : "")
       << fourDigits(P.Clock.value() * 1e-6) << " MHz, memory "
       << fourDigits(P.Memory.value() * 1e-9) << " GB/s";
    if (P.Host)
      OS << ", host " << fourDigits(P.Host->value() * 1e-9) << " GB/s";
    if (P.Launches != 1)
      OS << ", " << fourDigits(P.Launches) << " launches";
    OS << '\n';
    for (ElementForm Form : {ElementForm::Pipe, ElementForm::Comb})
      if (std::optional<LogicDepth> D = depthOf(R.Pricing, Form))
        OS << "between two registers of "
           << (Form == ElementForm::Pipe ? "map-pipe" : "map-comb") << ": "
           << D->Levels << (D->Levels == 1 ? " level" : " levels")
           << " of LUTs, " << D->CarryBits << " carry bits"
           << (D->Modules.empty() ? "" : "; not known of ")
           << join(D->Modules, ", ") << '\n';
    OS << '\n';
  }

  void table() {
    size_t Width = StringRef("variant").size();
    std::vector<std::string> Texts;
    for (const PricedDesign &D : R.Designs) {
      Texts.push_back(variantText(R, D));
      Width = std::max(Width, Texts.back().size());
    }
    OS << "  " << left_justify("variant", Width)
       << "      cycles  [MHz]  time [us]    gain  limit        LUT       FF  "
          "BRAM   DSP  device\n";
    for (size_t I = 0; I < R.Designs.size(); ++I)
      row(Texts[I], Width, I);
    OS << "\n*: no other is better in everything; >: the best by "
       << objectiveName(R.By) << '\n';
  }

  void ending() {
    if (R.Designs.empty() && R.TooLarge)
      OS << "no design fits: the smallest, " << variantText(R, *R.TooLarge)
         << ", takes " << fourDigits(100 * R.TooLarge->Price.Share)
         << " % of the "
         << scarcest(*R.TooLarge->Price.Need, R.Pricing.Platform.Available)
         << " that " << R.Pricing.Platform.Name << " has for it\n";
    for (const ExcludedDesigns &E : R.Excluded)
      OS << "left out: "
         << print(variantOf(R.Pricing.Kernel, E.Example,
                            R.Pricing.Kernel.Space.volume()))
         << ": " << E.Why << '\n';
    for (const std::string &Note : notesOf(R.Pricing.Platform))
      OS << "note: " << Note << '\n';
  }

private:
  void row(StringRef Text, size_t Width, size_t I) {
    const PricedDesign &D = R.Designs[I];
    double First = price(R.Pricing, StreamDesign()).Time.value();
    const Hertz Clock = clockRange(R.Pricing, D.Design).Typical;
    OS << (R.Best == I ? '>' : ' ') << (R.InFront[I] ? '*' : ' ')
       << left_justify(Text, Width)
       << format("  %10lld %6.0f %10s %7s  %-7s",
                 (long long)D.Price.LaunchCycles, Clock.value() * 1e-6,
                 fourDigits(D.Price.Time.value() * 1e6).c_str(),
                 fourDigits(First / D.Price.Time.value()).c_str(),
                 limitName(D.Price.Limit));
    if (const auto &N = D.Price.Need)
      OS << format(" %8.0f %8.0f %5g %5.0f %6s%%", N->Luts, N->Registers,
                   N->MemoryBlocks, N->DspBlocks,
                   fourDigits(100 * D.Price.Share).c_str())
         << (D.Price.fits() ? "" : "  does not fit");
    else
      OS << "        -        -     -     -      -";
    OS << '\n';
  }

  const StreamReport &R;
  raw_ostream &OS;
};

} // namespace

void printStreamReport(const StreamReport &R, raw_ostream &OS) {
  StreamPrinter P(R, OS);
  P.header();
  if (!R.Designs.empty())
    P.table();
  P.ending();
}

static json::Object resources(const FabricResources &N) {
  return json::Object{{"luts", N.Luts},
                      {"registers", N.Registers},
                      {"memory_blocks", N.MemoryBlocks},
                      {"dsp_blocks", N.DspBlocks}};
}

static json::Object design(const StreamReport &R, size_t I) {
  constexpr const char *Forms[] = {"pipe", "comb", "seq"};
  constexpr const char *Memories[] = {"A", "B", "C"};
  const PricedDesign &D = R.Designs[I];
  const StreamPrice &P = D.Price;
  const ClockRange Clock = clockRange(R.Pricing, D.Design);
  json::Object O{{"variant", variantText(R, D)},
                 {"lanes", D.Design.Lanes},
                 {"vector", D.Design.Vector},
                 {"form", Forms[unsigned(D.Design.Form)]},
                 {"memory_form", Memories[unsigned(D.Design.Memory)]},
                 {"positions", D.Positions},
                 {"cycles", P.LaunchCycles},
                 {"clock_hz", Clock.Typical.value()},
                 {"clock_low_hz", Clock.Low.value()},
                 {"clock_high_hz", Clock.High.value()},
                 {"time_s", P.Time.value()},
                 {"compute_s", P.Compute.value()},
                 {"memory_s", P.Memory.value()},
                 {"host_s", P.Host.value()},
                 {"limit", limitName(P.Limit)},
                 {"operations_per_s", operationRate(R, D)},
                 {"front", bool(R.InFront[I])},
                 {"best", R.Best == I}};
  if (R.Pricing.Platform.Power)
    O["energy_j"] = energy(P.Time, *R.Pricing.Platform.Power).value();
  // Without streams no byte is moved.
  if (double Intensity = operationIntensity(R, D); std::isfinite(Intensity))
    O["operations_per_byte"] = Intensity;
  if (P.Need) {
    O["resources"] = resources(*P.Need);
    if (std::isfinite(P.Share))
      O["share"] = P.Share;
    O["fits"] = P.fits();
  }
  return O;
}

json::Value toJSON(const std::vector<StreamReport> &Reports) {
  json::Array Kernels;
  for (const StreamReport &R : Reports) {
    const StreamPlatform &P = R.Pricing.Platform;
    json::Array Designs, Excluded, Notes;
    for (size_t I = 0; I < R.Designs.size(); ++I)
      Designs.push_back(design(R, I));
    for (const ExcludedDesigns &E : R.Excluded)
      Excluded.push_back(json::Object{
          {"example", print(variantOf(R.Pricing.Kernel, E.Example,
                                      R.Pricing.Kernel.Space.volume()))},
          {"why", E.Why}});
    for (const std::string &Note : notesOf(P))
      Notes.push_back(Note);
    json::Object O{{"kernel", R.Pricing.Kernel.Name},
                   {"device", P.Name},
                   {"clock_hz", P.Clock.value()},
                   {"memory_bytes_per_s", P.Memory.value()},
                   {"launches", P.Launches},
                   {"positions", R.Pricing.Kernel.Space.volume()},
                   {"operations", R.Pricing.Work.Operations},
                   {"buffer_bytes", R.Pricing.Work.BufferBytes},
                   {"objective", objectiveName(R.By)},
                   {"priced", R.Priced},
                   {"designs", std::move(Designs)},
                   {"excluded", std::move(Excluded)},
                   {"notes", std::move(Notes)}};
    if (P.Host)
      O["host_bytes_per_s"] = P.Host->value();
    json::Object Depth;
    if (auto D = depthOf(R.Pricing, ElementForm::Pipe))
      Depth["pipe"] = depthJSON(*D);
    if (auto D = depthOf(R.Pricing, ElementForm::Comb))
      Depth["comb"] = depthJSON(*D);
    O["logic_depth"] = std::move(Depth);
    Kernels.push_back(std::move(O));
  }
  return json::Object{{"format", "roofline-variants"},
                      {"version", 1},
                      {"kernels", std::move(Kernels)}};
}

} // namespace roofline
