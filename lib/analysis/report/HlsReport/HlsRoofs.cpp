// C++ kernels under the roofs of devices.
//
/// \file
/// An FPGA has the roof that its resources and memories give the kernel's own
/// mix of operations and bytes. Source: TUE11 Eq. (2.18) to (2.23), (6.13);
/// TYTRA17 section 5.1.
#include "roofline/HlsReport/HlsResult.h"

#include "roofline/Json/BaseFields.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace roofline {
namespace {

/// A launch of \p R's kernel, in which loops have the most iterations that the
/// source or loop_tripcount allows.
Launch mostIterations(const HlsResult &R) {
  Launch L;
  for (const VitisLoop &V : R.Estimate.Loops) {
    const Loop &Source = R.Kernel->Loops[V.Loop];
    const bool IsMissing = any_of(R.Estimate.Missing, [&](const Unknown &U) {
      return U.K == Unknown::Kind::TripCount &&
             (U.Loc == Source.Loc || U.Loc == Source.Trip.ReasonLoc);
    });
    const bool IsOpen =
        Source.Trip.K == TripCount::Kind::Unknown ||
        any_of(symbols(Source.Trip.Count),
               [](const std::string &S) { return !loopOfSymbol(S); });
    if (IsOpen && !IsMissing)
      L.Trips[{Source.Loc.Line, Source.Loc.Column}] = V.MostTrip;
  }
  return L;
}

/// [byte] that the accesses of \p Kernel for which \p IsWanted holds move, each
/// counted once; 0 where it is not known.
double compulsoryBytes(KernelSummary Kernel, const Launch &L,
                       function_ref<bool(const MemoryAccess &)> IsWanted) {
  for (MemoryAccess &A : Kernel.Accesses)
    if (!IsWanted(A))
      A.Space = AddressSpace::Private;
  return countKernel(Kernel, L).Compulsory.Most.value_or(0);
}

class RoofPlacer {
public:
  RoofPlacer(HlsResult &R, const Device &D)
      : R(R), D(D), L(mostIterations(R)) {}

  void run(const HlsOptions &Options) {
    R.Counts = countKernel(*R.Kernel, L);
    auto Requested = workload(*R.Kernel, R.Counts, /*Compulsory=*/false);
    auto Compulsory = workload(*R.Kernel, R.Counts, /*Compulsory=*/true);
    if (!Requested || !Compulsory || !R.Counts.Missing.empty())
      return;
    addTraffic();
    addCeilings();
    R.Roofs.push_back(placement(*Compulsory));
    for (const Device &Other : Options.AlsoOn) {
      RoofPlacement P;
      P.Device = Other.Name;
      P.PeakKind = Options.PeakKind;
      P.Requested = place(Other.Unit, *Requested, Options.PeakKind);
      P.Compulsory = place(Other.Unit, *Compulsory, Options.PeakKind);
      P.IsBound = isBound();
      R.Roofs.push_back(std::move(P));
    }
  }

private:
  bool isBound() const {
    return !R.Counts.work().isExact() || !R.Counts.Compulsory.isExact();
  }

  /// An argument is a memory that gives or takes an element at each of its
  /// ports in a cycle, or shares a bus.
  void addTraffic() {
    for (const VitisArray &A : R.Estimate.Arrays) {
      if (A.K != VitisArray::Storage::Outside)
        continue;
      const auto Port = interfaceOf(*R.Kernel, A.Name);
      if (Port && Port->Mode == "m_axi") {
        addToBus(A.Name, Port->Bundle);
        continue;
      }
      HlsTraffic T{"ports of " + A.Name, bytesOf(A.Name, {}), {}};
      if (A.Memory)
        T.Bandwidth = BytesPerSecond(
            A.Ports * R.Kernel->Memories[*A.Memory].Element.Bits / 8 *
            R.Options.Clock.value());
      R.Traffic.push_back(std::move(T));
    }
    addExternal();
  }

  double bytesOf(StringRef Name,
                 std::optional<MemoryAccess::Kind> Wanted) const {
    return compulsoryBytes(*R.Kernel, L, [&](const MemoryAccess &A) {
      return A.Base == Name && (!Wanted || A.K == *Wanted);
    });
  }

  /// A bus moves at most 512 bits a cycle in each direction.
  /// Source: AMD UG1393, Memory Interface Width Considerations.
  void addToBus(StringRef Name, const std::string &Bundle) {
    constexpr double WidestBus = 64; // [byte]
    for (auto [Kind, Verb] :
         {std::pair(MemoryAccess::Kind::Read, "reads by "),
          std::pair(MemoryAccess::Kind::Write, "writes by ")}) {
      const std::string Bus = Verb + Bundle;
      const double Bytes = bytesOf(Name, Kind);
      auto Known = find_if(R.Traffic,
                           [&](const HlsTraffic &T) { return T.Name == Bus; });
      ExternalBytes += Bytes;
      if (Known != R.Traffic.end())
        Known->Bytes += Bytes;
      else if (Bytes > 0)
        R.Traffic.push_back(
            {Bus, Bytes, BytesPerSecond(WidestBus * R.Options.Clock.value())});
    }
  }

  /// All buses share the external memory.
  void addExternal() {
    if (ExternalBytes == 0)
      return;
    HlsTraffic External{"external", ExternalBytes, {}};
    if (const DataSource *S = findSource(D.Unit, "external"))
      External.Bandwidth = S->Bandwidth.of(Peaks::Measured).Value;
    R.Traffic.push_back(std::move(External));
  }

  /// C_r = W f A_r / sum over operators of n_i a_ir
  ///   W [operation], f [1/s] clock, A_r amount of resource r that the device
  ///   leaves to kernels, n_i [operation] of operator i, a_ir of r that one
  ///   unit takes, which gives a result each cycle
  /// Source: TUE11 Eq. (6.13) for a mix; units by the model vitis.
  void addCeilings() {
    FabricResources Need;
    double Work = 0;
    for (const OperationTotal &T : R.Counts.Operations) {
      const bool IsFloat = T.Type.Scalar == ScalarKind::Float;
      if (!T.Counted || IsFloat != R.Counts.isFloat())
        continue;
      Operation O;
      O.Name = T.Name;
      O.Type = T.Type;
      Work += *T.Number.Most;
      if (const auto Unit = unitCost(O, R.Options.Clock))
        Need += fabricOf(*Unit) * *T.Number.Most;
      else
        Unpriced.push_back("a price of " + T.Name + " on " + typeText(T.Type));
    }
    if (!R.Fabric) {
      Unpriced = {"its amounts of LUTs, registers and DSP blocks"};
      return;
    }
    for (auto [Name, Member] : ResourceNames) {
      const double Available = (*R.Fabric).*Member;
      if (Need.*Member > 0 && Available > 0)
        R.Ceilings.push_back(
            {Name, OperationsPerSecond(R.Options.Clock.value() * Work *
                                       Available / (Need.*Member))});
    }
  }

  /// The slowest memory, and the scarcest resource.
  RoofPlacement placement(const Workload &Work) const {
    Placement P;
    std::string Compute, Memory;
    const double Operations = totalOperations(Work), Bytes = totalBytes(Work);
    for (const HlsCeiling &C : R.Ceilings)
      if (Operations / C.Peak.value() > P.Bound.ComputeTime.value()) {
        P.Bound.ComputeTime = Seconds(Operations / C.Peak.value());
        P.Bound.Roof = C.Peak;
        Compute = C.Resource;
      }
    P.Missing = Unpriced;
    for (const HlsTraffic &T : R.Traffic) {
      if (!T.Bandwidth)
        P.Missing.push_back("the bandwidth of " + T.Name);
      else if (T.Bytes / T.Bandwidth->value() > P.Bound.MemoryTime.value()) {
        P.Bound.MemoryTime = Seconds(T.Bytes / T.Bandwidth->value());
        P.Bound.Slope = BytesPerSecond(Bytes / P.Bound.MemoryTime.value());
        Memory = T.Name;
      }
    }
    settle(P, Operations, Bytes);
    P.Limit = P.ByMemory ? Memory : Compute;
    RoofPlacement Placed;
    Placed.Device = D.Name;
    Placed.Compulsory = Placed.Requested = P;
    Placed.IsBound = isBound();
    if (Operations > 0 && R.time().value() > 0)
      Placed.Predicted = achieved(Operations, R.time()).value();
    return Placed;
  }

  /// What follows from the times of \p P.
  static void settle(Placement &P, double Operations, double Bytes) {
    const double Compute = P.Bound.ComputeTime.value(),
                 Memory = P.Bound.MemoryTime.value();
    constexpr double Infinite = std::numeric_limits<double>::infinity();
    P.Intensity = Bytes > 0 ? intensity(Operations, Bytes) : Infinite;
    P.Time = Seconds(std::max(Compute, Memory));
    if (P.Time.value() > 0)
      P.Attainable = OperationsPerSecond(Operations / P.Time.value());
    P.ByMemory = Memory >= Compute && Memory > 0;
    const double Shorter = std::min(Compute, Memory);
    P.RidgeDistance =
        Shorter > 0 && P.Missing.empty() ? P.Time.value() / Shorter : Infinite;
  }

  HlsResult &R;
  const Device &D;
  const Launch L;
  double ExternalBytes = 0;          ///< of all buses
  std::vector<std::string> Unpriced; ///< operators
};

} // namespace

std::string unknownRoof(const HlsResult &R) {
  std::vector<std::string> Texts;
  for (const MissingInput &M : R.Counts.Missing)
    if (!is_contained(Texts, M.What))
      Texts.push_back(M.What);
  return Texts.empty() ? "W or Q is not known" : join(Texts, "; ");
}

void placeUnderRoofs(HlsResult &R, const Device &D, const HlsOptions &Options) {
  RoofPlacer(R, D).run(Options);
}

} // namespace roofline
