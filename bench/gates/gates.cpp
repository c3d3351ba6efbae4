// Tables that the mapper predicts against those that yosys makes.
//
//   gates-bench [--short] [--all] [--again]
//
// --short: one circuit of fifteen, on xc7. --all: a line for each circuit, not
// only for those that differ by more than 8 %. --again: beside it, yosys
// against itself, of the same circuits written in the opposite order.
#include "Circuit.h"
#include "Netlist.h"

#include "roofline/Gates/LutMapping.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string_view>

using namespace roofline;
using namespace roofline::bench;

namespace {

struct Family {
  const char *Name, *Synthesis;
  LutTarget Target;
};

constexpr Family Families[] = {
    {"xc7", "synth_xilinx -family xc7 -noiopad -noclkbuf -flatten",
     LutTarget::xc7()},
    {"ecp5", "synth_ecp5", LutTarget::ecp5()}};

using Counts = std::map<std::string, NetlistCount>;

/// How far one count is from another, by circuit.
class Differences {
public:
  void add(const NetlistCount &Is, const NetlistCount &Right) {
    double By =
        (double(Is.Luts) - double(Right.Luts)) / std::max(1u, Right.Luts);
    Sizes.push_back(std::abs(By));
    Sum += By;
    int Levels = std::abs(int(Is.Levels) - int(Right.Levels));
    SameLevels += Levels == 0;
    NearLevels += Levels <= 1;
  }

  void print(const char *Name) {
    std::sort(Sizes.begin(), Sizes.end());
    double N = double(Sizes.size());
    auto Within = [&](double Limit) {
      return 100 *
             double(std::count_if(Sizes.begin(), Sizes.end(),
                                  [&](double S) { return S <= Limit; })) /
             N;
    };
    auto At = [&](double Share) {
      return 100 * Sizes[std::min(Sizes.size() - 1, size_t(Share * N))];
    };
    std::printf("%-22s %4zu circuits: median %.1f %%, 3 of 4 within %.1f %%, "
                "9 of 10 %.1f %%, mean %+.1f %%;\n"
                "    within 3 %%: %.0f %%, within 8 %%: %.0f %%; levels equal "
                "%.0f %%, within one %.0f %%\n",
                Name, Sizes.size(), At(.5), At(.75), At(.9), 100 * Sum / N,
                Within(.03), Within(.08), 100 * SameLevels / N,
                100 * NearLevels / N);
  }

private:
  std::vector<double> Sizes;
  double Sum = 0;
  unsigned SameLevels = 0, NearLevels = 0;
};

Counts synthesised(const std::vector<Circuit> &Circuits, const Family &F,
                   bool Backwards) {
  namespace fs = std::filesystem;
  std::string Pattern = (fs::temp_directory_path() / "gatesXXXXXX").string();
  if (!mkdtemp(Pattern.data()))
    return {};
  fs::path Folder = Pattern;
  {
    std::ofstream File(Folder / "all.v");
    std::string Top = "module top();\n";
    for (const Circuit &C : Circuits) {
      File << C.verilog(Backwards);
      Top += "  (* keep *) " + C.name() + " u_" + C.name() + "();\n";
    }
    File << Top << "endmodule\n";
  }
  std::string Command = "cd " + Folder.string() +
                        " && yosys -q -p 'read_verilog all.v; " + F.Synthesis +
                        " -top top; write_blif all.blif' > log 2>&1";
  Counts Result;
  if (std::system(Command.c_str()) == 0)
    Result = readNetlists(Folder / "all.blif");
  else
    std::fprintf(stderr, "gates-bench: yosys failed\n");
  fs::remove_all(Folder);
  return Result;
}

NetlistCount predicted(const Circuit &C, const LutTarget &Target) {
  LutMapping M = mapToLuts(C.network(), Target);
  const auto &Muxes = M.Count.Muxes;
  return {M.Count.total(), Muxes[0] + Muxes[1] + Muxes[2], levelsOf(M)};
}

bool compare(const std::vector<Circuit> &Circuits, const Family &F, bool All,
             bool Again) {
  Counts Real = synthesised(Circuits, F, false), Other;
  if (Again)
    Other = synthesised(Circuits, F, true);
  if (Real.empty() || (Again && Other.empty()))
    return false;
  Differences Ours, Itself;
  std::printf("%-16s %6s / %5s %9s %15s %11s\n", F.Name, "LUT", "yosys", "",
              "muxes / yosys", "levels");
  for (const Circuit &C : Circuits) {
    NetlistCount P = predicted(C, F.Target), R = Real[C.name()];
    Ours.add(P, R);
    if (Again)
      Itself.add(Other[C.name()], R);
    double By = 100 * (double(P.Luts) - double(R.Luts)) / std::max(1u, R.Luts);
    if (All || std::abs(By) > 8)
      std::printf("%-16s %6u / %5u %+8.1f%% %7u / %5u %5u / %u\n",
                  C.name().c_str(), P.Luts, R.Luts, By, P.Muxes, R.Muxes,
                  P.Levels, R.Levels);
  }
  Ours.print((std::string(F.Name) + ", predicted").c_str());
  if (Again)
    Itself.print((std::string(F.Name) + ", yosys again").c_str());
  return true;
}

void printSpeed() {
  Circuit C = largeCircuit(20000);
  for (const Family &F : Families) {
    double Least = 1e9;
    for (int Run = 0; Run < 5; ++Run) {
      std::clock_t Start = std::clock();
      mapToLuts(C.network(), F.Target);
      Least =
          std::min(Least, 1e3 * double(std::clock() - Start) / CLOCKS_PER_SEC);
    }
    std::printf("%s: %u gates in %.0f ms of one core\n", F.Name,
                C.network().gateCount(), Least);
  }
}

} // namespace

int main(int argc, char **argv) {
  bool IsShort = false, All = false, Again = false;
  for (int I = 1; I < argc; ++I) {
    std::string_view Word = argv[I];
    if (Word == "--short")
      IsShort = true;
    else if (Word == "--all")
      All = true;
    else if (Word == "--again")
      Again = true;
    else {
      std::fprintf(stderr, "usage: gates-bench [--short] [--all] [--again]\n");
      return 1;
    }
  }
  printSpeed();
  std::vector<Circuit> Circuits = circuits(IsShort);
  for (const Family &F : Families)
    if (&F == Families || !IsShort)
      if (!compare(Circuits, F, All, Again))
        return 1;
  return 0;
}
