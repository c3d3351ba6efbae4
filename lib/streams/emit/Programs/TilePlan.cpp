// The tiles of a program: processes, pipes, and the steps of their boxes.
#include "ProgramPlan.h"

#include <algorithm>
#include <bit>

namespace roofline {
namespace {

/// A tile may be a step ahead of its neighbour before it waits for room: with
/// two faces none waits where all go at one pace.
constexpr int64_t FacesInPipe = 2;

/// [packet] Pipes of dialect xilinx.
constexpr int64_t LeastXilinx = 16, MostXilinx = 32768;

/// [packet] that a pipe holds whose tile sends \p Face of them in a step.
///
/// With one face no schedule stops all tiles for ever. A tile that waits for a
/// packet waits for a tile in an earlier step. One that waits for room, in step
/// t at a place of the walk, waits for a tile that has not read that place in
/// step t: it is in an earlier step, or in step t at an earlier place, as it
/// gives no place before it has read it. So in a circle of tiles that wait all
/// are in one step, each waits for room, and each for one at an earlier place:
/// there is no such circle. All boxes are walked in the order of the block.
int64_t faceDepth(const ProgramOptions &O, int64_t Face) {
  if (O.Depth)
    return *O.Depth;
  const int64_t Wanted = FacesInPipe * Face;
  if (O.Dialect != ProgramDialect::Xilinx)
    return Wanted;
  return std::min(
      MostXilinx,
      std::max(LeastXilinx, int64_t(std::bit_ceil(uint64_t(Wanted)))));
}

/// A step in state form, alone.
ProgramOptions optionsOfShape(ProgramOptions O) {
  O.Network.reset();
  O.Places = {};
  O.Data.reset();
  O.Stages = 1;
  O.MayStop = false;
  return O;
}

} // namespace

int64_t ProgramPlan::largestFace() const {
  int64_t Most = 0;
  for (const TileFace &F : Faces)
    Most = std::max(Most, F.Positions.volume() / Vector);
  return Most;
}

std::vector<std::vector<uint64_t>> ProgramPlan::places() const {
  StreamKernel Kernel;
  for (const PlaceScalar &S : PlaceScalars)
    Kernel.Scalars.push_back({blockScalar(S.Kind, S.Dimension), {}, {}});
  std::vector<std::vector<uint64_t>> All;
  for (size_t Block = 0; Block < numBlocks(O.Places); ++Block)
    setBlockScalars(Kernel, O.Places, Block,
                    All.emplace_back(PlaceScalars.size()));
  return All;
}

/// One pipe for all fields that a tile sends another one of the same positions;
/// as their owner it may send them all.
void ProgramPlan::addFaces(CNames &Names) {
  for (const TilePipe &P : O.Network->Pipes) {
    const auto IsSame = [&](const TileFace &F) {
      return F.Source == P.Source && F.Target == P.Target &&
             F.Positions == P.Positions;
    };
    if (O.Stages == 1 || std::any_of(Faces.begin(), Faces.end(), IsSame))
      continue;
    const int64_t Packets = P.Positions.volume() / Vector;
    Faces.push_back(
        {P.Source, P.Target, P.Positions,
         addPipe(Names, "_face" + number(P.Source) + "_" + number(P.Target),
                 PacketKind::Fields, faceDepth(O, Packets))});
  }
}

void ProgramPlan::addTiles(CNames &Names) {
  const TileNetwork &N = *O.Network;
  for (unsigned D = 0; D < 3; ++D)
    if (N.Block.Size[D] < K.Space.Size[D])
      for (std::string_view Of : {BlockOrigin, BlockFirst, BlockEnd})
        PlaceScalars.push_back({Names.legal(blockScalar(Of, D)), Of, D});
  for (size_t I = 0; I < N.Shapes.size(); ++I)
    for (const char *Suffix : {"_lines", "_begin", "_step"})
      Names.legal(Name + "_shape" + number(int64_t(I)) + Suffix);
  HasOwnMemory = canOwnMemory();
  std::vector<ProgramProcess> Tiles;
  for (uint32_t I = 0; I < N.Tiles.size(); ++I) {
    ProgramProcess &Tile =
        Tiles.emplace_back(Names.legal(Name + "_tile" + number(I)));
    Tile.HasScalars = Tile.HasSteps = Tile.HasPlace = true;
    Tile.Reads = Tile.Writes = HasOwnMemory;
  }
  ProgramProcess Read(Name + "_read"), Write(Name + "_write");
  Read.Reads = Write.Writes = Read.HasPlace = Write.HasPlace = true;
  for (uint32_t I = 0; !HasOwnMemory && I < Tiles.size(); ++I) {
    Read.OutPipes.push_back(
        addPipe(Names, "_load" + number(I), PacketKind::In, Depth));
    Write.InPipes.push_back(
        addPipe(Names, "_store" + number(I), PacketKind::Fields, Depth));
    Tiles[I].InPipes = {Read.OutPipes.back()};
    Tiles[I].OutPipes = {Write.InPipes.back()};
  }
  addFaces(Names);
  for (const TileFace &F : Faces) {
    Tiles[F.Source].OutPipes.push_back(F.Pipe);
    Tiles[F.Target].InPipes.push_back(F.Pipe);
  }
  // Who sends stands before who reads, where nothing goes round.
  if (!HasOwnMemory)
    Processes.push_back(std::move(Read));
  std::move(Tiles.begin(), Tiles.end(), std::back_inserter(Processes));
  if (!HasOwnMemory)
    Processes.push_back(std::move(Write));
}

/// A tile may store while another one still loads, and functions of a dataflow
/// region share no memory.
bool ProgramPlan::canOwnMemory() const {
  for (uint32_t I = 0; I < K.Inputs.size(); ++I)
    for (uint32_t Of = 0; reads(I) && Of < K.Outputs.size(); ++Of)
      if (K.Inputs[I].Name == resultOf(Of))
        return false;
  return !isCxx();
}

void ProgramPlan::addShapes(const CNames &Names) {
  OfShapes = std::make_shared<const ProgramOptions>(optionsOfShape(O));
  for (const StreamKernel &Shape : O.Network->Shapes)
    Shapes.push_back(ProgramPlan(Shape, *this, Names));
}

ProgramPlan::ProgramPlan(const StreamKernel &K, const ProgramPlan &Whole,
                         CNames Names)
    : K(K), O(*Whole.OfShapes), Vector(Whole.Vector), Depth(Whole.Depth),
      S(K, Whole.Vector, /*WithWhole=*/false), Name(Whole.Name),
      Scalars(Whole.Scalars) {
  nameStreams(Names);
  nameLines(Names);
  for (const std::string &Input : Inputs)
    Cells.push_back(Names.legal(Input + "_cells"));
}

} // namespace roofline
