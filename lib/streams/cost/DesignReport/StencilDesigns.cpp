// The designs of an iterated kernel as text and JSON.
#include "roofline/DesignReport/StencilDesigns.h"

#include "DesignFields.h"

#include "roofline/DesignReport/PredictionTable.h"
#include "roofline/DesignReport/ResourceComparisonJSON.h"
#include "roofline/DesignReport/StreamReport.h"
#include "roofline/Json/JsonSchema.h"
#include "roofline/Report/AnalysisResult.h"
#include "roofline/Steps/LowerVariant.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

std::string variantText(const StencilReport &R, const StencilDesign &D) {
  Variant V = variantOf(R.Pricing.One.Kernel, D.Design, D.Positions,
                        D.Price.Passes, D.Price.Blocks);
  if (R.Pricing.Loop.Runner != StepLoop::Host && D.Design.Steps == 1 &&
      !D.Design.isBlocked()) { // without a rule all steps of the loop are one
    V.Maps.insert(V.Maps.begin(), {{MapLevel::Kind::Seq, D.Price.Passes},
                                   {MapLevel::Kind::Chain, 1}});
    V.Rules.push_back({ShapeRule::Kind::Fuse, 1});
  }
  return print(V);
}

namespace {

constexpr const char *PeerNames[] = {"overlapped tiles", "tiles with pipes",
                                     "balanced tiles with pipes"};

double cycles(const StencilDesign &D) {
  return double(D.Price.Pass.LaunchCycles) * double(D.Price.Passes) *
         double(D.Price.Blocks);
}
/// [cell x step / cycle] that a design does, and could do at most.
double rate(const StencilReport &R, const StencilDesign &D) {
  return double(R.Pricing.One.Kernel.Space.volume()) *
         double(R.Pricing.Loop.Steps) / cycles(D);
}
double peakRate(const StencilDesign &D) {
  return double(D.Design.Steps) * D.Design.Vector * D.Design.Lanes;
}

std::string sizes(const StreamKernel &K) {
  std::string Text;
  for (unsigned D = 0; D < K.NumDimensions; ++D)
    Text += (D ? " x " : "") + std::to_string(K.Space.Size[D]);
  return Text;
}

void printHeader(const StencilReport &R, raw_ostream &OS) {
  const StreamPricing &One = R.Pricing.One;
  OS << One.Kernel.Name << ": " << sizes(One.Kernel) << " cells, "
     << R.Pricing.Loop.Steps << " steps";
  for (const SwapPair &P : R.Pricing.Loop.Swap)
    OS << ", " << P.Read << " takes the buffer of " << P.Written;
  OS << (R.Pricing.Loop.SameBorders ? ", borders the same" : "") << "; "
     << fourDigits(One.Work.Operations) << " operations a cell, "
     << fourDigits(One.Work.BufferBytes) << " bytes a step, on "
     << One.Platform.Name << '\n';
  OS << "memory " << fourDigits(One.Platform.Memory.value() * 1e-9)
     << " GB/s\n\n";
}

void printTable(const StencilReport &R, raw_ostream &OS) {
  size_t Width = 7;
  for (const StencilDesign &D : R.BySteps)
    Width = std::max(Width, variantText(R, D).size());
  OS << "  " << left_justify("the best for each number of steps a pass", Width)
     << "  steps  cells/cycle        cycles  [MHz]  time [ms]    gain  limit  "
        "      LUT       FF   BRAM   DSP  device  of peak  traffic\n";
  for (const auto &[I, D] : enumerate(R.BySteps)) {
    OS << (R.Best == I ? "> " : "  ") << left_justify(variantText(R, D), Width)
       << format("  %5u  %11s  %12.0f  %5.0f%s %9s %7s  %-7s", D.Design.Steps,
                 fourDigits(rate(R, D)).c_str(), cycles(D),
                 D.Price.Pass.Clock.value() * 1e-6,
                 D.Price.Pass.PathIsKnown ? " " : "?",
                 fourDigits(D.Price.time().value() * 1e3).c_str(),
                 fourDigits(R.BySteps.front().Price.time() / D.Price.time())
                     .c_str(),
                 limitName(D.Price.Pass.Limit));
    if (const auto &N = D.Price.Pass.Need)
      OS << format(" %8.0f %8.0f %6g %5.0f %6s%%", N->Luts, N->Registers,
                   N->MemoryBlocks, N->DspBlocks,
                   fourDigits(100 * D.Price.Pass.Share).c_str());
    else
      OS << "        -        -      -     -      -";
    OS << format("  %5.1f %%  %6.3fx\n", 100 * rate(R, D) / peakRate(D),
                 movedOverCompulsory(R.Pricing, D.Design, D.Price));
  }
  OS << "\n>: the fastest; of peak: of the steps that its stages could do; "
        "traffic: over each field once a pass\n";
  if (any_of(R.BySteps,
             [](const StencilDesign &D) { return !D.Price.Pass.PathIsKnown; }))
    OS << "?: the path has a part without a measured delay; its clock is that "
          "of one step, or the device's\n";
}

void printWhy(const StencilReport &R, const std::vector<ConePeer> &Peers,
              raw_ostream &OS) {
  const StencilDesign &Best = R.BySteps[*R.Best];
  OS << "why: limited by " << limitName(Best.Price.Pass.Limit);
  for (const StencilGain &G : R.Gains)
    OS << (&G != &R.Gains.front()    ? ", "
           : Best.Design.isBlocked() ? "; without blocks and with twice the "
                                     : "; with twice the ")
       << G.Resource << ' ' << fourDigits(G.Gain);
  OS << (R.Gains.empty() ? "; without blocks nothing fits\n"
                         : " times as fast\n");
  for (const ConePeer &P : Peers)
    OS << "DAC17's " << PeerNames[size_t(P.Kind)]
       << " of as many elements: " << fourDigits(P.Time.value() * 1e3)
       << " ms at least (" << fourDigits(P.Time / Best.Price.time())
       << " times as long), " << P.Fused << " steps a pass, by its model\n";
}

} // namespace

std::vector<ConePeer> conePeers(const StencilReport &R, const Stencil &S,
                                double BlockBits) {
  std::vector<ConePeer> Peers;
  if (!R.Best)
    return Peers;
  const StencilDesign &Best = R.BySteps[*R.Best];
  const StreamPlatform &Platform = R.Pricing.One.Platform;
  const Hertz Clock = Best.Price.Pass.Clock;
  const std::vector<uint32_t> Tiles[] = {{16}, {4, 4}, {4, 2, 2}};
  ConeSpace Space = {Tiles[S.NumDimensions - 1]};
  Space.MostBlocks = Platform.Available.MemoryBlocks;
  Space.BlockBits = BlockBits;
  ConeMachine M;
  M.Elements = peakRate(Best) / 16;
  M.Interval = 1;
  M.Bandwidth = Platform.Memory.value() * 8 / Clock.value();
  for (ConeKind Kind :
       {ConeKind::Overlapped, ConeKind::Piped, ConeKind::Balanced})
    if (BestCone Cone = bestCone(S.features(), M, Space, Kind); Cone.Cycles > 0)
      Peers.push_back({Kind, Cone.Design.Fused, Cycles(Cone.Cycles) / Clock});
  return Peers;
}

/// ": the smallest, map-pipe f, takes 155.1 % of the memory blocks that ...".
static std::string tooLargeText(const StencilReport &R) {
  if (!R.TooLarge)
    return {};
  const StreamPricing &P = R.Pricing.One;
  const StreamPrice &Price = R.TooLarge->Price.Pass;
  return formatv(
      ": the smallest, {0}, takes {1:f1} % of the {2} that {3} has "
      "for it",
      print(variantOf(P.Kernel, R.TooLarge->Design, R.TooLarge->Positions)),
      100 * Price.Share, scarcest(*Price.Need, P.Platform.Available),
      P.Platform.Name);
}

void printStencilDesigns(const StencilReport &R,
                         const std::vector<ConePeer> &Peers, raw_ostream &OS) {
  printHeader(R, OS);
  if (R.Best) {
    printTable(R, OS);
    printWhy(R, Peers, OS);
  } else {
    OS << "no design fits" << tooLargeText(R) << '\n';
  }
  for (const ExcludedDesigns &E : R.Excluded)
    OS << "left out: "
       << print(variantOf(R.Pricing.One.Kernel, E.Example,
                          R.Pricing.One.Kernel.Space.volume()))
       << ": " << E.Why << '\n';
  for (const std::string &Note : R.notes())
    OS << "note: " << Note << '\n';
  printSynthesised(R.Synthesised, OS);
}

namespace {

struct StencilDesignRow {
  StencilDesign Priced;
  std::string Variant;
  double Rate = 0;    ///< [cell x step / cycle]
  double Traffic = 1; ///< [1] moved over each field once a pass
};
struct StencilDesignsFile {
  std::string Kernel, Device;
  std::vector<int64_t> Lengths;
  uint64_t Steps = 1;
  std::vector<std::array<std::string, 2>> Swap; ///< read, written
  bool SameBorders = false;
  BytesPerSecond Memory;
  uint64_t Priced = 0;
  std::optional<uint64_t> Best; ///< index into BySteps
  std::vector<StencilDesignRow> BySteps, Front;
  std::vector<StencilGain> Gains;
  std::vector<ConePeer> Cones;
  std::optional<std::vector<SynthesisedDesign>> Synthesised;
  std::vector<std::string> Notes;
};

StencilDesignRow stencilRow(const StencilReport &R, const StencilDesign &D) {
  return {D, variantText(R, D), rate(R, D),
          movedOverCompulsory(R.Pricing, D.Design, D.Price)};
}

StencilDesignsFile stencilDesignsFile(const StencilReport &R,
                                      const std::vector<ConePeer> &Peers) {
  const StreamKernel &K = R.Pricing.One.Kernel;
  StencilDesignsFile File;
  File.Kernel = K.Name;
  File.Device = R.Pricing.One.Platform.Name;
  File.Lengths.assign(K.Space.Size.begin(),
                      K.Space.Size.begin() + K.NumDimensions);
  File.Steps = R.Pricing.Loop.Steps;
  for (const SwapPair &P : R.Pricing.Loop.Swap)
    File.Swap.push_back({P.Read, P.Written});
  File.SameBorders = R.Pricing.Loop.SameBorders;
  File.Memory = R.Pricing.One.Platform.Memory;
  File.Priced = R.Priced;
  File.Best = R.Best;
  for (const StencilDesign &D : R.BySteps)
    File.BySteps.push_back(stencilRow(R, D));
  for (const StencilDesign &D : R.Front)
    File.Front.push_back(stencilRow(R, D));
  File.Gains = R.Gains;
  File.Cones = Peers;
  if (!R.Synthesised.empty())
    File.Synthesised = R.Synthesised;
  File.Notes = R.notes();
  return File;
}

} // namespace

template <typename V> void list(V &Visit, StencilDesignRow &S) {
  const PassPrice &All = S.Priced.Price;
  const StreamPrice &P = All.Pass;
  const StreamDesign &D = S.Priced.Design;
  Visit("variant", S.Variant);
  Visit("steps_a_pass", D.Steps, FromOne);
  Visit("passes", All.Passes, FromOne);
  Visit("blocks", All.Blocks, FromOne);
  Visit("lanes", D.Lanes, FromOne);
  Visit("vector", D.Vector, FromOne);
  Visit("cycles_a_block", P.LaunchCycles, FromOne);
  Visit("time_s", All.time().value(), FromZero);
  Visit("compute_s",
        P.Compute.value() * double(All.Passes) * double(All.Blocks), FromZero);
  Visit("memory_s", P.Memory.value() * double(All.Passes) * double(All.Blocks),
        FromZero);
  Visit("limit", P.Limit);
  Visit("cells_per_cycle", S.Rate, FromZero);
  Visit("part_of_peak", S.Rate / peakRate(S.Priced), FromZero);
  Visit("traffic", S.Traffic, FromZero);
  Visit("exact", All.Exact);
  Visit("resources", designResources(P.Need));
  Visit("share", P.Need ? std::optional(P.Share) : std::nullopt, FromZero);
}
template <typename V> void list(V &Visit, StencilGain &S) {
  Visit("of", S.Resource);
  Visit("gain", S.Gain, FromZero);
}
template <typename V> void list(V &Visit, ConePeer &S) {
  Visit("kind", std::string(PeerNames[size_t(S.Kind)]));
  Visit("steps_a_pass", S.Fused, FromOne);
  Visit("least_time_s", S.Time.value(), FromZero);
}
template <typename V> void list(V &Visit, StencilDesignsFile &S) {
  Visit("kernel", S.Kernel);
  Visit("device", S.Device);
  Visit("lengths", S.Lengths, {.Least = 1, .Most = 3, .Each = &FromOne});
  Visit("steps", S.Steps, FromOne);
  Visit("swap", S.Swap);
  Visit("same_borders", S.SameBorders);
  Visit("memory_bytes_per_s", S.Memory.value(), FromZero);
  Visit("priced", S.Priced);
  Visit.orNull("best", S.Best);
  Visit("by_steps", S.BySteps);
  Visit("front", S.Front);
  Visit("with_twice", S.Gains);
  Visit("cones", S.Cones);
  Visit("synthesised", S.Synthesised, {.Says = "by --synthesise"});
  Visit("notes", S.Notes);
}

static constexpr FileFormat StencilDesignsFormat = {
    "roofline-stencil-designs", 1, "designs of a stencil", "designs",
    "The designs of an iterated kernel, by roofline explore --iterate. See "
    "docs/iterate.md."};

json::Value toJSON(const StencilReport &R, const std::vector<ConePeer> &Peers) {
  return writeJsonFile(StencilDesignsFormat, stencilDesignsFile(R, Peers));
}

json::Value stencilDesignsSchema() {
  return schemaOf<StencilDesignsFile>(StencilDesignsFormat);
}

} // namespace roofline
