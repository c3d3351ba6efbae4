// An iterative stencil and its cones, as text and JSON.
#include "roofline/Report/StencilReport.h"

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
    const TileCycles T = slowestTile(R.Of.features(), M, B.Design);
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

json::Value reachJson(const Stencil &S, const StencilField &F) {
  json::Array Reaches;
  for (uint32_t D = 0; D < S.NumDimensions; ++D)
    Reaches.push_back(json::Object{{"before", F.Reaches[D].Low},
                                   {"after", F.Reaches[D].High}});
  return Reaches;
}

json::Value coneJson(const StencilResult &R, size_t Kind) {
  const BestCone &B = R.Cones->Best[Kind];
  if (B.Cycles == 0)
    return nullptr;
  const TileCycles T = slowestTile(R.Of.features(), R.Cones->Machine, B.Design);
  json::Array Tiles;
  for (const std::vector<double> &Row : B.Design.Tiles)
    Tiles.push_back(json::Array(Row));
  return json::Object{{"fused", B.Design.Fused},
                      {"tiles", std::move(Tiles)},
                      {"cycles", B.Cycles},
                      {"time_s", B.Cycles / R.Cones->Clock.value()},
                      {"blocks", B.Blocks},
                      {"slowest_tile", json::Object{{"read", T.Read},
                                                    {"write", T.Write},
                                                    {"compute", T.Compute},
                                                    {"launch", T.Launch}}}};
}

json::Value conesJson(const StencilResult &R) {
  if (!R.Cones)
    return nullptr;
  const StencilCones &C = *R.Cones;
  json::Object O{{"kernels", json::Array(C.Space.Kernels)},
                 {"elements", C.Machine.Elements},
                 {"bits_per_cycle", C.Machine.Bandwidth},
                 {"clock_hz", C.Clock.value()},
                 {"launch_cycles", C.Machine.Launch},
                 {"interval", C.Machine.Interval},
                 {"pipe_cycles", C.Machine.PipeCycles},
                 {"most_blocks", C.Space.MostBlocks},
                 {"block_bits", C.Space.BlockBits}};
  for (size_t Kind = 0; Kind < C.Best.size(); ++Kind)
    O[KindNames[Kind]] = coneJson(R, Kind);
  return O;
}

} // namespace

void printStencil(const StencilResult &R, raw_ostream &OS) {
  const Stencil &S = R.Of;
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

json::Value toJSON(const StencilResult &R) {
  const Stencil &S = R.Of;
  json::Array Lengths, Fields;
  json::Object Operators;
  for (uint32_t D = 0; D < S.NumDimensions; ++D)
    Lengths.push_back(S.Lengths[D]);
  for (const StencilField &F : S.Fields)
    Fields.push_back(json::Object{
        {"name", F.Name},
        {"next", F.Written.empty() ? json::Value(nullptr) : F.Written},
        {"bits", F.ElementBits},
        {"reach", reachJson(S, F)}});
  for (const auto &[Op, Number] : S.Operators)
    Operators[std::string(name(Op))] = Number;
  return json::Object{{"format", "roofline-stencil"},
                      {"version", 1},
                      {"kernel", S.Name},
                      {"lengths", std::move(Lengths)},
                      {"steps", S.Steps},
                      {"fields", std::move(Fields)},
                      {"operators", std::move(Operators)},
                      {"cones", conesJson(R)}};
}

} // namespace roofline
