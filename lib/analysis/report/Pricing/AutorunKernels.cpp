// Kernels that nobody launches, between kernels that are launched together.
#include "AutorunKernels.h"

#include "roofline/Kernel/Counts.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace llvm;

namespace roofline {
namespace {

bool usesChannel(const KernelSummary &K, StringRef Name) {
  return any_of(K.Channels, [&](const Channel &C) {
    return C.K == Channel::Kind::Channel && C.Name == Name;
  });
}

/// Packets that \p C reads from channel \p Name, or writes into it.
Count packets(const ConnectedLaunch &C, StringRef Name, bool IsRead) {
  Count Sum;
  for (const Tally &Op : C.Kernel->Tallies)
    if (Op.Channel == Name && (Op.Name == "read_channel") == IsRead)
      Sum += executions(*C.Kernel, C.L, Op) * int64_t(C.Times);
  return Sum;
}

/// How often packets let \p One, a kernel that runs once, run beside \p
/// Together; nothing where that is not known. \p IsPartial: channels of which
/// these do not have the other end count for nothing.
std::optional<uint64_t> runs(const ConnectedLaunch &One,
                             ArrayRef<ConnectedLaunch> Together,
                             bool IsPartial) {
  auto Passes = [&](bool Reads) -> std::optional<uint64_t> {
    double Least = HUGE_VAL;
    for (const Channel &Used : One.Kernel->Channels) {
      const Count Own = packets(One, Used.Name, Reads);
      if (!Own.isExact())
        return std::nullopt;
      if (*Own.Least == 0)
        continue;
      Count Others;
      for (const ConnectedLaunch &Other : Together)
        Others += packets(Other, Used.Name, !Reads);
      if (IsPartial && Others.isExact() && *Others.Least == 0)
        continue;
      if (!Others.isExact() || *Others.Least == 0)
        return std::nullopt;
      Least = std::min(Least, std::floor(*Others.Least / *Own.Least));
    }
    return std::isfinite(Least) ? std::optional(uint64_t(Least)) : std::nullopt;
  };
  const bool ReadsNone = all_of(One.Kernel->Tallies, [](const Tally &Op) {
    return Op.Name != "read_channel";
  });
  return Passes(!ReadsNone);
}

/// The loop at whose end the kernel is not; null without one.
const Loop *endlessLoop(const KernelSummary &K) {
  auto It = find_if(K.Loops, [](const Loop &L) {
    return !L.Parent && L.Trip.K == TripCount::Kind::Unknown;
  });
  return It == K.Loops.end() ? nullptr : &*It;
}

} // namespace

std::vector<ConnectedLaunch>
fedLaunches(ArrayRef<KernelSummary> Kernels,
            std::vector<ConnectedLaunch> Together) {
  const size_t First = Together.size();
  auto IsJoined = [&](const KernelSummary &K) {
    return K.Attributes.Autorun &&
           none_of(Together, [&](const auto &C) { return C.Kernel == &K; }) &&
           any_of(K.Channels, [&](const Channel &Used) {
             return any_of(Together, [&](const ConnectedLaunch &C) {
               return usesChannel(*C.Kernel, Used.Name);
             });
           });
  };
  // Adds a kernel; false: there is none of which so much is known.
  enum class Known { All, SomeChannels, Nothing };
  auto Add = [&](Known Least) {
    for (const KernelSummary &K : Kernels) {
      if (!IsJoined(K))
        continue;
      ConnectedLaunch C = {&K, {}, 1};
      const Loop *Endless = endlessLoop(K);
      const SourcePlace Place =
          Endless ? SourcePlace{Endless->Loc.Line, Endless->Loc.Column}
                  : SourcePlace();
      if (Endless)
        C.L.Trips[Place] = 1;
      const std::optional<uint64_t> Runs =
          runs(C, Together, Least != Known::All);
      if (!Runs && Least != Known::Nothing)
        continue;
      if (Endless && Runs)
        C.L.Trips[Place] = double(*Runs);
      else if (Endless)
        C.L.Trips.clear();
      else
        C.Times = Runs.value_or(1);
      Together.push_back(std::move(C));
      return true;
    }
    return false;
  };
  while (Add(Known::All) || Add(Known::SomeChannels) || Add(Known::Nothing)) {
  }
  Together.erase(Together.begin(), Together.begin() + First);
  return Together;
}

} // namespace roofline
