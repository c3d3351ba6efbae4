// The channels that launches share, as FIFOs.
#include "ChannelFifos.h"

#include <algorithm>
#include <map>
#include <set>

namespace roofline::dataflow {
namespace {

/// A channel without a depth, or of depth 0 or 1, hands a packet over in each
/// cycle: so does a FIFO of two.
constexpr uint64_t LeastDepth = 2;

/// Copies of an operation that are looked at.
constexpr uint64_t MostCopies = 4096;

/// An operation on a channel.
struct ChannelSite {
  uint32_t Process = 0, Operation = 0;
  bool IsWrite = false;
  std::set<uint64_t> Elements = {}; ///< of the array, in all copies
};

class FifoFinder {
public:
  FifoFinder(const std::vector<BoundProcess> &Processes, DataflowNetwork &N,
             std::vector<Unknown> &Missing)
      : Processes(Processes), N(N), Missing(Missing), Uses(Processes.size()) {}

  std::vector<std::vector<FifoUse>> find() {
    for (uint32_t P = 0; P < Processes.size(); ++P)
      collect(P);
    for (const auto &[Name, List] : Sites)
      addFifos(Name, List);
    for (std::vector<FifoUse> &List : Uses)
      std::ranges::stable_sort(List, {}, &FifoUse::Operation);
    return std::move(Uses);
  }

private:
  void miss(const std::string &Text, const SourceLocation &Loc) {
    Missing.push_back({Unknown::Kind::ControlFlow, Text, Loc});
  }

  void collect(uint32_t Process) {
    const KernelSummary &K = Processes[Process].Kernel;
    for (uint32_t Op = 0; Op < K.Operations.size(); ++Op) {
      const Operation &O = K.Operations[Op];
      if (!O.Channel || K.Channels[*O.Channel].K != Channel::Kind::Channel)
        continue;
      const Channel &C = K.Channels[*O.Channel];
      ChannelSite Site{Process, Op, O.Name == "write_channel"};
      if (!addElements(Processes[Process], O, Site.Elements))
        miss("which channel of " + C.Name + " is " +
                 (Site.IsWrite ? "written" : "read") + " is not followed",
             O.Loc);
      Channels.try_emplace(C.Name, &C);
      Sites[C.Name].push_back(std::move(Site));
    }
  }

  /// The elements that the copies of \p O are on.
  static bool addElements(const BoundProcess &P, const Operation &O,
                          std::set<uint64_t> &Elements) {
    if (!O.Element)
      return false;
    std::vector<uint32_t> Loops;
    uint64_t NumCopies = 1;
    for (const std::string &Symbol : symbols(*O.Element)) {
      const std::optional<uint32_t> Loop = loopOfSymbol(Symbol);
      if (!Loop || !P.Loops[*Loop].IsUnrolledInFull)
        return false;
      Loops.push_back(*Loop);
      NumCopies *= std::max<uint64_t>(1, uint64_t(P.Loops[*Loop].MostTrip));
    }
    if (NumCopies > MostCopies)
      return false;
    for (uint64_t Copy = 0; Copy < NumCopies; ++Copy) {
      const auto Element = evaluate(*O.Element, [&](std::string_view Symbol) {
        uint64_t Rest = Copy;
        for (uint32_t Loop : Loops) {
          const auto Trip =
              std::max<uint64_t>(1, uint64_t(P.Loops[Loop].MostTrip));
          if (symbolOfLoop(Loop) == Symbol)
            return std::optional(int64_t(Rest % Trip));
          Rest /= Trip;
        }
        return std::optional<int64_t>();
      });
      if (!Element || *Element < 0)
        return false;
      Elements.insert(uint64_t(*Element));
    }
    return true;
  }

  void addFifos(const std::string &Name, const std::vector<ChannelSite> &List) {
    const Channel &C = *Channels.at(Name);
    std::map<uint64_t, std::vector<size_t>> SitesOfElement;
    for (size_t S = 0; S < List.size(); ++S)
      for (uint64_t Element : List[S].Elements)
        SitesOfElement[Element].push_back(S);
    std::map<std::vector<size_t>, std::vector<uint64_t>> Classes;
    for (const auto &[Element, Users] : SitesOfElement)
      Classes[Users].push_back(Element);
    for (const auto &[Users, Elements] : Classes)
      addFifo(C, List, Users, Elements);
  }

  void addFifo(const Channel &C, const std::vector<ChannelSite> &List,
               const std::vector<size_t> &Users,
               const std::vector<uint64_t> &Elements) {
    Fifo F;
    F.Name = C.Name;
    if (Elements.size() < C.Number)
      F.Name += "[" + std::to_string(Elements.front()) +
                (Elements.size() > 1 ? ",..]" : "]");
    F.Depth = std::max<uint64_t>(LeastDepth, C.Depth.value_or(0));
    F.Bits = C.NumBytes * 8;
    F.Lanes = uint32_t(Elements.size());
    F.Loc = C.Loc;
    const auto Id = uint32_t(N.Fifos.size());
    std::set<uint32_t> Ends[2]; // readers, writers
    for (size_t S : Users) {
      Ends[List[S].IsWrite].insert(List[S].Process);
      const KernelSummary &K = Processes[List[S].Process].Kernel;
      Uses[List[S].Process].push_back({List[S].Operation, Id, List[S].IsWrite,
                                       K.Operations[List[S].Operation].Element,
                                       Elements.front()});
    }
    checkEnds(F, Ends[1], "written", "writes");
    checkEnds(F, Ends[0], "read", "reads");
    N.Fifos.push_back(std::move(F));
  }

  void checkEnds(const Fifo &F, const std::set<uint32_t> &Ends,
                 const char *Verb, const char *Does) {
    if (Ends.empty())
      miss("none of the launches " + std::string(Does) + " " + F.Name, F.Loc);
    if (Ends.size() > 1)
      miss(F.Name + " is " + Verb + " by " + N.Processes[*Ends.begin()].Name +
               " and " + N.Processes[*Ends.rbegin()].Name,
           F.Loc);
  }

  const std::vector<BoundProcess> &Processes;
  DataflowNetwork &N;
  std::vector<Unknown> &Missing;
  std::vector<std::vector<FifoUse>> Uses;
  std::map<std::string, const Channel *> Channels;
  std::map<std::string, std::vector<ChannelSite>> Sites; ///< by channel
};

} // namespace

std::vector<std::vector<FifoUse>>
findFifos(const std::vector<BoundProcess> &Processes, DataflowNetwork &N,
          std::vector<Unknown> &Missing) {
  return FifoFinder(Processes, N, Missing).find();
}

} // namespace roofline::dataflow
