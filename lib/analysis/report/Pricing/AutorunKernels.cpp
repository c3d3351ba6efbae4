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
  if (!C.IsCounted && usesChannel(*C.Kernel, Name))
    Sum.Least = Sum.Most = std::nullopt;
  return Sum;
}

/// The endless loop of \p K, or null.
const Loop *endlessLoop(const KernelSummary &K) {
  auto It = find_if(K.Loops, [](const Loop &L) {
    return !L.Parent && L.Trip.Reason == TripCount::Endless;
  });
  return It == K.Loops.end() ? nullptr : &*It;
}

/// A launch of \p K whose endless loop runs \p Passes times; of a kernel
/// without one so many launches.
ConnectedLaunch launchOf(const KernelSummary &K, uint64_t Passes) {
  ConnectedLaunch C = {&K, {}};
  if (const Loop *Endless = endlessLoop(K))
    C.L.Trips[{Endless->Loc.Line, Endless->Loc.Column}] = double(Passes);
  else
    C.Times = Passes;
  return C;
}

bool readsChannels(const KernelSummary &K) {
  return any_of(K.Tallies,
                [](const Tally &Op) { return Op.Name == "read_channel"; });
}

/// True for a kernel that writes as many packets as others read.
bool isGenerator(const KernelSummary &K) {
  return K.Attributes.Autorun && !readsChannels(K);
}

/// How often packets let \p K go round beside \p Together; nothing where that
/// is not known. Generators of \p Kernels limit no reader.
std::optional<uint64_t> passes(const KernelSummary &K,
                               ArrayRef<ConnectedLaunch> Together,
                               ArrayRef<KernelSummary> Kernels) {
  const bool Reads = readsChannels(K);
  const ConnectedLaunch None = launchOf(K, 0), One = launchOf(K, 1);
  double Least = HUGE_VAL;
  for (const Channel &Used : K.Channels) {
    const Count First = packets(None, Used.Name, Reads),
                WithPass = packets(One, Used.Name, Reads);
    if (!First.isExact() || !WithPass.isExact())
      return std::nullopt;
    const double Own = *WithPass.Least - *First.Least;
    const bool IsFree =
        Reads && any_of(Kernels, [&](const auto &Other) {
          return isGenerator(Other) && usesChannel(Other, Used.Name);
        });
    if (Own == 0 || IsFree)
      continue;
    Count Others;
    for (const ConnectedLaunch &Other : Together)
      Others += packets(Other, Used.Name, !Reads);
    if (!Others.isExact() || *Others.Least < *First.Least + Own)
      return std::nullopt;
    Least = std::min(Least, std::floor((*Others.Least - *First.Least) / Own));
  }
  return std::isfinite(Least) ? std::optional(uint64_t(Least)) : std::nullopt;
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
  // Adds a kernel, or where it must be counted one whose passes are known;
  // false: there is none.
  auto Add = [&](bool IsCounted) {
    for (const KernelSummary &K : Kernels) {
      if (!IsJoined(K))
        continue;
      const std::optional<uint64_t> Passes = passes(K, Together, Kernels);
      if (!Passes && IsCounted)
        continue;
      Together.push_back(Passes ? launchOf(K, *Passes)
                                : ConnectedLaunch{&K, {}, 1, false});
      return true;
    }
    return false;
  };
  // A kernel whose passes are known tells the packets of the next.
  while (Add(true) || Add(false)) {
  }
  Together.erase(Together.begin(), Together.begin() + First);
  return Together;
}

} // namespace roofline
