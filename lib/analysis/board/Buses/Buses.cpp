// Arguments on a bus (m_axi): which accesses become bursts, what they cost.
#include "roofline/Buses/Buses.h"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace roofline {
namespace {

constexpr double RequestCycles = 7, AnswerCycles = 4;

std::optional<uint32_t> optionNumber(const Directive &D,
                                     std::string_view Name) {
  const std::string Text = optionOf(D, Name).value_or("");
  uint32_t Number = 0;
  auto [End, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Number);
  return Error == std::errc() && End != Text.data() ? std::optional(Number)
                                                    : std::nullopt;
}

/// True where \p D puts argument \p Name of the top function on a bus.
bool isBus(const KernelSummary &K, const Directive &D, std::string_view Name) {
  const bool IsMode = optionOf(D, "m_axi") || optionOf(D, "mode") == "m_axi";
  return D.Name == "interface" && IsMode && optionOf(D, "port") == Name &&
         (D.Function.empty() || D.Function == K.Name);
}

/// A run of bytes that one iteration of a loop, or the code around it, accesses
/// without gap.
struct ByteRun {
  int64_t Begin = 0, End = 0; ///< [byte]
};

class BusFinder {
public:
  BusFinder(const KernelSummary &K, const std::vector<BusLoop> &Loops,
            uint32_t Latency)
      : K(K), Loops(Loops), Latency(Latency) {
    LoopsOfBlocks.resize(K.Blocks.size());
    findLoops(K.Root, std::nullopt);
  }

  Buses find() {
    Result.Accesses.resize(K.Accesses.size());
    for (const KernelArg &A : K.Args)
      for (const Directive &D : K.Directives)
        if (isBus(K, D, A.Name))
          addArgument(A.Name, D);
    for (uint32_t Id = 0; Id < K.Accesses.size(); ++Id)
      place(Id);
    for (uint32_t Id = 0; Id < K.Accesses.size(); ++Id)
      if (Result.has(int32_t(Id)))
        decide(Id);
    for (uint32_t Id = 0; Id < K.Accesses.size(); ++Id)
      if (Result.Accesses[Id].IsBurst)
        compete(Id);
    return std::move(Result);
  }

private:
  void findLoops(uint32_t Node, std::optional<uint32_t> Around);
  void addArgument(const std::string &Name, const Directive &D);
  void place(uint32_t Id);
  void decide(uint32_t Id);
  void compete(uint32_t Id);
  std::optional<ByteRun> blockOf(uint32_t Id, std::string &Reason) const;
  std::optional<int64_t> stepOf(uint32_t Id, uint32_t Loop) const;
  bool isFixed(uint32_t Id, uint32_t Loop) const;
  bool isSameRun(uint32_t A, uint32_t B) const;
  std::optional<uint32_t> remaining(std::optional<uint32_t> Loop) const;
  std::optional<uint32_t> loopOf(uint32_t Id) const {
    return remaining(LoopsOfBlocks[K.Accesses[Id].BlockId]);
  }

  const KernelSummary &K;
  const std::vector<BusLoop> &Loops;
  uint32_t Latency;
  std::vector<std::optional<uint32_t>> LoopsOfBlocks; ///< innermost around
  Buses Result;
};

void BusFinder::findLoops(uint32_t Node, std::optional<uint32_t> Around) {
  const roofline::Node &Here = K.Nodes[Node];
  if (Here.K == Node::Kind::Block)
    LoopsOfBlocks[Here.Index] = Around;
  if (Here.K == Node::Kind::Loop)
    Around = Here.Index;
  for (uint32_t Child : Here.Children)
    findLoops(Child, Around);
}

/// Source: AMD UG1399, pragma HLS interface: without a bundle all arguments
/// share one; 16 requests of 16 elements.
void BusFinder::addArgument(const std::string &Name, const Directive &D) {
  const std::string Bundle = optionOf(D, "bundle").value_or("gmem");
  auto Port = std::ranges::find(Result.Ports, Bundle, &BusPort::Bundle);
  if (Port == Result.Ports.end()) {
    Result.Ports.push_back({});
    Port = Result.Ports.end() - 1;
    Port->Bundle = Bundle;
    Port->Latency = Latency;
  }
  if (std::ranges::count(Port->Arguments, Name))
    return;
  Port->Arguments.push_back(Name);
  auto Set = [&](uint32_t &To, const char *Option) {
    To = optionNumber(D, Option).value_or(To);
  };
  Set(Port->Latency, "latency");
  Set(Port->MostReads, "num_read_outstanding");
  Set(Port->MostWrites, "num_write_outstanding");
  Set(Port->LongestRead, "max_read_burst_length");
  Set(Port->LongestWrite, "max_write_burst_length");
}

/// Notes the port of access \p Id.
void BusFinder::place(uint32_t Id) {
  const MemoryAccess &A = K.Accesses[Id];
  for (uint32_t Port = 0; Port < Result.Ports.size(); ++Port) {
    BusPort &P = Result.Ports[Port];
    if (A.Space != AddressSpace::Global ||
        !std::ranges::count(P.Arguments, A.Base))
      continue;
    Result.Accesses[Id].Port = Port;
    Result.Accesses[Id].IsWrite = A.K == MemoryAccess::Kind::Write;
    (Result.Accesses[Id].IsWrite ? P.IsWritten : P.IsRead) = true;
    P.Bits = std::max(P.Bits, double(A.Type.Bits) * A.Type.Lanes);
  }
}

/// The innermost loop from \p Loop outwards that is not unrolled in full.
std::optional<uint32_t>
BusFinder::remaining(std::optional<uint32_t> Loop) const {
  while (Loop && Loops[*Loop].IsInFull)
    Loop = Loops[*Loop].Parent;
  return Loop;
}

/// [byte] by which access \p Id moves with \p Loop; nothing where the step is
/// not constant.
std::optional<int64_t> BusFinder::stepOf(uint32_t Id, uint32_t Loop) const {
  const AffineIndex &Index = *K.Accesses[Id].Index;
  const std::string Symbol = symbolOfLoop(Loop);
  if (std::ranges::count(Index.IrregularAlong, Symbol))
    return std::nullopt;
  for (const IndexTerm &T : Index.Terms)
    if (T.Variable == Symbol)
      return T.Coefficient.isConstant() ? std::optional(T.Coefficient.Value)
                                        : std::nullopt;
  return 0;
}

bool BusFinder::isFixed(uint32_t Id, uint32_t Loop) const {
  return stepOf(Id, Loop) == 0;
}

/// True where the indices of \p A and \p B differ by a constant.
bool BusFinder::isSameRun(uint32_t A, uint32_t B) const {
  const MemoryAccess &L = K.Accesses[A], &R = K.Accesses[B];
  return L.Base == R.Base && L.BlockId == R.BlockId && L.Index && R.Index &&
         constantDistance(*L.Index, *R.Index).has_value();
}

/// The bytes of access \p Id, of those beside it that differ by a constant, and
/// of their copies in unrolled loops.
std::optional<ByteRun> BusFinder::blockOf(uint32_t Id,
                                          std::string &Reason) const {
  const MemoryAccess &A = K.Accesses[Id];
  std::vector<int64_t> Begins;
  for (uint32_t Other = 0; Other < K.Accesses.size(); ++Other)
    if (Result.Accesses[Other].Port &&
        Result.Accesses[Other].IsWrite == Result.Accesses[Id].IsWrite &&
        isSameRun(Id, Other))
      Begins.push_back(*constantDistance(*A.Index, *K.Accesses[Other].Index));
  for (auto Loop = LoopsOfBlocks[A.BlockId]; Loop; Loop = Loops[*Loop].Parent) {
    const double Copies =
        Loops[*Loop].IsInFull ? Loops[*Loop].Most : double(Loops[*Loop].Factor);
    const std::optional<int64_t> Step = stepOf(Id, *Loop);
    if (Copies <= 1 || Step == 0)
      continue;
    constexpr size_t MostElements = 4096;
    if (!Step || double(Begins.size()) * Copies > double(MostElements))
      break;
    const size_t Number = Begins.size();
    for (int64_t Copy = 1; Copy < int64_t(Copies); ++Copy)
      for (size_t I = 0; I < Number; ++I)
        Begins.push_back(Begins[I] + Copy * *Step);
    if (!Loops[*Loop].IsInFull)
      break;
  }
  std::ranges::sort(Begins);
  Begins.erase(std::ranges::unique(Begins).begin(), Begins.end());
  for (size_t I = 0; I + 1 < Begins.size(); ++I)
    if (Begins[I + 1] - Begins[I] != A.NumBytes) {
      Reason = Begins[I + 1] - Begins[I] < int64_t(A.NumBytes)
                   ? "the accesses of an iteration overlap"
                   : "the accesses of an iteration leave gaps";
      return std::nullopt;
    }
  return ByteRun{Begins.front(), Begins.back() + A.NumBytes};
}

std::string stepText(int64_t Step, int64_t Block, const MemoryAccess &A) {
  if (Step < 0)
    return "the index counts down, and a burst goes up";
  if (Step == 0)
    return "the index stays, so that iterations access the same elements";
  const std::string Bytes = std::to_string(Step) + " bytes";
  return Step < Block
             ? "iterations are " + Bytes +
                   " apart and access some elements twice"
             : "iterations are " + Bytes + " apart, and elements have " +
                   std::to_string(A.NumBytes);
}

/// Preconditions of bursts. Source: AMD UG1399, "Preconditions and Limitations
/// of Burst Transfer": consecutive, upwards, a length that is known before,
/// either reads or writes, without a condition.
void BusFinder::decide(uint32_t Id) {
  const MemoryAccess &A = K.Accesses[Id];
  BusAccess &To = Result.Accesses[Id];
  auto Refuse = [&](std::string Reason) { To.Reason = std::move(Reason); };
  if (A.Type.Scalar == ScalarKind::None) { // memcpy
    To.IsBurst = true;
    To.Length = 0;
    return;
  }
  std::optional<uint32_t> Loop = loopOf(Id);
  if (!A.Index)
    return Refuse("no rule tells its address: " + A.Reason);
  if (!K.Blocks[A.BlockId].When.isAlways())
    return Refuse("a condition decides whether it happens");
  for (const MemoryAccess &Other : K.Accesses)
    if (&Other != &A && Other.Base == A.Base && Other.K != A.K && Loop &&
        remaining(LoopsOfBlocks[Other.BlockId]) == Loop)
      return Refuse("the loop reads and writes the argument");
  std::string Reason = "no loop is around it";
  const std::optional<ByteRun> Run = blockOf(Id, Reason);
  if (!Run)
    return Refuse(Reason);
  int64_t Size = Run->End - Run->Begin;
  To.Length = double(Size) / A.NumBytes;
  To.IsBurst = To.Length > 1;
  for (; Loop; Loop = remaining(Loops[*Loop].Parent)) {
    const BusLoop &L = Loops[*Loop];
    const std::optional<int64_t> Step = stepOf(Id, *Loop);
    const int64_t Copied = std::max<int64_t>(1, int64_t(L.Factor));
    if (!Step)
      Reason = "the index depends on data";
    else if (*Step * Copied != Size) {
      Reason = stepText(*Step, Size / Copied, A);
      // Iterations that overlap leave no burst of one iteration, either.
      To.IsBurst &= To.Loop || *Step <= 0 || *Step * Copied > Size;
    } else if (K.Loops[*Loop].Trip.K == TripCount::Kind::AtMost)
      Reason = "data decide when the loop ends";
    else {
      To.IsBurst = true;
      To.Loop = Loop;
      To.Length =
          L.IsKnown && To.Length > 0 ? To.Length * L.Most / double(Copied) : 0;
      Size = L.IsKnown ? int64_t(double(Size) * L.Most / double(Copied)) : 0;
      if (!K.Loops[*Loop].Predicated && Size > 0)
        continue;
    }
    break;
  }
  if (To.IsBurst)
    return;
  To.Length = 1;
  To.Reason = Reason;
}

/// Accesses of one direction and bundle in one loop get no bursts, unless they
/// are one run. Source: the same page of UG1399.
void BusFinder::compete(uint32_t Id) {
  BusAccess &Mine = Result.Accesses[Id];
  const std::optional<uint32_t> Loop = loopOf(Id);
  for (uint32_t Other = 0; Other < K.Accesses.size(); ++Other) {
    const BusAccess &There = Result.Accesses[Other];
    if (Other == Id || There.Port != Mine.Port ||
        There.IsWrite != Mine.IsWrite || loopOf(Other) != Loop || !Loop ||
        isSameRun(Id, Other))
      continue;
    Mine.IsBurst = false;
    Mine.Length = 1;
    Mine.Loop.reset();
    Mine.Reason = "'" + K.Accesses[Other].Base + "' at line " +
                  std::to_string(K.Accesses[Other].Loc.Line) + " uses bundle " +
                  Result.Ports[*Mine.Port].Bundle + " in the same loop";
    return;
  }
}

} // namespace

double readRequest(const BusPort &P) {
  return std::max<double>(1, P.Latency) + RequestCycles;
}

double writeAnswer(const BusPort &P) {
  return std::max<double>(1, P.Latency) + AnswerCycles;
}

FabricResources adapterOf(const BusPort &P) {
  constexpr double Narrow = 32, LutsOfBit = 15.3, FlipFlopsOfBit = 8.1;
  const double Bits = std::max(0.0, P.Bits - Narrow);
  FabricResources R;
  if (P.IsRead) {
    R.Luts += 637 + LutsOfBit * Bits;
    R.Registers += 671 + FlipFlopsOfBit * Bits;
    R.MemoryBlocks += 1;
  }
  if (P.IsWritten) {
    R.Luts += 666 + LutsOfBit * Bits;
    R.Registers += 611 + FlipFlopsOfBit * Bits;
  }
  return R;
}

double Buses::latency(uint32_t Id) const {
  const BusAccess &A = Accesses[Id];
  assert(A.Port && "an access on a bus");
  // In a burst it takes what a memory does; the request is in front of it.
  constexpr double Load = 2, Store = 1, Request = 1;
  if (A.IsWrite)
    return A.Loop ? Store : Request + Store + writeAnswer(Ports[*A.Port]);
  return A.Loop ? Load : readRequest(Ports[*A.Port]) + Load;
}

double Buses::request(uint32_t Loop) const {
  double Longest = 0;
  // Requests of one port follow each other; ports are side by side.
  std::vector<uint32_t> Asked(Ports.size(), 0);
  for (const BusAccess &A : Accesses)
    if (A.Loop == Loop && !A.IsWrite)
      Longest = std::max(Longest, readRequest(Ports[*A.Port]) +
                                      double(Asked[*A.Port]++));
  return Longest;
}

double Buses::answer(uint32_t Loop) const {
  double Longest = 0;
  for (const BusAccess &A : Accesses)
    if (A.Loop == Loop && A.IsWrite)
      Longest = std::max(Longest, writeAnswer(Ports[*A.Port]));
  return Longest;
}

Buses findBuses(const KernelSummary &Kernel, const std::vector<BusLoop> &Loops,
                uint32_t Latency) {
  assert(Loops.size() == Kernel.Loops.size() && "loops of the kernel");
  return BusFinder(Kernel, Loops, Latency).find();
}

std::vector<BusUse> busReport(const KernelSummary &K, const Buses &B) {
  std::vector<BusUse> Report;
  for (uint32_t Id = 0; Id < B.Accesses.size(); ++Id) {
    const BusAccess &A = B.Accesses[Id];
    if (!A.Port)
      continue;
    const BusPort &P = B.Ports[*A.Port];
    BusUse To;
    To.Argument = K.Accesses[Id].Base;
    To.Bundle = P.Bundle;
    To.IsWrite = A.IsWrite;
    To.IsBurst = A.IsBurst;
    To.Loop = A.Loop;
    To.Length = A.Length;
    To.Reason = A.Reason;
    To.Request = A.IsWrite ? writeAnswer(P) : readRequest(P);
    To.MostRequests = A.IsWrite ? P.MostWrites : P.MostReads;
    To.Loc = K.Accesses[Id].Loc;
    for (const std::string &Name : P.Arguments)
      if (Name != To.Argument)
        To.Sharing.push_back(Name);
    if (!std::ranges::count(Report, To))
      Report.push_back(std::move(To));
  }
  return Report;
}

} // namespace roofline
