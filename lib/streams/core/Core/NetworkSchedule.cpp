// When the tiles of a network take, send and give each beat.
#include "roofline/Core/NetworkSchedule.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace roofline {
namespace {

/// The memory of roofline_pipe and the register behind it.
struct PipeState {
  uint32_t Stored = 0, Depth = 0, Most = 0; ///< [beat]
  bool Valid = false, Pop = false, Push = false;

  bool hasRoom() const { return Stored + Valid < Depth; }
  void tick() {
    if (Push) // a beat that leaves at once makes no room for it
      Most = std::max(Most, Stored + Valid + 1);
    const bool Take = Stored > 0 && (!Valid || Pop);
    Stored += Push - Take;
    Valid = Take || (Valid && !Pop);
    Push = Pop = false;
  }
};

/// A stream of a tile's lane and the pipes at some of its beats.
struct TilePort {
  StepRange Steps;
  /// By beat: indices into the network's pipes, from First[I] to First[I + 1].
  std::vector<uint32_t> First, Pipes;
  bool Gave = false; ///< of an output: this step's beat is gone
};

class TileRun {
public:
  TileRun(const TileNetwork &N, uint32_t Tile, const StreamDesign &D,
          const DatapathSchedule &S);

  int64_t Cycles = 0;     ///< [cycle] until all steps are done
  int64_t FullCycles = 0; ///< [cycle] of them without room in a pipe
  bool isDone() const { return Left == 0; }
  void begin(uint32_t Steps) { Left = Steps; }
  /// Moves by a cycle; false where nothing changed.
  bool tick(std::vector<PipeState> &Pipes, uint32_t Steps);

private:
  uint32_t Left = 0;   ///< [step] of the network
  bool IsBusy = false; ///< the lane walks; else this cycle begins a step
  int64_t Step = 0, NumSteps = 0; ///< [step] of the lane
  std::vector<TilePort> Inputs, Outputs;
};

/// The pipes of each beat of \p Reads, from or to \p Tile.
TilePort portOf(const TileNetwork &N, uint32_t Tile, uint32_t Field,
                bool IsInput, uint32_t Vector, StepRange Steps) {
  TilePort Port;
  Port.Steps = Steps;
  const Box Reads = N.Tiles[Tile].Reads;
  for (int64_t Z = 0; Z < Reads.Size[2]; ++Z)
    for (int64_t Y = 0; Y < Reads.Size[1]; ++Y)
      for (int64_t X = 0; X < Reads.Size[0]; X += Vector) {
        Port.First.push_back(uint32_t(Port.Pipes.size()));
        for (uint32_t P = 0; P < N.Pipes.size(); ++P)
          if (N.Pipes[P].Field == Field &&
              (IsInput ? N.Pipes[P].Target : N.Pipes[P].Source) == Tile &&
              N.Pipes[P].Positions.contains({Reads.Origin[0] + X,
                                             Reads.Origin[1] + Y,
                                             Reads.Origin[2] + Z}))
            Port.Pipes.push_back(P);
      }
  Port.First.push_back(uint32_t(Port.Pipes.size()));
  return Port;
}

TileRun::TileRun(const TileNetwork &N, uint32_t Tile, const StreamDesign &D,
                 const DatapathSchedule &S) {
  const StreamKernel &K = N.Shapes[N.Tiles[Tile].Shape];
  const LaneWalk W = laneWalk(K, S, D, 0);
  NumSteps = W.Steps;
  for (uint32_t I = 0; I < K.Inputs.size(); ++I)
    if (std::optional<uint32_t> O = TileNetwork::updated(K, I)) {
      Inputs.push_back(portOf(N, Tile, I, true, D.Vector, W.Inputs[I]));
      Outputs.push_back(portOf(N, Tile, I, false, D.Vector, W.Outputs[*O]));
    }
}

/// Calls \p Use(pipe) for those of the beat of \p Port at \p Step; false once
/// that is.
template <typename UseFn>
bool allPipes(const TilePort &Port, int64_t Step, UseFn Use) {
  if (Step < Port.Steps.First || Step >= Port.Steps.Last)
    return true;
  const int64_t Beat = Step - Port.Steps.First;
  for (uint32_t I = Port.First[Beat]; I < Port.First[Beat + 1]; ++I)
    if (!Use(Port.Pipes[I]))
      return false;
  return true;
}

bool TileRun::tick(std::vector<PipeState> &Pipes, uint32_t Steps) {
  if (isDone())
    return false;
  ++Cycles;
  if (!IsBusy) {
    IsBusy = true;
    Step = 0;
    return true;
  }
  bool Goes = true, Moves = false, IsFull = false;
  if (Left < Steps) // the first one reads its memory alone
    for (const TilePort &Port : Inputs)
      Goes &= allPipes(Port, Step, [&](uint32_t P) { return Pipes[P].Valid; });
  if (Left > 1) // the last one sends nothing
    for (TilePort &Port : Outputs) {
      if (Port.Gave)
        continue;
      Port.Gave =
          allPipes(Port, Step, [&](uint32_t P) { return Pipes[P].hasRoom(); });
      Goes &= Port.Gave;
      IsFull |= !Port.Gave;
      Moves |= Port.Gave;
      if (Port.Gave)
        allPipes(Port, Step, [&](uint32_t P) { return Pipes[P].Push = true; });
    }
  FullCycles += IsFull;
  if (!Goes)
    return Moves;
  if (Left < Steps)
    for (const TilePort &Port : Inputs)
      allPipes(Port, Step, [&](uint32_t P) { return Pipes[P].Pop = true; });
  for (TilePort &Port : Outputs)
    Port.Gave = false;
  if (++Step == NumSteps) {
    IsBusy = false;
    --Left;
  }
  return true;
}

} // namespace

StreamDesign designOfTile(const StreamDesign &D) {
  StreamDesign OwnDesign;
  OwnDesign.Vector = D.Vector;
  OwnDesign.Form = D.Form;
  OwnDesign.Delays = D.Delays;
  return OwnDesign;
}

std::optional<NetworkSchedule>
scheduleNetwork(const TileNetwork &N, const StreamDesign &D,
                const std::vector<uint32_t> &Depths) {
  assert((Depths.empty() || Depths.size() == N.Pipes.size()) &&
         "each pipe has a depth, or none has");
  const StreamDesign OwnDesign = designOfTile(D);
  std::vector<DatapathSchedule> Shapes;
  for (const StreamKernel &K : N.Shapes)
    Shapes.push_back(scheduleDatapath(K, OwnDesign.Form, OwnDesign.Vector));
  std::vector<TileRun> Tiles;
  int64_t Work = 0;
  for (uint32_t I = 0; I < N.Tiles.size(); ++I) {
    const uint32_t Shape = N.Tiles[I].Shape;
    Work += launchCycles(N.Shapes[Shape], Shapes[Shape], OwnDesign) * N.Steps;
    if (Work > int64_t(std::numeric_limits<uint32_t>::max()))
      return std::nullopt;
    Tiles.emplace_back(N, I, OwnDesign, Shapes[Shape]);
    Tiles.back().begin(N.Steps);
  }
  std::vector<PipeState> Pipes(N.Pipes.size());
  for (size_t I = 0; I < Pipes.size(); ++I)
    Pipes[I].Depth =
        Depths.empty() ? std::numeric_limits<uint32_t>::max() : Depths[I];
  NetworkSchedule Out;
  const auto IsDone = [](const TileRun &T) { return T.isDone(); };
  while (!std::all_of(Tiles.begin(), Tiles.end(), IsDone)) {
    bool Moves = false;
    for (TileRun &T : Tiles)
      Moves |= T.tick(Pipes, N.Steps);
    for (PipeState &P : Pipes) {
      const PipeState Before = P;
      P.tick();
      Moves |= Before.Stored != P.Stored || Before.Valid != P.Valid;
    }
    ++Out.Steps;
    if (Moves)
      continue;
    for (uint32_t I = 0; I < Pipes.size(); ++I)
      if (!Pipes[I].hasRoom())
        Out.Deadlock.push_back(I);
    for (const TileRun &T : Tiles)
      Out.FullCycles += T.FullCycles;
    return Out;
  }
  for (const TileRun &T : Tiles) {
    Out.TileSteps.push_back(T.Cycles);
    Out.FullCycles += T.FullCycles;
  }
  for (const PipeState &P : Pipes)
    Out.Depths.push_back(P.Most);
  // A cycle each to see that all is loaded, done, and given back: the first
  // one ends with the loading, the second one with the steps.
  const int64_t Beats = N.Block.volume() / D.Vector;
  Out.Cycles = 2 * Beats + Out.Steps + 2;
  return Out;
}

} // namespace roofline
