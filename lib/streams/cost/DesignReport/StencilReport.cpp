// An iterative stencil and its cones, as text and JSON.
#include "roofline/DesignReport/StencilReport.h"

#include "roofline/Json/JsonSchema.h"
#include "roofline/Report/AnalysisResult.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

static constexpr const char *KindNames[] = {"overlapped", "pipes", "balanced"};

bool StencilCones::isComplete() const {
  return all_of(Best, [](const BestCone &B) { return B.Cycles > 0; });
}

namespace {

std::string reachText(const StencilReach &R) {
  if (R.Low == 0 && R.High == 0)
    return "0";
  return formatv("-{0}..+{1}", countText(R.Low), countText(R.High)).str();
}

std::string lengthText(double Length) {
  return Length == std::round(Length) ? countText(Length)
                                      : formatv("{0:f1}", Length).str();
}

/// "157.0|185.0 x 128": the edge and between, where they differ.
std::string tilesText(const ConeDesign &D) {
  std::string Text;
  for (const std::vector<double> &Row : D.Tiles) {
    Text += (Text.empty() ? "" : " x ") + lengthText(Row.front());
    if (Row[Row.size() / 2] != Row.front())
      Text += "|" + lengthText(Row[Row.size() / 2]);
  }
  return Text;
}

std::string kernelsText(const ConeSpace &Space) {
  std::string Text;
  for (uint32_t Number : Space.Kernels)
    Text += (Text.empty() ? "" : " x ") + std::to_string(Number);
  return Text;
}

void printCones(const StencilResult &R, raw_ostream &OS) {
  const StencilCones &C = *R.Cones;
  const ConeMachine &M = C.Machine;
  OS << formatv(
      "\n  by the model of DAC17, repaired: {0} tiles, {1} elements "
      "each, {2:f1} bit a cycle\n  at {3:f0} MHz, {4} cycles to "
      "launch, {5} memory blocks of {6} bit;\n  an iteration each {7} "
      "cycles, a cell through a pipe in {8}; all kernels start at "
      "once\n\n",
      kernelsText(C.Space), countText(M.Elements), M.Bandwidth,
      C.Clock.value() / 1e6, countText(M.Launch), countText(C.Space.MostBlocks),
      countText(C.Space.BlockBits), countText(M.Interval),
      countText(M.PipeCycles));
  OS << formatv("  {0,-11}{1,7}{2,11}{3,5}{4,8}{5,7}{6,7}{7,8}{8,8}  {9}\n", "",
                "gain", "time", "h", "compute", "read", "write", "launch",
                "blocks", "tiles");
  const double Base = C.Best[0].Cycles;
  for (const auto &[I, B] : enumerate(C.Best)) {
    OS << formatv("  {0,-11}", KindNames[I]);
    if (B.Cycles == 0) {
      OS << "no design fits\n";
      continue;
    }
    const TileCycles T = slowestTile(R.Input.features(), M, B.Design);
    auto Share = [&](double Part) {
      return formatv("{0:f0} %", 100 * Part / T.total()).str();
    };
    OS << formatv("{0,7}{1,11}{2,5}{3,8}{4,7}{5,7}{6,8}{7,8}  {8}\n",
                  Base > 0 ? formatv("{0:f2}", Base / B.Cycles).str() : "-",
                  secondsText(B.Cycles / C.Clock.value()), B.Design.Fused,
                  Share(T.Compute), Share(T.Read), Share(T.Write),
                  Share(T.Launch), countText(B.Blocks), tilesText(B.Design));
  }
  OS << "  shares are of the slowest tile in a pass of h steps; the model has "
        "no error bar\n";
}

} // namespace

void printStencil(const StencilResult &R, raw_ostream &OS) {
  const Stencil &S = R.Input;
  std::string Size, Operators;
  for (uint32_t D = 0; D < S.NumDimensions; ++D)
    Size += (D ? " x " : "") + std::to_string(S.Lengths[D]);
  OS << formatv("stencil {0}: {1} cells, {2} steps\n\n", S.Name, Size, S.Steps);
  OS << formatv("  {0,-14}{1,-14}{2,5}  {3}\n", "field", "next", "bits",
                "reach by dimension");
  for (const StencilField &F : S.Fields) {
    std::string Reach;
    for (uint32_t D = 0; D < S.NumDimensions; ++D)
      Reach += (D ? ", " : "") + reachText(F.Reaches[D]);
    OS << formatv("  {0,-14}{1,-14}{2,5}  {3}\n", F.Name,
                  F.Written.empty() ? "constant" : F.Written, F.ElementBits,
                  Reach);
  }
  for (const auto &[Op, Number] : S.Operators)
    Operators += (Operators.empty() ? "" : ", ") + std::to_string(Number) +
                 " " + std::string(name(Op));
  OS << "  operators of a cell: " << (Operators.empty() ? "none" : Operators)
     << '\n';
  if (R.Cones)
    printCones(R, OS);
}

namespace {

struct StencilFieldRow {
  std::string Name;
  std::optional<std::string> Next; ///< nothing: a constant field
  uint32_t Bits = 1;
  std::vector<StencilReach> Reaches;
};
struct StencilConeRow {
  BestCone Cone;
  Seconds Time;
  TileCycles Slowest;
};
struct StencilConeRows {
  StencilCones Cones;
  std::array<std::optional<StencilConeRow>, 3> Best; ///< nothing: none fits
};
struct StencilFile {
  std::string Kernel;
  std::vector<int64_t> Lengths;
  uint64_t Steps = 1;
  std::vector<StencilFieldRow> Fields;
  std::map<std::string, uint32_t> Operators;
  std::optional<StencilConeRows> Cones;
};

StencilConeRows coneRows(const StencilResult &R) {
  StencilConeRows Rows = {*R.Cones, {}};
  for (const auto &[Best, Row] : zip_equal(R.Cones->Best, Rows.Best))
    if (Best.Cycles > 0)
      Row = {Best, Cycles(Best.Cycles) / R.Cones->Clock,
             slowestTile(R.Input.features(), R.Cones->Machine, Best.Design)};
  return Rows;
}

StencilFile stencilFile(const StencilResult &R) {
  const Stencil &S = R.Input;
  StencilFile File;
  File.Kernel = S.Name;
  File.Lengths.assign(S.Lengths.begin(), S.Lengths.begin() + S.NumDimensions);
  File.Steps = S.Steps;
  for (const StencilField &F : S.Fields) {
    StencilFieldRow &Row = File.Fields.emplace_back();
    Row.Name = F.Name;
    if (!F.Written.empty())
      Row.Next = F.Written;
    Row.Bits = F.ElementBits;
    Row.Reaches.assign(F.Reaches.begin(), F.Reaches.begin() + S.NumDimensions);
  }
  for (const auto &[Op, Number] : S.Operators)
    File.Operators[std::string(name(Op))] = Number;
  if (R.Cones)
    File.Cones = coneRows(R);
  return File;
}

} // namespace

template <typename V> void list(V &Visit, StencilReach &S) {
  Visit("before", S.Low, FromZero);
  Visit("after", S.High, FromZero);
}
template <typename V> void list(V &Visit, StencilFieldRow &S) {
  Visit("name", S.Name);
  Visit.orNull("next", S.Next);
  Visit("bits", S.Bits, FromOne);
  Visit("reach", S.Reaches);
}
template <typename V> void list(V &Visit, TileCycles &S) {
  Visit("read", S.Read, FromZero);
  Visit("write", S.Write, FromZero);
  Visit("compute", S.Compute, FromZero);
  Visit("launch", S.Launch, FromZero);
}
template <typename V> void list(V &Visit, StencilConeRow &S) {
  static constexpr Rule Length = {.Above = 0}, Lengths = {.Each = &Length};
  Visit("fused", S.Cone.Design.Fused, FromOne);
  Visit("tiles", S.Cone.Design.Tiles,
        {.Says = "lengths [cell] of the tiles side by side, by dimension",
         .Each = &Lengths});
  Visit("cycles", S.Cone.Cycles, FromZero);
  Visit("time_s", S.Time.value(), FromZero);
  Visit("blocks", S.Cone.Blocks, FromZero);
  Visit("slowest_tile", S.Slowest);
}
template <typename V> void list(V &Visit, StencilConeRows &S) {
  const ConeMachine &M = S.Cones.Machine;
  const ConeSpace &Space = S.Cones.Space;
  Visit("kernels", Space.Kernels, {.Each = &FromOne});
  Visit("elements", M.Elements, FromZero);
  Visit("bits_per_cycle", M.Bandwidth, FromZero);
  Visit("clock_hz", S.Cones.Clock.value(), FromZero);
  Visit("launch_cycles", M.Launch, FromZero);
  Visit("interval", M.Interval, FromZero);
  Visit("pipe_cycles", M.PipeCycles, FromZero);
  Visit("most_blocks", Space.MostBlocks, FromZero);
  Visit("block_bits", Space.BlockBits, FromZero);
  for (auto [Name, Best] : zip_equal(KindNames, S.Best))
    Visit.orNull(Name, Best);
}
template <typename V> void list(V &Visit, StencilFile &S) {
  Visit("kernel", S.Kernel);
  Visit("lengths", S.Lengths, {.Least = 1, .Most = 3, .Each = &FromOne});
  Visit("steps", S.Steps, FromOne);
  Visit("fields", S.Fields);
  Visit("operators", S.Operators, {.Each = &FromOne});
  Visit.orNull("cones", S.Cones);
}

static constexpr FileFormat StencilFormat = {
    "roofline-stencil", 1, "stencil", "stencil",
    "A kernel as one step of an iterative stencil, and its best cones. See "
    "docs/stencil.md."};

json::Value toJSON(const StencilResult &R) {
  return writeJsonFile(StencilFormat, stencilFile(R));
}

json::Value stencilSchema() { return schemaOf<StencilFile>(StencilFormat); }

} // namespace roofline
