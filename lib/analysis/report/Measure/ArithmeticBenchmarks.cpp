// Rates of arithmetic: independent chains of one recurrence.
//
/// \file
/// Each work-item carries several chains of a recurrence x <- step(x) on
/// vectors of lanes: enough independent work to fill a pipeline, and no memory.
/// How many chains and lanes suit a device is tried out. The constants are
/// arguments of the kernel, so that no compiler knows them, and are such that
/// the host can say what comes out: the steps are counted by the value itself.
#include "Benchmarks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <cstring>

using namespace llvm;

namespace roofline {
namespace {

constexpr unsigned StepsPerRound = 4;

/// x <- step(x), of which the host knows the value after n steps.
struct Recurrence {
  const char *Name, *Type; ///< of the ceiling: "float32"
  std::vector<std::string> Operators;
  const char *Step;    ///< OpenCL C over x, a, b and c = 1 / steps
  unsigned OpsPerStep; ///< that the ceiling counts
  double A, B;         ///< the constants
  double (*Host)(double X, double A, double B, double C);
  double Tolerance; ///< relative; 0: exact
};

double hostSum(double X, double A, double B, double) { return X * A + B; }
double hostQuotient(double X, double A, double B, double) { return X / A + B; }
template <double (*F)(double)>
double hostSpecial(double X, double A, double B, double C) {
  return X + B + A * F(X * C);
}
double wrap(double X) { return double(uint32_t(int64_t(X))); }
double hostLogic(double X, double A, double B, double) {
  return double((uint32_t(X) + uint32_t(A)) ^ uint32_t(B));
}
double hostProduct(double X, double A, double B, double) {
  return double(uint32_t(X) * uint32_t(A) + uint32_t(B));
}

double hostQuotientOfInts(double X, double A, double B, double) {
  return wrap(double(uint32_t(X) / uint32_t(A)) + B);
}
double hostLarger(double X, double A, double B, double) {
  return std::max(X + B, A);
}
double hostLargerInt(double X, double A, double B, double) {
  return std::max(wrap(X + B), A);
}
double hostDistance(double X, double A, double B, double) {
  return wrap(std::abs(double(int32_t(uint32_t(X) - uint32_t(A)))) + B);
}

const std::vector<std::string> Arithmetic{"add", "mul", "mac"};

/// Float: with a = b = 1 the value counts the steps, without rounding. Special
/// functions: b = 1 counts, a != 0 lets the function's values through. A step
/// of comparisons, or of abs, counts its sums too: no mix that has these alone
/// is faster, whether or not a device has units of their own for them.
const Recurrence Recurrences[] = {
    {"float", "float32", Arithmetic, "x * a + b", 2, 1, 1, hostSum, 0},
    {"double", "float64", Arithmetic, "x * a + b", 2, 1, 1, hostSum, 0},
    {"int",
     "int32",
     {"add", "logic"},
     "(x + a) ^ b",
     2,
     0x9E3779B9,
     0x7F4A7C15,
     hostLogic,
     0},
    {"int-mac",
     "int32",
     {"mul", "mac"},
     "x * a + b",
     2,
     1664525,
     1013904223,
     hostProduct,
     0},
    {"float-div", "float32", {"div"}, "x / a + b", 1, 1, 1, hostQuotient, 0},
    {"int-div",
     "int32",
     {"div"},
     "x / a + b",
     1,
     3,
     0x7F4A7C15,
     hostQuotientOfInts,
     0},
    {"double-div", "float64", {"div"}, "x / a + b", 1, 1, 1, hostQuotient, 0},
    {"float-compare",
     "float32",
     {"compare"},
     "max(x + b, a)",
     2,
     0.5,
     1,
     hostLarger,
     0},
    {"double-compare",
     "float64",
     {"compare"},
     "max(x + b, a)",
     2,
     0.5,
     1,
     hostLarger,
     0},
    {"int-compare",
     "int32",
     {"compare"},
     "max(x + b, a)",
     2,
     1,
     0x7F4A7C15,
     hostLargerInt,
     0},
    {"int-special",
     "int32",
     {"special"},
     "abs(SIGNED(x - a)) + b",
     3,
     0x9E3779B9,
     0x7F4A7C15,
     hostDistance,
     0},
    {"special",
     "float32",
     {"special"},
     "x + b + a * sqrt(x * c)",
     1,
     0.25,
     1,
     hostSpecial<std::sqrt>,
     1e-3},
    {"special",
     "float32",
     {"special"},
     "x + b + a * exp(x * c)",
     1,
     0.25,
     1,
     hostSpecial<std::exp>,
     1e-3},
    {"special",
     "float32",
     {"special"},
     "x + b + a * sin(x * c)",
     1,
     0.25,
     1,
     hostSpecial<std::sin>,
     1e-3},
};

/// How a recurrence is spread over lanes and chains.
struct Variant {
  unsigned Lanes, Chains;
  bool operator==(const Variant &) const = default;
};

std::string scalarType(const Recurrence &R) {
  StringRef Type = R.Type;
  return Type == "float32" ? "float" : Type == "float64" ? "double" : "uint";
}

std::string kernelText(const Recurrence &R, Variant V) {
  std::string T = scalarType(R);
  std::string Lanes = V.Lanes == 1 ? "" : std::to_string(V.Lanes);
  std::string Step = R.Step, Text;
  if (T == "double")
    Text += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  Text += formatv("#define STEP(x) x = {0};\n"
                  "#define SIGNED as_int{2}\n"
                  "kernel void rate(global const {1} *in, global {1} *out, {1} "
                  "a, {1} b, {1} c, uint rounds) {{\n"
                  "  size_t g = get_global_id(0);\n",
                  Step, T, Lanes);
  Text += formatv("  {0}{1} first = {2};\n", T, Lanes,
                  V.Lanes == 1 ? std::string("in[g & 1]")
                               : "vload" + Lanes + "(g & 1, in)");
  std::string Round, Sum;
  for (unsigned C = 0; C < V.Chains; ++C) {
    Text += formatv("  {0}{1} x{2} = first + ({0}){2};\n", T, Lanes, C);
    Round += formatv(" STEP(x{0})", C);
    Sum += (C ? " + x" : "x") + std::to_string(C);
  }
  Text += "  for (uint r = 0; r < rounds; ++r) {\n";
  for (unsigned I = 0; I < StepsPerRound; ++I)
    Text += "   " + Round + "\n";
  Text += "  }\n";
  return Text + (V.Lanes == 1
                     ? "  out[g] = " + Sum + ";\n}\n"
                     : "  vstore" + Lanes + "(" + Sum + ", g, out);\n}\n");
}

/// One recurrence in one variant, ready to run.
class Rate {
public:
  static Expected<Rate> prepare(const Bench &B, const Recurrence &R, Variant V);

  Expected<Seconds> run() const { return B->S.run(K, {NumItems}, {GroupSize}); }
  double operations() const {
    return double(NumItems) * V.Lanes * V.Chains * steps() * R->OpsPerStep;
  }
  /// Finds the rounds by which a run is long enough for the timer.
  Error calibrate();
  Error verify() const;
  Variant variant() const { return V; }

private:
  Rate(const Bench &B, const Recurrence &R, Variant V, Kernel K, Buffer In,
       Buffer Out)
      : B(&B), R(&R), V(V), K(std::move(K)), In(std::move(In)),
        Out(std::move(Out)) {}
  template <typename T> Error setArguments();
  template <typename T> Error verifyAs() const;
  Error setRounds(uint32_t Number);
  double steps() const { return double(Rounds) * StepsPerRound; }

  const Bench *B;
  const Recurrence *R;
  Variant V;
  Kernel K;
  Buffer In, Out;
  size_t GroupSize = 1, NumItems = 1;
  /// On a busy machine they stay as few. c * x begins at 1/4 at most: with
  /// x' = 1 + exp(c * x) / 4 it would not end from 0.9 on.
  uint32_t Rounds = 64;
};

size_t sizeOf(const Recurrence &R) { return scalarType(R) == "double" ? 8 : 4; }

Expected<Rate> Rate::prepare(const Bench &B, const Recurrence &R, Variant V) {
  size_t Group = std::min<uint64_t>(64, B.S.info().MaxGroup);
  size_t Items = Group * 32 * std::max(1u, B.S.info().ComputeUnits);
  Expected<Kernel> K = B.S.build(kernelText(R, V), "rate", "");
  if (!K)
    return K.takeError();
  Expected<Buffer> In = B.S.allocate(2 * V.Lanes * sizeOf(R));
  if (!In)
    return In.takeError();
  Expected<Buffer> Out = B.S.allocate(Items * V.Lanes * sizeOf(R));
  if (!Out)
    return Out.takeError();
  Rate Made(B, R, V, std::move(*K), std::move(*In), std::move(*Out));
  Made.GroupSize = Group;
  Made.NumItems = Items;
  return Made;
}

template <typename T> Error Rate::setArguments() {
  std::vector<T> Start(2 * V.Lanes);
  for (size_t I = 0; I < Start.size(); ++I)
    Start[I] = T(I);
  Expected<Seconds> Written =
      B->S.write(In, Start.data(), Start.size() * sizeof(T));
  if (!Written)
    return Written.takeError();
  return K.setAll(In, Out, T(R->A), T(R->B), T(1 / steps()), Rounds);
}

Error Rate::setRounds(uint32_t Number) {
  Rounds = Number;
  std::string T = scalarType(*R);
  return T == "float"    ? setArguments<float>()
         : T == "double" ? setArguments<double>()
                         : setArguments<uint32_t>();
}

Error Rate::calibrate() {
  constexpr double Wanted = 4e-3;     // [s] far above launch and timer
  constexpr uint32_t Most = 1u << 15; // sums of float chains stay exact
  if (Error E = setRounds(Rounds))
    return E;
  Expected<Seconds> First = run(); // holds the compilation
  for (int Tries = 0; Tries < 4; ++Tries) {
    Expected<Seconds> T = run();
    if (!First || !T)
      return joinErrors(First.takeError(), T.takeError());
    double Factor = Wanted / T->value();
    if (Factor < 1.5 || Rounds == Most)
      break;
    if (Error E = setRounds(std::min<double>(Most, std::ceil(Rounds * Factor))))
      return E;
  }
  Expected<Seconds> Warm = run();
  return Warm ? Error::success() : Warm.takeError();
}

template <typename T> Error Rate::verifyAs() const {
  std::vector<T> Got(NumItems * V.Lanes);
  Expected<Seconds> Read = B->S.read(Out, Got.data(), Got.size() * sizeof(T));
  if (!Read)
    return Read.takeError();
  std::vector<double> Wanted(2 * V.Lanes);
  for (size_t L = 0; L < Wanted.size(); ++L)
    for (unsigned C = 0; C < V.Chains; ++C) {
      double X = double(L + C);
      for (uint64_t Step = 0; Step < uint64_t(steps()); ++Step)
        X = R->Host(X, R->A, R->B, 1 / steps());
      Wanted[L] += X;
    }
  for (size_t I = 0; I < Got.size(); ++I) {
    double Right = Wanted[I % Wanted.size()];
    if (std::is_same_v<T, uint32_t>)
      Right = wrap(Right);
    if (!(std::abs(double(Got[I]) - Right) <= R->Tolerance * Right))
      return wrongResult(R->Name, I, Right, double(Got[I]));
  }
  return Error::success();
}

Error Rate::verify() const {
  std::string T = scalarType(*R);
  return T == "float"    ? verifyAs<float>()
         : T == "double" ? verifyAs<double>()
                         : verifyAs<uint32_t>();
}

/// Looks for the variant in which a recurrence runs fastest.
class VariantSearch {
public:
  VariantSearch(const Bench &B, const Recurrence &R) : B(B), R(R) {}

  /// Beginning with some, as long as one beside the best is better.
  Error run() {
    for (Variant V : {Variant{1, 8}, {8, 8}, {16, 8}})
      if (Error E = tryOut(V))
        return E;
    for (std::optional<Variant> Around; !Around || *Around != best();) {
      Around = best();
      for (Variant V : {Variant{Around->Lanes * 2, Around->Chains},
                        {Around->Lanes / 2, Around->Chains},
                        {Around->Lanes, Around->Chains * 2},
                        {Around->Lanes, Around->Chains / 2}})
        if (Error E = tryOut(V))
          return E;
    }
    return Error::success();
  }
  Rate &fastest() { return *Best; }

private:
  Variant best() const { return Best->variant(); }

  Error tryOut(Variant V) {
    constexpr unsigned MostLanes = 16, MostChains = 32;
    const bool IsThere = V.Lanes >= 1 && V.Lanes <= MostLanes &&
                         V.Chains >= 1 && V.Chains <= MostChains;
    if (!IsThere || is_contained(Tried, V))
      return Error::success();
    Tried.push_back(V);
    B.Say(Twine("arithmetic: ") + R.Name + ", " + Twine(V.Lanes) + " lanes, " +
          Twine(V.Chains) + " chains");
    Expected<Rate> Prepared = Rate::prepare(B, R, V);
    if (!Prepared)
      return Prepared.takeError();
    if (Error E = Prepared->calibrate())
      return E;
    Expected<double> Reached =
        B.tryOut([&] { return Prepared->run(); }, Prepared->operations());
    if (!Reached)
      return Reached.takeError();
    if (*Reached > BestRate) {
      BestRate = *Reached;
      Best.emplace(std::move(*Prepared));
    }
    return Error::success();
  }

  const Bench &B;
  const Recurrence &R;
  std::vector<Variant> Tried;
  std::optional<Rate> Best;
  double BestRate = 0;
};

/// The best of the variants, repeated.
Expected<MeasuredCeiling> measure(const Bench &B, const Recurrence &R) {
  VariantSearch Search(B, R);
  if (Error E = Search.run())
    return E;
  Rate *Best = &Search.fastest();
  Expected<Spread> Rates =
      B.repeat([&] { return Best->run(); }, Best->operations());
  if (!Rates)
    return Rates.takeError();
  if (Error E = Best->verify())
    return E;
  return MeasuredCeiling{R.Name, R.Type, R.Operators, *Rates,
                         formatv("{0}; {1} lanes, {2} chains", R.Step,
                                 Best->variant().Lanes,
                                 Best->variant().Chains)};
}

/// Adds \p C. The fastest of the special functions is the ceiling: nothing
/// exceeds a roof. The others become notes.
void addCeiling(MeasuredCeiling C, DeviceMeasurement &M) {
  auto Same = find_if(M.Ceilings, [&](const MeasuredCeiling &Other) {
    return Other.Operators == C.Operators && Other.Type == C.Type;
  });
  if (Same == M.Ceilings.end()) {
    M.Ceilings.push_back(std::move(C));
    return;
  }
  if (C.Rate.Best > Same->Rate.Best)
    std::swap(C, *Same);
  M.Notes.push_back(formatv("slower than the ceiling '{0}': {1}: {2:f3} Gop/s",
                            Same->Name, C.How, C.Rate.Best / 1e9));
}

/// Notes rates that contradict what devices do, and those of a busy machine.
void noteDoubts(DeviceMeasurement &M) {
  auto RateOf = [&](StringRef Name) {
    auto It = find_if(M.Ceilings, [&](auto &C) { return C.Name == Name; });
    return It == M.Ceilings.end() ? 0 : It->Rate.Best;
  };
  if (RateOf("float") < RateOf("double"))
    M.Notes.push_back("doubtful: float is slower than double; measure again on "
                      "a quiet machine");
  constexpr double Usual = 1.5; // best over median of a quiet machine, at most
  for (const MeasuredCeiling &C : M.Ceilings)
    if (C.Rate.Best > Usual * C.Rate.Median)
      M.Notes.push_back(
          formatv("{0}: half of the runs were slower than {1:f0} % "
                  "of the best: was the machine busy?",
                  C.Name, 100 * C.Rate.Median / C.Rate.Best));
}

} // namespace

Error measureArithmetic(const Bench &B, DeviceMeasurement &M) {
  for (const Recurrence &R : Recurrences) {
    if (StringRef(R.Type) == "float64" && !B.S.info().Doubles) {
      M.Notes.push_back(std::string("left out: ") + R.Name +
                        ": the device has no float64 "
                        "(CL_DEVICE_DOUBLE_FP_CONFIG is 0)");
      continue;
    }
    Expected<MeasuredCeiling> C = measure(B, R);
    if (!C)
      return C.takeError();
    addCeiling(std::move(*C), M);
  }
  noteDoubts(M);
  return Error::success();
}

} // namespace roofline
