// Computes what AXI4 masters move, and when it is done.
#include "roofline/Core/StreamMasters.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Core/StreamGaps.h"
#include "roofline/Core/StreamWalk.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace roofline {
namespace {

constexpr uint32_t PageBytes = 4096; // that no burst may cross

/// Beats of \p B before beat \p Index of \p Space.
int64_t rank(const Box &Space, const Box &B, int64_t Index) noexcept {
  int64_t Row = Space.Size[0], Plane = Row * Space.Size[1];
  int64_t In[3] = {Index % Row, Index / Row % Space.Size[1], Index / Plane};
  int64_t Count = 0;
  for (int D = 2; D >= 0; --D) {
    int64_t Before = std::clamp<int64_t>(In[D] - B.Origin[D], 0, B.Size[D]);
    for (int Low = 0; Low < D; ++Low)
      Before *= B.Size[Low];
    Count += Before;
    if (In[D] < B.Origin[D] || In[D] >= B.Origin[D] + B.Size[D])
      break;
  }
  return Count;
}

/// Where beat \p Rank of \p B is in \p Space.
int64_t beatAt(const Box &Space, const Box &B, int64_t Rank) noexcept {
  int64_t X = B.Origin[0] + Rank % B.Size[0];
  int64_t Y = B.Origin[1] + Rank / B.Size[0] % B.Size[1];
  int64_t Z = B.Origin[2] + Rank / B.Size[0] / B.Size[1];
  return X + Space.Size[0] * (Y + Space.Size[1] * Z);
}

/// The rows of \p Beats, a part of the window of \p S; nothing where they
/// follow one another.
std::optional<TransferRows> rowsOf(const Stream &S, const Box &Beats,
                                   uint32_t Vector) noexcept {
  const Offset Pitch = pitchOf(S);
  const int64_t Beat = int64_t(S.Fields) * Vector;
  TransferRows R = {Beats.Size[0], Pitch[1] / Beat, Beats.Size[1],
                    Pitch[2] / Beat};
  int64_t Planes = Beats.Size[2];
  if (R.Rows == 1 || R.Pitch == R.Row) { // a plane is a row
    R = {R.Row * R.Rows, R.Plane, Planes, 0};
    Planes = 1;
  } else if (Planes == 1 || R.Plane == R.Rows * R.Pitch) {
    R = {R.Row, R.Pitch, R.Rows * Planes, 0};
    Planes = 1;
  }
  if (Planes == 1 && (R.Rows == 1 || R.Pitch == R.Row))
    return std::nullopt;
  return R;
}

bool hasRows(const Stream &S, const StreamDesign &D) noexcept {
  return rowsOf(S, beatBox(S.Window, D.Vector), D.Vector).has_value();
}

/// The transfer of the \p Part of \p S where rows lie apart, else of the run
/// from the first to the last one of \p Beats.
Transfer transferOf(const StreamKernel &K, const StreamDesign &D,
                    const Stream &S, const Box &Part,
                    StepRange Beats) noexcept {
  Box Space = beatBox(K.Space, D.Vector), Window = beatBox(S.Window, D.Vector);
  const int64_t Buffer = int64_t(S.FirstElement / S.Fields) / D.Vector;
  if (hasRows(S, D)) {
    Box Moved = beatBox(Part, D.Vector);
    Transfer T = {Buffer, Moved.volume(), rowsOf(S, Moved, D.Vector)};
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      T.First += (Moved.Origin[Dim] - Window.Origin[Dim]) *
                 (Dim ? pitchOf(S)[Dim] / S.Fields / D.Vector : 1);
    return T;
  }
  int64_t First = rank(Space, Window, Beats.First);
  return {Buffer + First, rank(Space, Window, Beats.Last) - First};
}

std::optional<std::string> whyNotBus(const MemoryMasters &M) {
  auto Text = [](uint32_t N) { return std::to_string(N); };
  if (!std::has_single_bit(M.DataBits) || M.DataBits < 32 || M.DataBits > 1024)
    return "a bus of " + Text(M.DataBits) +
           " bits: AXI4 has 32, 64, 128, 256, 512 and 1024";
  if (M.AddressBits < 32 || M.AddressBits > 64)
    return "addresses of " + Text(M.AddressBits) + " bits: not 32 to 64";
  if (!std::has_single_bit(M.Burst) || M.Burst < 4 || M.Burst > 256)
    return "bursts of " + Text(M.Burst) +
           " words: 4, 8, 16, 32, 64, 128 and 256 are there";
  if (M.Burst * M.DataBits / 8 > PageBytes)
    return "a burst of " + Text(M.Burst) + " words of " + Text(M.DataBits / 8) +
           " bytes is longer than 4 KiB";
  if (M.Outstanding < 2 || M.Outstanding > 32)
    return Text(M.Outstanding) + " outstanding bursts: not 2 to 32";
  return std::nullopt;
}

std::optional<std::string> whyNotStream(const Stream &S, const StreamDesign &D,
                                        const MemoryMasters &M) {
  std::string Name = "buffer '" + S.Name + "': ";
  const Offset Pitch = pitchOf(S);
  for (unsigned Dim = 0; Dim < 3; ++Dim)
    if (S.Window.Size[Dim] > 1 &&
        (Dim ? Pitch[Dim] <= 0 : Pitch[Dim] != S.Fields))
      return Name + "its elements do not come in their order in memory";
  if (hasRows(S, D) && D.Lanes > 1)
    return Name + std::to_string(D.Lanes) +
           " lanes begin within its rows, which are at a pitch";
  if (hasRows(S, D) && M.Outstanding < 3)
    return Name + "its rows are at a pitch, whose short bursts need 3 "
                  "outstanding ones";
  constexpr uint64_t MostElements = uint64_t(1)
                                    << 31; // parameters have 32 bits
  if (hasRows(S, D) && endOfElements(S) >= MostElements)
    return Name + "its rows lie further apart than 2^31 elements";
  uint32_t Width = beatBits(S, D);
  if (!std::has_single_bit(Width))
    return Name + "elements of " + std::to_string(Width / D.Vector) +
           " bits do not divide a bus";
  uint64_t Bytes = endOfElements(S) * (S.Type.Bits / 8);
  if (bitsFor(Bytes) > M.AddressBits)
    return Name + std::to_string(Bytes) + " bytes have no addresses of " +
           std::to_string(M.AddressBits) + " bits";
  if (Width > M.DataBits)
    return Name + "a stream of " + std::to_string(Width) +
           " bits is wider than the bus, " + std::to_string(M.DataBits);
  return std::nullopt;
}

bool isOneRow(const Stream &S) noexcept {
  return S.Window.Size[1] * S.Window.Size[2] == 1;
}

/// True where \p S, and each of several rows of it, begins with a vector, and
/// such a row ends with one.
bool fitsVectors(const Stream &S, uint32_t Vector) noexcept {
  const Offset Pitch = pitchOf(S);
  for (unsigned Dim = 1; Dim < 3; ++Dim)
    if (S.Window.Size[Dim] > 1 && Pitch[Dim] % (int64_t(S.Fields) * Vector))
      return false;
  return S.Window.Origin[0] % Vector == 0 &&
         S.FirstElement / S.Fields % Vector == 0 &&
         (isOneRow(S) || S.Window.Size[0] % Vector == 0);
}

/// The first stream of \p K that does not fit vectors of \p Vector, or null.
const Stream *findTorn(const StreamKernel &K, uint32_t Vector) noexcept {
  for (const InputStream &S : K.Inputs)
    if (!fitsVectors(S, Vector))
      return &S;
  for (const OutputStream &S : K.Outputs)
    if (!fitsVectors(S, Vector))
      return &S;
  return nullptr;
}

std::optional<std::string> whyNotVectors(const StreamKernel &K,
                                         uint32_t Vector) {
  const Stream *Torn = findTorn(K, Vector);
  if (!Torn)
    return std::nullopt;
  const std::string Why =
      "buffer '" + Torn->Name + "': " +
      (isOneRow(*Torn) ? "it does not begin where a vector of "
                       : "its rows do not begin and end where vectors of ") +
      std::to_string(Vector) + (isOneRow(*Torn) ? " does" : " do");
  while (Vector > 1 && findTorn(K, Vector)) // a power of two
    Vector /= 2;
  return Why + (Vector > 1 ? "; vectors of " + std::to_string(Vector) + " fit"
                           : "; single elements fit");
}

/// The clock edges of one lane; the one that takes `start` is 0.
class LaneClock {
public:
  LaneClock(const DatapathSchedule &S, const LaneWalk &W)
      : Interval(S.Interval), W(W) {}

  /// At which step \p N ends: it begins when its inputs' first words are there.
  int64_t end(int64_t N) const noexcept {
    int64_t At = Interval * (N + 1);
    for (const StepRange &In : W.Inputs)
      if (In.First != In.Last && In.First <= N)
        At = std::max(At, ReadLatency + Interval * (N - In.First + 1));
    return At;
  }
  /// At which an output's word of step \p N is taken.
  int64_t taken(int64_t N) const noexcept { return (N ? end(N - 1) : 0) + 1; }

private:
  int64_t Interval;
  const LaneWalk &W;
};

/// The edge after which the write master of an output is idle; \p Taken(beat of
/// the space) is the one that takes its word.
template <typename TakenFn>
int64_t writtenAt(const StreamKernel &K, const StreamDesign &D,
                  const MemoryMasters &M, uint32_t Lane, uint32_t Output,
                  TakenFn Taken) {
  const OutputStream &Out = K.Outputs[Output];
  Box Space = beatBox(K.Space, D.Vector);
  Box Window = beatBox(Out.Window, D.Vector);
  Transfer T = outputTransfer(K, D, Lane, Output);
  int64_t BurstBits = int64_t(M.Burst) * M.DataBits;
  int64_t Width = beatBits(Out, D);
  int64_t Buffer = int64_t(Out.FirstElement / Out.Fields) / D.Vector; // [beat]
  Box Written = beatBox(written(K, Out), D.Vector);
  const bool InRows = hasRows(Out, D);
  int64_t Finished = 0;
  int64_t Done = 0; // [beat] before the row
  for (int64_t Row = 0; Row < T.numRows(); ++Row, Done += T.row())
    for (int64_t Next = T.rowAt(Row), Begin = Next, End = Next + T.row();
         Next < End;) {
      int64_t Block = Next * Width / BurstBits;
      int64_t Last = std::min(End, (Block + 1) * BurstBits / Width) - 1;
      int64_t Words = Last * Width / M.DataBits - Next * Width / M.DataBits + 1;
      // A word of a gap follows the last one of the stream, cycle by cycle.
      int64_t Word = InRows ? Done + Last - Begin : Last - Buffer, Real = Word;
      while (!InRows && !isWritten(K, D, Output, Real))
        --Real;
      int64_t Queued =
          Taken(beatAt(Space, InRows ? Written : Window, Real)) + Word - Real;
      Finished = std::max(Queued + 1, Finished) + Words;
      Next = Last + 1;
    }
  return Finished + 1;
}

} // namespace

MemoryMasters chooseBus(MemoryMasters M, const StreamKernel &K,
                        const StreamDesign &D) noexcept {
  if (M.DataBits)
    return M;
  M.DataBits = 32;
  for (const InputStream &S : K.Inputs)
    M.DataBits = std::max(M.DataBits, std::bit_ceil(beatBits(S, D)));
  for (const OutputStream &S : K.Outputs)
    M.DataBits = std::max(M.DataBits, std::bit_ceil(beatBits(S, D)));
  return M;
}

std::optional<std::string> whyNotMasters(const StreamKernel &K,
                                         const StreamDesign &D,
                                         const MemoryMasters &M) {
  if (auto Why = whyNotBus(M))
    return Why;
  for (const InputStream &S : K.Inputs)
    if (auto Why = whyNotStream(S, D, M))
      return Why;
  for (const OutputStream &S : K.Outputs)
    if (auto Why = whyNotStream(S, D, M))
      return Why;
  return whyNotVectors(K, D.Vector);
}

Transfer inputTransfer(const StreamKernel &K, const StreamDesign &D,
                       uint32_t Lane, uint32_t Input) noexcept {
  assert(Lane < D.Lanes && Input < K.Inputs.size() &&
         "lane and input are those of the core");
  const InputStream &In = K.Inputs[Input];
  return transferOf(K, D, In, In.Window, inputBeats(K, D, Lane, Input));
}

Transfer outputTransfer(const StreamKernel &K, const StreamDesign &D,
                        uint32_t Lane, uint32_t Output) noexcept {
  assert(Lane < D.Lanes && Output < K.Outputs.size() &&
         "lane and output are those of the core");
  const OutputStream &Out = K.Outputs[Output];
  return transferOf(K, D, Out, written(K, Out),
                    outputBeats(K, D, Lane, Output));
}

bool isWritten(const StreamKernel &K, const StreamDesign &D, uint32_t Output,
               int64_t Rank) noexcept {
  assert(Output < K.Outputs.size() && "an output is one of the kernel");
  Box Window = beatBox(K.Outputs[Output].Window, D.Vector);
  Box B = beatBox(written(K, K.Outputs[Output]), D.Vector);
  int64_t Index[3] = {Rank % Window.Size[0],
                      Rank / Window.Size[0] % Window.Size[1],
                      Rank / Window.Size[0] / Window.Size[1]};
  for (int I = 0; I < 3; ++I) {
    int64_t In = Index[I] + Window.Origin[I] - B.Origin[I];
    if (In < 0 || In >= B.Size[I])
      return false;
  }
  return true;
}

std::optional<StreamGaps> outputGaps(const StreamKernel &K,
                                     const StreamDesign &D, uint32_t Lane,
                                     uint32_t Output) noexcept {
  assert(Lane < D.Lanes && Output < K.Outputs.size() &&
         "lane and output are those of the core");
  if (hasRows(K.Outputs[Output], D))
    return std::nullopt; // the rows are those of the box
  Box Window = beatBox(K.Outputs[Output].Window, D.Vector);
  Box B = beatBox(written(K, K.Outputs[Output]), D.Vector);
  StepRange Beats = outputBeats(K, D, Lane, Output);
  StreamGaps G;
  G.Row = B.Size[0];
  G.Gap = Window.Size[0] - B.Size[0];
  G.Rows = B.Size[1];
  G.Plane = (Window.Size[1] - B.Size[1]) * Window.Size[0];
  bool OnePlane = B.Size[2] == 1, OneRow = OnePlane && B.Size[1] == 1;
  if (Beats.First == Beats.Last || OneRow ||
      (G.Gap == 0 && (OnePlane || G.Plane == 0)))
    return std::nullopt;
  Box Space = beatBox(K.Space, D.Vector);
  G.Column = Beats.First % Space.Size[0] - B.Origin[0];
  G.FirstRow = Beats.First / Space.Size[0] % Space.Size[1] - B.Origin[1];
  return G;
}

int64_t memoryLaunchCycles(const StreamKernel &K, const DatapathSchedule &S,
                           const StreamDesign &D, const MemoryMasters &M) {
  assert(M.DataBits > 0 && M.Burst > 0 &&
         "masters have a bus: see chooseBus()");
  assert(S.Nodes.size() == K.Nodes.size() &&
         "the schedule is that of the kernel");
  int64_t Core = 0, Written = 0;
  for (uint32_t Lane = 0; Lane < D.Lanes; ++Lane) {
    LaneWalk W = laneWalk(K, S, D, Lane);
    LaneClock Clock(S, W);
    Core = std::max(Core, Clock.end(W.Steps - 1));
    for (uint32_t I = 0; I < K.Outputs.size(); ++I)
      if (portOf(K.Outputs, I) == I) {
        const int64_t Begin =
            W.Outputs[I].First - outputBeats(K, D, Lane, I).First;
        Written =
            std::max(Written, writtenAt(K, D, M, Lane, I, [&](int64_t Beat) {
                       return Clock.taken(Begin + Beat);
                     }));
      }
  }
  return std::max(Core + combineCycles(K, D) + S.FinishCycles, Written);
}

int64_t memoryNetworkCycles(const StreamKernel &K, const StreamDesign &D,
                            const MemoryMasters &M, int64_t StreamCycles) {
  assert(M.DataBits > 0 && M.Burst > 0 &&
         "masters have a bus: see chooseBus()");
  assert(StreamCycles >= 0 && "tiles take no negative number of cycles");
  const int64_t Done = StreamCycles + ReadLatency;
  const int64_t Beats = beatBox(K.Space, D.Vector).volume();
  int64_t Written = Done;
  for (uint32_t I = 0; I < K.Outputs.size(); ++I)
    if (portOf(K.Outputs, I) == I)
      Written = std::max(Written, writtenAt(K, D, M, 0, I, [&](int64_t Beat) {
                           return Done - Beats + Beat;
                         }));
  return Written;
}

} // namespace roofline
