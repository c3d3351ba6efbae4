// Packets that launches at the same time write into channels and read.
#include "PacketBalance.h"

#include "roofline/Kernel/Counts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>

using namespace llvm;

namespace roofline {
namespace {

/// All launches' packets of a channel in one direction.
struct Packets {
  Count Number;
  std::vector<std::string> Kernels;
  SourceLocation Loc; ///< of the first operation
};

struct ChannelTraffic {
  Packets Written, Read;
  std::vector<uint32_t> Launches;
  std::optional<uint32_t> Depth;
  uint64_t Held = 0; ///< [packet] in all channels of the array
};

using TrafficByChannel = std::map<std::string, ChannelTraffic>;

/// False where nobody knows how often \p C runs, or where its kernel asks a
/// channel whether it was ready.
bool movesKnown(const ConnectedLaunch &C) {
  return C.IsCounted && none_of(C.Kernel->Tallies, [](const Tally &T) {
           return T.Name == "__fpga_channel_ready";
         });
}

void addLaunch(const ConnectedLaunch &C, uint32_t Id, TrafficByChannel &All) {
  for (const Channel &Used : C.Kernel->Channels) {
    if (Used.K != Channel::Kind::Channel)
      continue;
    ChannelTraffic &T = All[Used.Name];
    T.Launches.push_back(Id);
    T.Depth = Used.Depth;
    T.Held = uint64_t(Used.Depth.value_or(0)) * Used.Number;
    for (const Tally &Op : C.Kernel->Tallies) {
      if (Op.Channel != Used.Name)
        continue;
      Packets &P = Op.Name == "read_channel" ? T.Read : T.Written;
      P.Number += executions(*C.Kernel, C.L, Op) * int64_t(C.Times);
      if (!P.Loc)
        P.Loc = Op.Loc;
      if (!is_contained(P.Kernels, C.Kernel->Name))
        P.Kernels.push_back(C.Kernel->Name);
    }
  }
}

/// Why kernels wait at \p Name for ever; empty where they may not.
std::string whyStalled(StringRef Name, const ChannelTraffic &T) {
  const Packets &W = T.Written, &R = T.Read;
  if (W.Kernels.empty() || R.Kernels.empty() || !W.Number.Least ||
      !W.Number.Most || !R.Number.Least || !R.Number.Most)
    return "";
  const std::string Writers = join(W.Kernels, ", "),
                    Readers = join(R.Kernels, ", ");
  auto Rates = [&](double Written, double Read) -> std::string {
    return formatv("{0} writes {1} packets into channel {2}, {3} reads {4}: ",
                   Writers, uint64_t(Written), Name, Readers, uint64_t(Read));
  };
  const double Left = *W.Number.Least - *R.Number.Most;
  if (Left > double(T.Held))
    return Rates(*W.Number.Least, *R.Number.Most) + Writers +
           " waits for ever, unless the depth is " +
           std::to_string(uint64_t(Left)) + " or more; it is " +
           (T.Depth ? std::to_string(*T.Depth) : "not given");
  if (*R.Number.Least > *W.Number.Most)
    return Rates(*W.Number.Most, *R.Number.Least) + Readers + " waits for ever";
  return "";
}

} // namespace

std::vector<Stall> stalls(const std::vector<ConnectedLaunch> &Together) {
  TrafficByChannel All;
  for (const auto &[Id, C] : enumerate(Together))
    if (movesKnown(C))
      addLaunch(C, uint32_t(Id), All);
  for (const ConnectedLaunch &C : Together)
    if (!movesKnown(C))
      for (const Channel &Used : C.Kernel->Channels)
        All.erase(Used.Name);
  std::vector<Stall> Result;
  for (const auto &[Name, T] : All)
    if (std::string Why = whyStalled(Name, T); !Why.empty())
      Result.push_back({Name,
                        {T.Written.Loc, std::move(Why), T.Written.Loc,
                         T.Read.Loc, /*IsOfLaunches=*/true},
                        T.Launches});
  return Result;
}

} // namespace roofline
