// The channels between the processes of a region.
#include "Channels.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace roofline::dataflow {
namespace {

/// A directive of \p Name on the variable \p M. A single stream has no
/// function.
const Directive *directiveOn(const KernelSummary &K, const char *Name,
                             const Memory &M) {
  for (const Directive &D : K.Directives)
    if (D.Name == Name && (M.Function.empty() || D.Function == M.Function) &&
        optionOf(D, "variable") == M.Name)
      return &D;
  return nullptr;
}

std::optional<uint64_t> numberIn(const Directive *D, const char *Option) {
  const std::optional<std::string> Text =
      D ? optionOf(*D, Option) : std::nullopt;
  uint64_t Value = 0;
  if (!Text ||
      std::from_chars(Text->data(), Text->data() + Text->size(), Value).ec !=
          std::errc())
    return std::nullopt;
  return Value;
}

uint64_t elementsOf(const Memory &M) {
  uint64_t Product = 1;
  for (uint64_t Extent : M.Dimensions)
    Product *= std::max<uint64_t>(Extent, 1);
  return Product;
}

class ChannelFinder {
public:
  ChannelFinder(const KernelSummary &K, const KernelPlaces &Places,
                DataflowRegion &R)
      : K(K), Places(Places), R(R) {}

  std::vector<FifoUse> find() {
    for (const Memory &M : K.Memories)
      if (M.IsArgument)
        checkArgument(M);
      else if (auto Channel = streamOf(M))
        addStream(M, *Channel);
      else if (!M.IsConstant)
        addArray(M);
    return std::move(Uses);
  }

private:
  struct Users {
    std::set<uint32_t> Writers, Readers;
  };

  /// The channel that \p M, a stream or an array of them, holds.
  std::optional<uint32_t> streamOf(const Memory &M) const {
    for (uint32_t C = 0; C < K.Channels.size(); ++C)
      if (K.Channels[C].Name == M.Name)
        return C;
    return std::nullopt;
  }

  std::optional<uint32_t> processOf(uint32_t Block) const {
    for (uint32_t P = 0; P < R.Loops.size(); ++P)
      for (uint32_t Loop : Places.LoopsAround[Block])
        if (std::ranges::count(R.Loops[P], Loop))
          return P;
    return std::nullopt;
  }

  std::string named(uint32_t Process) const {
    const DataflowProcess &P = R.Network.Processes[Process];
    const std::string Line = " at line " + std::to_string(P.Loc.Line);
    return P.Name.ends_with(Line) ? P.Name : P.Name + Line;
  }

  void find(const std::string &Text, const SourceLocation &Loc) {
    R.Findings.push_back({Text, Loc});
  }

  void miss(const std::string &Text, const SourceLocation &Loc) {
    R.Missing.push_back({Unknown::Kind::ControlFlow, Text, Loc});
  }

  /// The processes that access \p M as an array.
  Users usersOf(const Memory &M) const {
    Users Found;
    for (const MemoryAccess &A : K.Accesses) {
      if (A.Base != M.Name)
        continue;
      const std::optional<uint32_t> P = processOf(A.BlockId);
      if (!P)
        continue;
      if (A.K != MemoryAccess::Kind::Read)
        Found.Writers.insert(*P);
      if (A.K != MemoryAccess::Kind::Write)
        Found.Readers.insert(*P);
    }
    return Found;
  }

  /// Rules for a channel of either kind. Source: AMD UG1399, "Limitations of
  /// Control-Driven Task-Level Parallelism".
  bool checkUsers(const Memory &M, const Users &U) {
    auto Two = [&](const std::set<uint32_t> &Processes, const char *What,
                   const char *Instead) {
      if (Processes.size() > 1)
        miss(M.Name + " is " + What + " by " + named(*Processes.begin()) +
                 " and " + named(*Processes.rbegin()) + ": " + Instead,
             M.Loc);
      return Processes.size() > 1;
    };
    const bool HasWriters =
        Two(U.Writers, "written", "one process may write a channel");
    const bool HasReaders =
        Two(U.Readers, "read",
            "one process may read a channel; copy it in a process before");
    for (uint32_t Writer : U.Writers)
      for (uint32_t Reader : U.Readers)
        if (Reader < Writer)
          find(M.Name + " goes back from " + named(Writer) + " to " +
                   named(Reader) + ": a region wants data to go forward",
               M.Loc);
    return !HasWriters && !HasReaders;
  }

  void checkArgument(const Memory &M) {
    const Users U = usersOf(M);
    for (uint32_t Writer : U.Writers)
      for (uint32_t Reader : U.Readers)
        if (Reader != Writer)
          return miss("argument " + M.Name + " is written by " + named(Writer) +
                          " and read by " + named(Reader) +
                          ": pass it through a stream or a local array",
                      M.Loc);
  }

  uint32_t addFifo(const Memory &M, uint64_t Depth, uint32_t Bits) {
    Fifo F;
    F.Name = M.Name;
    F.Depth = Depth;
    F.Bits = Bits ? Bits : M.Element.Bits;
    F.Loc = M.Loc;
    R.Network.Fifos.push_back(std::move(F));
    return uint32_t(R.Network.Fifos.size() - 1);
  }

  void addStream(const Memory &M, uint32_t Channel) {
    constexpr uint64_t DefaultDepth = 2; // AMD UG1399, "pragma HLS stream"
    Users U;
    std::vector<FifoUse> Found;
    const auto Fifo = uint32_t(R.Network.Fifos.size());
    for (uint32_t Op = 0; Op < K.Operations.size(); ++Op) {
      const Operation &O = K.Operations[Op];
      if (O.Channel != Channel)
        continue;
      const bool IsWrite = O.Name == "fifo_write";
      const std::optional<uint32_t> P = processOf(Places.BlockOfOperation[Op]);
      if (!P) {
        miss("no loop is around this access to " + M.Name, O.Loc);
        continue;
      }
      (IsWrite ? U.Writers : U.Readers).insert(*P);
      Found.push_back({Op, Fifo, IsWrite});
    }
    if (Found.empty())
      return;
    const uint64_t Declared = K.Channels[Channel].Depth.value_or(DefaultDepth);
    addFifo(M,
            numberIn(directiveOn(K, "stream", M), "depth").value_or(Declared),
            K.Channels[Channel].NumBytes * 8);
    R.Network.Fifos.back().Lanes = uint32_t(elementsOf(M));
    if (!checkUsers(M, U))
      return;
    Uses.insert(Uses.end(), Found.begin(), Found.end());
  }

  void addArray(const Memory &M) {
    const Users U = usersOf(M);
    std::set<uint32_t> Others = U.Readers;
    for (uint32_t Writer : U.Writers)
      Others.erase(Writer);
    if (U.Writers.empty() || (Others.empty() && U.Writers.size() == 1))
      return;
    const bool IsChannel = checkUsers(M, U);
    if (const Directive *D = directiveOn(K, "stream", M);
        D && IsChannel && optionOf(*D, "type").value_or("fifo") == "fifo" &&
        !optionOf(*D, "off"))
      return addArrayAsFifo(M, *D);
    if (directiveOn(K, "stable", M))
      return;
    BufferedArray A;
    A.Name = M.Name;
    A.Writer = *U.Writers.begin();
    A.Readers.assign(Others.begin(), Others.end());
    A.Loc = M.Loc;
    // Readers in front of the writer see the call before: they do not wait.
    std::erase_if(A.Readers, [&](uint32_t P) { return P < A.Writer; });
    if (!A.Readers.empty())
      R.Network.Arrays.push_back(std::move(A));
  }

  /// An array whose elements go through a FIFO in the order of the writes.
  void addArrayAsFifo(const Memory &M, const Directive &D) {
    const uint32_t Fifo =
        addFifo(M, numberIn(&D, "depth").value_or(elementsOf(M)), 0);
    for (uint32_t Op = 0; Op < K.Operations.size(); ++Op)
      if (const std::optional<uint32_t> Id = K.Operations[Op].Access;
          Id && K.Accesses[*Id].Base == M.Name)
        Uses.push_back(
            {Op, Fifo, K.Accesses[*Id].K == MemoryAccess::Kind::Write});
  }

  const KernelSummary &K;
  const KernelPlaces &Places;
  DataflowRegion &R;
  std::vector<FifoUse> Uses;
};

} // namespace

std::vector<FifoUse> findChannels(const KernelSummary &K,
                                  const KernelPlaces &Places,
                                  DataflowRegion &R) {
  return ChannelFinder(K, Places, R).find();
}

} // namespace roofline::dataflow
