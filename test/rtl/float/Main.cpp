// The floating-point modules, simulated by Verilator, against llvm::APFloat.
//
/// \file
/// One set of operands a cycle; each result is compared with what APFloat says,
/// LATENCY enabled cycles later. With --toggle `enable` is 0 in half of the
/// cycles, by chance, with other operands at the inputs.
/// Try: rtl-float fadd32 --random 100000 --toggle
#include "Cases.h"
#include "Models.h" // from CMakeLists.txt

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

using namespace rtlfloat;

namespace {

/// A simulated module.
struct Device {
  virtual ~Device() = default;
  /// The rising edge of the clock, with these inputs before it.
  virtual void clock(bool Enable, const Operands &X) = 0;
  virtual uint64_t result() const = 0;
};

template <class Model> struct Simulated final : Device {
  VerilatedContext Context;
  Model M{&Context};

  void clock(bool Enable, const Operands &X) override {
    M.enable = Enable;
    M.a = X[0];
    if constexpr (requires { M.b; })
      M.b = X[1];
    if constexpr (requires { M.c; })
      M.c = X[2];
    M.clk = 0;
    M.eval();
    M.clk = 1;
    M.eval();
  }
  uint64_t result() const override { return M.y; }
};

struct Options {
  uint64_t Random = 100000;
  uint64_t Seed = 1;
  bool Toggle = false;
  bool Exhaustive = false; ///< all triples of specials, too
};

struct Count {
  uint64_t Cases = 0, Skipped = 0, Wrong = 0;
};

} // namespace

static std::unique_ptr<Device> device(std::string_view Name) {
#define MODEL(NAME)                                                            \
  if (Name == #NAME)                                                           \
    return std::make_unique<Simulated<V##NAME>>();
#include "Models.def"
#undef MODEL
  return nullptr;
}

static void report(const Operation &O, const Operands &X, uint64_t Expected,
                   uint64_t Got) {
  std::fprintf(stderr, "%s:", O.Name.data());
  for (unsigned I = 0; I < O.numOperands(); ++I)
    std::fprintf(stderr, " %0*" PRIx64, int(O.In.Width + 3) / 4, X[I]);
  int Digits = int(O.Out.Width + 3) / 4;
  std::fprintf(stderr, " gives %0*" PRIx64 ", not %0*" PRIx64 "\n", Digits, Got,
               Digits, Expected);
}

static Count simulate(const Operation &O, Device &D, const Options &Opts) {
  Cases Next(O, Opts.Seed, Opts.Exhaustive);
  Random Chance(~Opts.Seed);
  std::vector<Operands> Pipeline(O.Latency);
  Count C;
  uint64_t Total = Next.numDirected() + Opts.Random;
  for (uint64_t Step = 0; Step < Total + O.Latency - 1;) {
    if (Opts.Toggle && Chance.below(2)) {
      D.clock(false, {Chance.bits() & O.In.mask(), Chance.bits() & O.In.mask(),
                      Chance.bits() & O.In.mask()});
      continue;
    }
    Operands &X = Pipeline[Step % O.Latency];
    X = Next.next();
    D.clock(true, X);
    if (++Step < O.Latency)
      continue;
    const Operands &Oldest = Pipeline[Step % O.Latency];
    std::optional<uint64_t> Expected = reference(O, Oldest);
    ++C.Cases;
    C.Skipped += !Expected;
    uint64_t Got = D.result();
    if (Expected && !agrees(O, *Expected, Got) && ++C.Wrong <= 10)
      report(O, Oldest, *Expected, Got);
  }
  return C;
}

static int usage() {
  std::fprintf(stderr, "usage: rtl-float NAME|all|list [--random N] [--seed N] "
                       "[--toggle] [--exhaustive]\n");
  return 1;
}

static bool parse(int Argc, char **Argv, Options &Opts) {
  for (int I = 2; I < Argc; ++I) {
    std::string_view Arg = Argv[I];
    if (Arg == "--toggle")
      Opts.Toggle = true;
    else if (Arg == "--exhaustive")
      Opts.Exhaustive = true;
    else if (Arg == "--random" && I + 1 < Argc)
      Opts.Random = std::strtoull(Argv[++I], nullptr, 10);
    else if (Arg == "--seed" && I + 1 < Argc)
      Opts.Seed = std::strtoull(Argv[++I], nullptr, 10);
    else
      return false;
  }
  return true;
}

int main(int Argc, char **Argv) {
  Options Opts;
  if (Argc < 2 || !parse(Argc, Argv, Opts))
    return usage();
  std::string_view Name = Argv[1];
  bool Found = false, Wrong = false;
  for (const Operation &O : operations()) {
    if (Name != "all" && Name != "list" && Name != O.Name)
      continue;
    Found = true;
    if (Name == "list") {
      std::printf("%s %u\n", O.Name.data(), O.Latency);
      continue;
    }
    std::unique_ptr<Device> D = device(O.Name);
    if (!D) {
      std::fprintf(stderr, "%s is not simulated\n", O.Name.data());
      return 1;
    }
    Count C = simulate(O, *D, Opts);
    std::printf("%-12s latency %2u, %" PRIu64 " cases, %" PRIu64
                " of them undefined, %" PRIu64 " wrong\n",
                O.Name.data(), O.Latency, C.Cases, C.Skipped, C.Wrong);
    std::fflush(stdout);
    Wrong |= C.Wrong != 0;
  }
  return Found ? Wrong : usage();
}
