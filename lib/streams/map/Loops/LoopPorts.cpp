// How buffers of the host reach a core: as ports, or as resident copies.
#include "roofline/Loops/LoopPorts.h"

#include "LoopDataFlow.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Stream/LiveBits.h"

#include <algorithm>
#include <set>

namespace roofline {

/// [word] Largest resident copy of a buffer.
constexpr uint64_t MaxResidentWords = uint64_t(1) << 17;
/// [port] Most ports that read one buffer.
constexpr size_t MaxReadPorts = 4;

std::optional<std::vector<WalkLevel>>
walkOf(const std::vector<uint64_t> &Places) {
  std::vector<WalkLevel> Walk;
  std::vector<uint64_t> At = Places;
  while (At.size() > 1) {
    const int64_t Stride = int64_t(At[1] - At[0]);
    size_t Count = 2;
    while (Count < At.size() && int64_t(At[Count] - At[Count - 1]) == Stride)
      ++Count;
    if (At.size() % Count)
      return std::nullopt;
    std::vector<uint64_t> Firsts;
    for (size_t I = 0; I < At.size(); I += Count) {
      for (size_t J = 1; J < Count; ++J)
        if (int64_t(At[I + J] - At[I + J - 1]) != Stride)
          return std::nullopt;
      Firsts.push_back(At[I]);
    }
    Walk.push_back({Count, Stride});
    At = std::move(Firsts);
  }
  if (Walk.empty())
    Walk.push_back({1, 1});
  return Walk;
}

namespace {

/// Accesses of a process to one buffer.
struct BufferUse {
  struct Place {
    uint32_t Leaf = 0, Access = 0;
    bool IsFixed = true;          ///< no data go into address and enable
    bool HasFixedAddress = true;  ///< nor into the address alone
    std::vector<uint64_t> Places; ///< [element] where it is fixed
  };
  std::vector<Place> Reads, Writes;
  /// [element] Of all reads, and of all writes, as they take place.
  std::vector<uint64_t> ReadOrder, WriteOrder;
  uint64_t Reach = 0; ///< [element]
};

class PortPlan {
public:
  explicit PortPlan(LoopKernel &K) : K(K), Flow(K), Uses(K.Memories.size()) {}

  std::optional<std::string> run() {
    for (uint32_t L = 0; L < K.Leaves.size(); ++L)
      for (uint32_t A = 0; A < K.Leaves[L].Accesses.size(); ++A)
        add(L, A);
    if (!Problem)
      walk();
    const size_t Count = K.Memories.size();
    for (uint32_t M = 0; M < Count && !Problem; ++M)
      if (K.Memories[M].Kind == LoopMemoryKind::Buffer)
        place(M);
    LoopRegion Root;
    for (const auto &[Of, Copies] : Fills)
      Root.Children.push_back(copyLeaf(Copies, Of.first, Of.second, false));
    Root.Children.push_back(std::move(K.Root));
    for (const auto &[Of, Copies] : Drains)
      Root.Children.push_back(copyLeaf(Copies, Of.first, Of.second, true));
    K.Root = std::move(Root);
    return Problem;
  }

private:
  LoopKernel &K;
  const LoopDataFlow Flow;
  std::vector<std::map<uint32_t, BufferUse>> Uses; ///< by memory and process
  struct Resident {
    uint32_t Memory = 0;
    std::string Buffer;
  };
  /// Resident memories by process and words: read before, or written after.
  std::map<std::pair<uint32_t, uint64_t>, std::vector<Resident>> Fills, Drains;
  std::optional<std::string> Problem;

  bool isBuffer(uint32_t M) const {
    return K.Memories[M].Kind == LoopMemoryKind::Buffer;
  }

  BufferUse &useOf(uint32_t L, uint32_t A) {
    return Uses[K.Leaves[L].Accesses[A].Memory][K.Leaves[L].Process];
  }

  void add(uint32_t L, uint32_t A) {
    const LoopAccess &Access = K.Leaves[L].Accesses[A];
    if (!isBuffer(Access.Memory))
      return;
    BufferUse &Use = useOf(L, A);
    const bool IsFixed = Flow.isFixed(L, A);
    const bool HasFixedAddress = Flow.hasFixedAddress(L, A);
    (Access.isStore() ? Use.Writes : Use.Reads)
        .push_back({L, A, IsFixed, HasFixedAddress, {}});
    if (HasFixedAddress)
      return;
    // What the address's own bits allow.
    const uint32_t Bits = liveBits(K.Leaves[L].Body.Graph)[Access.Address].High;
    constexpr uint32_t MostBits = 17; // of MaxResidentWords
    const uint64_t Words = K.Memories[Access.Memory].Words;
    if (Bits <= MostBits)
      Use.Reach = std::max(Use.Reach, std::min(uint64_t(1) << Bits,
                                               Words ? Words : ~uint64_t(0)));
    else
      Unbounded.insert({L, A});
  }
  std::set<std::pair<uint32_t, uint32_t>> Unbounded;

  BufferUse::Place *find(uint32_t Leaf, uint32_t Access) {
    BufferUse &Use = useOf(Leaf, Access);
    for (auto *List : {&Use.Reads, &Use.Writes})
      for (BufferUse::Place &P : *List)
        if (P.Leaf == Leaf && P.Access == Access)
          return &P;
    return nullptr;
  }

  /// Runs the kernel once, to see where the accesses are.
  void walk() {
    // Indices that data choose stay within what their bits allow; others are 0.
    const LoopLog Log = probe(K, [&](const AccessEvent &E) {
      if (!isBuffer(K.Leaves[E.Leaf].Accesses[E.Access].Memory))
        return;
      BufferUse &Use = useOf(E.Leaf, E.Access);
      BufferUse::Place *P = find(E.Leaf, E.Access);
      // Where data decide whether it takes place, it may.
      if (P->HasFixedAddress && !P->IsFixed && E.Address < MaxResidentWords)
        Use.Reach = std::max(Use.Reach, E.Address + 1);
      if (!E.Enabled)
        return;
      if (P->IsFixed) {
        P->Places.push_back(E.Address);
        const bool IsStore = K.Leaves[E.Leaf].Accesses[E.Access].isStore();
        (IsStore ? Use.WriteOrder : Use.ReadOrder).push_back(E.Address);
        Use.Reach = std::max(Use.Reach, E.Address + 1);
      }
    });
    if (Log.Problem)
      Problem = Log.Problem;
    for (const auto &[L, A] : Unbounded) {
      const LoopAccess &Access = K.Leaves[L].Accesses[A];
      const LoopMemory &M = K.Memories[Access.Memory];
      if (!Problem && M.Words == 0)
        Problem = placePrefix(Access.Loc) + "the index of '" + M.Name +
                  "' depends on data and has no bound: mask it, as in " +
                  M.Name + "[i & 1023], or give its size: --buffer " + M.Name +
                  "=ELEMENTS";
      BufferUse &Use = useOf(L, A);
      Use.Reach = std::max(Use.Reach, M.Words);
    }
  }

  static bool isStreamable(const std::vector<uint64_t> &Places,
                           bool IsWritten) {
    if (Places.empty())
      return false;
    const auto Walk = walkOf(Places);
    if (!Walk)
      return false;
    if (IsWritten && std::set<uint64_t>(Places.begin(), Places.end()).size() !=
                         Places.size())
      return false;
    return Walk->size() == 1 || (*Walk)[0].Stride == 1;
  }
  static bool areFixed(const std::vector<BufferUse::Place> &List) {
    return std::all_of(List.begin(), List.end(),
                       [](const auto &P) { return P.IsFixed; });
  }

  /// One port for all of \p List, whose accesses follow \p Order.
  bool addJoined(uint32_t Buffer, const std::vector<BufferUse::Place> &List,
                 const std::vector<uint64_t> &Order, bool Writes,
                 bool IsFirst) {
    if (!areFixed(List) || !isStreamable(Order, Writes))
      return false;
    BufferUse::Place First = List[0];
    First.Places = Order;
    addPort(Buffer, First, Writes, IsFirst);
    for (const BufferUse::Place &P : List)
      K.Leaves[P.Leaf].Accesses[P.Access].Memory =
          uint32_t(K.Memories.size() - 1);
    return true;
  }

  void addPort(uint32_t Buffer, const BufferUse::Place &P, bool Writes,
               bool IsFirst) {
    LoopMemory Port = K.Memories[Buffer];
    Port.Kind = Writes ? LoopMemoryKind::Output : LoopMemoryKind::Input;
    if (!IsFirst)
      Port.Name = unusedMemoryName(K, Port.Name);
    const auto M = uint32_t(K.Memories.size());
    K.Memories.push_back(Port);
    K.Leaves[P.Leaf].Accesses[P.Access].Memory = M;
    K.Ports.push_back(
        {M, K.Memories[Buffer].Name, P.Places[0], *walkOf(P.Places)});
  }

  /// Several processes only read a buffer, each by ports or a copy of its own.
  void place(uint32_t M) {
    bool IsFirst = true, IsUnused = false;
    for (const auto &[Process, Use] : Uses[M]) {
      if (addPorts(M, Use, IsFirst))
        IsUnused |= IsFirst;
      else
        makeResident(M, Process, Use, IsFirst);
      IsFirst = false;
    }
    if (IsUnused)
      retire(M);
  }

  bool addPorts(uint32_t M, const BufferUse &Use, bool IsFirst) {
    if (Use.Writes.empty() &&
        addJoined(M, Use.Reads, Use.ReadOrder, false, IsFirst))
      return true;
    if (Use.Reads.empty() &&
        addJoined(M, Use.Writes, Use.WriteOrder, true, IsFirst))
      return true;
    if (Use.Writes.empty() && Use.Reads.size() <= MaxReadPorts &&
        areFixed(Use.Reads) &&
        Use.ReadOrder.size() <= MaxReadPorts * Use.Reach &&
        std::all_of(Use.Reads.begin(), Use.Reads.end(), [](const auto &P) {
          return isStreamable(P.Places, false);
        })) {
      for (size_t I = 0; I < Use.Reads.size(); ++I)
        addPort(M, Use.Reads[I], false, IsFirst && I == 0);
      return true;
    }
    return false;
  }

  /// A buffer whose accesses are those of ports now: a memory of one word that
  /// nobody uses.
  void retire(uint32_t M) {
    K.Memories[M].Kind = LoopMemoryKind::Private;
    K.Memories[M].Words = 1;
  }

  void makeResident(uint32_t M, uint32_t Process, const BufferUse &Use,
                    bool IsFirst) {
    LoopMemory Memory = K.Memories[M];
    const std::string Buffer = Memory.Name;
    const uint64_t Words = Use.Reach;
    if (Words > MaxResidentWords) {
      Problem =
          placePrefix(
              K.Leaves[(Use.Reads.empty() ? Use.Writes : Use.Reads)[0].Leaf]
                  .Accesses[(Use.Reads.empty() ? Use.Writes : Use.Reads)[0]
                                .Access]
                  .Loc) +
          "buffer '" + Memory.Name + "' is not walked through in order, and " +
          std::to_string(Words) +
          " elements are too many for a copy on the chip: up to " +
          std::to_string(MaxResidentWords);
      return;
    }
    Memory.Kind = LoopMemoryKind::Private;
    Memory.Words = Words;
    if (!IsFirst) {
      Memory.Name = unusedMemoryName(K, Buffer);
      for (const BufferUse::Place &P : Use.Reads)
        K.Leaves[P.Leaf].Accesses[P.Access].Memory =
            uint32_t(K.Memories.size());
      M = uint32_t(K.Memories.size());
      K.Memories.emplace_back();
    }
    K.Memories[M] = std::move(Memory);
    if (!isWrittenFirst(Use, Words))
      Fills[{Process, Words}].push_back({M, Buffer});
    if (!Use.Writes.empty())
      Drains[{Process, Words}].push_back({M, Buffer});
  }

  /// True where the kernel only writes to the buffer, to all of it.
  static bool isWrittenFirst(const BufferUse &Use, uint64_t Words) {
    std::set<uint64_t> Written;
    for (const BufferUse::Place &P : Use.Writes)
      if (P.IsFixed)
        Written.insert(P.Places.begin(), P.Places.end());
    return Use.Reads.empty() && Written.size() == Words;
  }

  /// A leaf that moves resident memories of \p Words words from or to their
  /// ports, all at once.
  LoopRegion copyLeaf(const std::vector<Resident> &Copies, uint32_t Process,
                      uint64_t Words, bool IsDrain) {
    LoopLeaf L;
    L.Process = Process;
    L.Levels.push_back({Words, {}});
    auto Add = [&](LoopSourceKind Kind, uint32_t Index, ValueType Type) {
      const auto N = uint32_t(L.Body.Graph.Nodes.size());
      L.Body.Graph.Scalars.push_back({"#copy" + std::to_string(N), Type, {}});
      L.Body.Sources.push_back({Kind, Index});
      L.Body.Graph.Nodes.push_back({DatapathOp::Argument, Type, {}, N, {}, {}});
      return N;
    };
    const auto Bits = uint16_t(bitsFor(Words - 1));
    const uint32_t Place =
        Add(LoopSourceKind::Counter, 0, {ScalarKind::Int, Bits, 1});
    for (const auto &[M, Buffer] : Copies) {
      LoopMemory Port = K.Memories[M];
      Port.Kind = IsDrain ? LoopMemoryKind::Output : LoopMemoryKind::Input;
      L.Loc = Port.Loc;
      const auto P = uint32_t(K.Memories.size());
      K.Memories.push_back(Port);
      K.Ports.push_back({P, Buffer, 0, {{Words, 1}}});
      const auto A = uint32_t(L.Accesses.size());
      const uint32_t Word = Add(LoopSourceKind::Word, A, Port.Type);
      L.Accesses.push_back({IsDrain ? M : P, Place, {}, {}, Port.Loc});
      L.Accesses.push_back({IsDrain ? P : M, Place, Word, {}, Port.Loc});
    }
    LoopRegion R;
    R.K = LoopRegion::Kind::Leaf;
    R.Index = uint32_t(K.Leaves.size());
    K.Leaves.push_back(std::move(L));
    return R;
  }
};

} // namespace

std::optional<std::string> planPorts(LoopKernel &K) {
  return PortPlan(K).run();
}

} // namespace roofline
