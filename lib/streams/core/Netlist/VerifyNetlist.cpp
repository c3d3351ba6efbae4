// Says by simulation whether a lane computes its kernel.
#include "roofline/Netlist/VerifyNetlist.h"

#include "LaneBench.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Base/LowMask.h"
#include "roofline/Stream/StreamOperation.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

/// Returns the value from which reduction \p R of a launch on \p Data starts.
uint64_t initialOf(const Reduction &R, const StreamMemory &Data) {
  if (R.Initial)
    return *R.Initial;
  if (R.InitialScalar)
    return *R.InitialScalar < Data.Scalars.size()
               ? Data.Scalars[*R.InitialScalar]
               : 0;
  for (const StreamMemory::Buffer &B : Data.Buffers)
    if (B.Name == R.Name && R.Element < B.Elements.size())
      return B.Elements[R.Element];
  return 0;
}

bool isNaN(uint64_t Bits, const ValueType &T) {
  return T.Scalar == ScalarKind::Float && isNaNBits(Bits, T.Bits);
}
bool areEqual(uint64_t L, uint64_t R, const ValueType &T) {
  return L == R || (isNaN(L, T) && isNaN(R, T));
}

std::string hex(uint64_t Value) {
  std::string Text;
  do
    Text.insert(Text.begin(), "0123456789abcdef"[Value & 15]);
  while (Value >>= 4);
  return "0x" + Text;
}

class LaneVerifier {
public:
  LaneVerifier(const Netlist &N, const StreamKernel &K, const StreamDesign &D,
               const LaneNames &Names, const StreamMemory &Data, uint64_t Seed)
      : K(K), D(D), Task{N, K, D, Names, Data, {}} {
    for (const Reduction &R : K.Reductions)
      Task.Initial.push_back(initialOf(R, Data));
    for (uint32_t Lane = 0; Lane < D.Lanes; ++Lane)
      Lanes.emplace_back(Task, Lane, Seed + Lane);
  }

  std::optional<std::string> run() {
    evaluateKernel();
    for (LaneBench &Lane : Lanes)
      Lane.reset();
    for (bool HasPauses : {false, true})
      if (auto Problem = launch(HasPauses))
        return (HasPauses ? "with pauses: " : "without pauses: ") + *Problem;
    return std::nullopt;
  }

private:
  const StreamKernel &K;
  const StreamDesign &D;
  LaneTask Task;
  std::vector<LaneBench> Lanes;
  StreamMemory Wanted;
  std::vector<uint64_t> Results; ///< wanted, by reduction

  /// Runs the kernel with a buffer of its own for each reduction.
  void evaluateKernel() {
    StreamKernel Apart = K;
    Apart.Finish.clear();
    Wanted = Task.Input;
    for (uint32_t I = 0; I < K.Reductions.size(); ++I) {
      Reduction &R = Apart.Reductions[I];
      R.Name = "result " + std::to_string(I);
      R.Element = 0;
      R.InitialScalar.reset();
      R.Initial = Task.Initial[I];
      Wanted.Buffers.push_back({R.Name, {0}});
    }
    evaluate(Apart, Wanted);
    for (const Reduction &R : Apart.Reductions)
      Results.push_back(Wanted.find(R.Name)->Elements[0]);
    Wanted.Buffers.resize(Task.Input.Buffers.size());
  }

  std::optional<std::string> launch(bool HasPauses) {
    StreamMemory Out = Task.Input;
    int64_t Cycles = 0;
    for (uint32_t Lane = 0; Lane < D.Lanes; ++Lane) {
      Cycles = std::max(Cycles, Lanes[Lane].launch(HasPauses, Out));
      if (const auto &Problem = Lanes[Lane].problem())
        return "lane " + std::to_string(Lane) + ": " + *Problem;
    }
    const DatapathSchedule S = scheduleDatapath(K, D.Form, D.Vector);
    const int64_t Predicted = launchCycles(K, S, D);
    Cycles += combineCycles(K, D) + S.FinishCycles;
    if (!HasPauses && Cycles != Predicted)
      return std::to_string(Cycles) + " cycles, not " +
             std::to_string(Predicted);
    for (uint32_t I = 0; I < K.Reductions.size(); ++I)
      if (auto Problem = compareResult(I))
        return Problem;
    return compareMemory(Out);
  }

  std::optional<std::string> compareResult(uint32_t I) {
    const Reduction &R = K.Reductions[I];
    uint64_t Sum = Task.Initial[I];
    for (LaneBench &Lane : Lanes) {
      const uint64_t Values[3] = {Sum, Lane.result(I), 0};
      // Lanes that are joined start from the identity.
      Sum = combineCycles(K, D) > 0
                ? applyOperation(R.Op, R.Type, R.Type, Values)
                : Values[1];
    }
    if (areEqual(Sum, Results[I], R.Type))
      return std::nullopt;
    return "result of reduction " + R.Name + " is " + hex(Sum) + ", not " +
           hex(Results[I]);
  }

  std::optional<std::string> compareMemory(const StreamMemory &Out) const {
    for (size_t I = 0; I < Out.Buffers.size(); ++I) {
      const StreamMemory::Buffer &Is = Out.Buffers[I], &Be = Wanted.Buffers[I];
      ValueType Type;
      for (const OutputStream &S : K.Outputs)
        if (S.Name == Is.Name)
          Type = S.Type;
      for (size_t E = 0; E < Is.Elements.size(); ++E)
        if (!areEqual(Is.Elements[E], Be.Elements[E], Type))
          return Is.Name + "[" + std::to_string(E) + "] is " +
                 hex(Is.Elements[E]) + ", not " + hex(Be.Elements[E]);
    }
    return std::nullopt;
  }
};

} // namespace

std::optional<std::string>
verifyNetlist(const Netlist &Lane, const StreamKernel &K, const StreamDesign &D,
              const LaneNames &Names, const StreamMemory &Data, uint64_t Seed) {
  assert(Data.Scalars.size() >= K.Scalars.size() &&
         "each scalar of the kernel has a value");
  return LaneVerifier(Lane, K, D, Names, Data, Seed).run();
}

} // namespace roofline
