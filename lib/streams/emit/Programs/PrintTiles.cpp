// Programs with tiles: a process for each, which does all steps of a pass.
//
/// \file
/// A tile does one step after another over its box, in place: what a stage's
/// lines have not seen yet is still there. It loads and stores by itself, or a
/// reader brings each beat of the block once, to all tiles whose boxes have it,
/// and a writer takes it from the tile that owns it, which has done all steps
/// then: so memory is written only where the pass has read it before.
#include "ProgramPlan.h"

namespace roofline {
namespace {

const CoordinateNames Field = {"px", "py", "pz"};
const CoordinateNames Arrives = {"x_in", "y_in", "z_in"};
const CoordinateNames Leaves = {"x_out", "y_out", "z_out"};

class TilesPrinter {
public:
  TilesPrinter(const ProgramPlan &P, CPrinter &C)
      : P(P), N(*P.O.Network), Print(P), C(C) {}
  std::string run();

private:
  void openProcess(const ProgramProcess &Process);
  std::string parameters(const ProgramProcess &Process) const;
  std::string pipeParameter(uint32_t Pipe, bool IsRead) const;
  void printPlace(const CoordinateNames &Names, const Offset &Origin = {});
  std::string inBlock() const;
  void printReader();
  void printWriter();
  void printTile(uint32_t Tile);
  void printScalars(uint32_t Tile);
  void printMemory(const ProgramPlan &Shape);
  void printLoad(uint32_t Tile);
  void printSteps(uint32_t Tile, ProgramPrinter &Printer);
  void printArrival(uint32_t Tile);
  void printDeparture(uint32_t Tile);
  void printStore(uint32_t Tile);
  void openWhere(const std::string &Condition);
  void declare(const CoordinateNames &Names, const Offset &Size);
  template <typename LineFn> void forFields(bool All, LineFn Line);
  std::string within(const Box &B, const Box &Region,
                     const CoordinateNames &Names) const;
  const ProgramPlan &shape(uint32_t Tile) const {
    return P.Shapes[N.Tiles[Tile].Shape];
  }
  const ProgramProcess &process(uint32_t Tile) const {
    return P.Processes[Tile + (P.HasOwnMemory ? 0 : 1)];
  }
  std::string steps() const {
    return P.O.MayStop ? P.StepsScalar : number(P.O.Stages);
  }
  std::string lastStep() const {
    return P.O.MayStop ? P.StepsScalar + " - 1" : number(P.O.Stages - 1);
  }
  bool hasBlocks() const { return !P.PlaceScalars.empty(); }
  /// Names of coordinates in the block, for the reader and the writer.
  const CoordinateNames &block() const { return hasBlocks() ? Arrives : Field; }
  std::string variable(PacketKind Kind, const std::string &Name) const {
    return "struct " + P.packet(Kind) + " " + Name +
           (P.isCxx() ? " = {};" : ";");
  }

  const ProgramPlan &P;
  const TileNetwork &N;
  ProgramPrinter Print;
  CPrinter &C;
  Text T;
};

/// "px >= 3 && px < 9", or nothing where all of \p Region is in \p B.
std::string TilesPrinter::within(const Box &B, const Box &Region,
                                 const CoordinateNames &Names) const {
  std::string Condition;
  const auto Require = [&](const std::string &More) {
    Condition += (Condition.empty() ? "" : " && ") + More;
  };
  for (unsigned D = 0; D < 3; ++D) {
    const int64_t First = B.Origin[D] - Region.Origin[D],
                  End = First + B.Size[D];
    if (First > 0)
      Require(Names[D] + " >= " + number(First));
    if (End < Region.Size[D])
      Require(Names[D] + " < " + number(End));
  }
  return Condition;
}

void TilesPrinter::openWhere(const std::string &Condition) {
  T.open(Condition.empty() ? "" : "if (" + Condition + ")");
}

void TilesPrinter::declare(const CoordinateNames &Names, const Offset &Size) {
  for (unsigned D = 0; D < P.K.NumDimensions; ++D)
    T.line(Print.counter(Size[D]) + " " + Names[D] + " = 0;");
}

/// A line for each position of a beat and each field, or input where \p All.
template <typename LineFn> void TilesPrinter::forFields(bool All, LineFn Line) {
  Print.forSlots(T);
  for (uint32_t I = 0; I < P.Inputs.size(); ++I)
    if (All || TileNetwork::updated(P.K, I))
      T.line(Line(I));
  T.close();
}

std::string TilesPrinter::pipeParameter(uint32_t Pipe, bool IsRead) const {
  const std::string Packet = P.packet(P.Pipes[Pipe].Packet);
  if (P.isCxx())
    return "hls::stream<" + Packet + "> &" + P.link(Pipe);
  return std::string(IsRead ? "read_only" : "write_only") + " pipe struct " +
         Packet + " " + P.link(Pipe);
}

std::string TilesPrinter::parameters(const ProgramProcess &Process) const {
  std::string All;
  const auto Add = [&](const std::string &One) {
    All += (All.empty() ? "" : ", ") + One;
  };
  for (const ProgramBuffer &B : P.Buffers)
    if (P.takes(Process, B))
      Add(Print.pointer(B, !(Process.Writes && B.IsWritten)));
  if (P.isCxx() || P.O.Dialect == ProgramDialect::Pipe) {
    for (uint32_t Pipe : Process.InPipes)
      Add(pipeParameter(Pipe, true));
    for (uint32_t Pipe : Process.OutPipes)
      Add(pipeParameter(Pipe, false));
  }
  for (size_t I = 0; Process.HasScalars && I < P.Scalars.size(); ++I)
    Add(Print.C.type(P.K.Scalars[I].Type) + " " + P.Scalars[I]);
  if (Process.HasSteps && P.O.MayStop)
    Add("int " + P.StepsScalar);
  for (const PlaceScalar &S : P.PlaceScalars)
    Add("int " + S.Legal);
  return All;
}

void TilesPrinter::openProcess(const ProgramProcess &Process) {
  if (!P.isCxx())
    return Print.openKernel(T, Process.Name, parameters(Process));
  T.line("");
  T.open("static void " + Process.Name + "(" + parameters(Process) + ")");
}

/// The place in the field of what is \p Names from \p Origin of the block.
void TilesPrinter::printPlace(const CoordinateNames &Names,
                              const Offset &Origin) {
  for (unsigned D = 0; Names != Field && D < P.K.NumDimensions; ++D) {
    std::string Place = Names[D];
    if (Origin[D])
      Place += " + " + number(Origin[D]);
    for (const PlaceScalar &S : P.PlaceScalars)
      if (S.Kind == BlockOrigin && S.Dimension == D)
        Place += " + " + S.Legal;
    T.line("const " + Print.counter(P.K.Space.Size[D]) + " " + Field[D] +
           " = " + Place + ";");
  }
}

/// The positions of a block that are right.
std::string TilesPrinter::inBlock() const {
  std::string Condition, Origin;
  for (const PlaceScalar &S : P.PlaceScalars)
    if (S.Kind == BlockOrigin) // the first one of its dimension
      Origin = " - " + S.Legal;
    else
      Condition += (Condition.empty() ? "" : " && ") + Field[S.Dimension] +
                   (S.Dimension == 0 && P.Vector > 1 ? " + j" : "") + Origin +
                   (S.Kind == BlockFirst ? " >= " : " < ") + S.Legal;
  return Condition;
}

void TilesPrinter::printReader() {
  const ProgramProcess &Process = P.Processes.front();
  openProcess(Process);
  declare(block(), N.Block.Size);
  Print.openLoop(T, N.Block.volume() / P.Vector, "beat");
  printPlace(block());
  T.line("struct " + P.packetIn() + " leaving;");
  Print.printRead(T, "leaving.");
  for (uint32_t I = 0; I < N.Tiles.size(); ++I) {
    const std::string Where = within(N.Tiles[I].Reads, N.Block, block());
    if (!Where.empty())
      T.line("if (" + Where + ")");
    T.line((Where.empty() ? "" : "  ") +
           Print.give(P.link(Process.OutPipes[I]), "leaving"));
  }
  Print.printAdvance(T, block(), N.Block.Size);
  T.close();
  T.close();
}

void TilesPrinter::printWriter() {
  const ProgramProcess &Process = P.Processes.back();
  openProcess(Process);
  declare(block(), N.Block.Size);
  Print.openLoop(T, N.Block.volume() / P.Vector, "beat");
  printPlace(block());
  T.line(variable(PacketKind::Fields, "arrived"));
  for (uint32_t I = 0; I < N.Tiles.size(); ++I) {
    const std::string Where = within(N.Tiles[I].Writes, N.Block, block());
    if (!Where.empty())
      T.line("if (" + Where + ")");
    T.line((Where.empty() ? "" : "  ") +
           Print.take(P.link(Process.InPipes[I]), "arrived"));
  }
  Print.printWrite(T, "arrived.", inBlock());
  Print.printAdvance(T, block(), N.Block.Size);
  T.close();
  T.close();
}

/// The scalars of a tile's step that say where its box is.
void TilesPrinter::printScalars(uint32_t Tile) {
  const ProgramPlan &Shape = shape(Tile);
  for (size_t I = P.Scalars.size(); I < Shape.Scalars.size(); ++I)
    for (unsigned D = 0; D < 3; ++D) {
      if (Shape.K.Scalars[I].Name != blockScalar(BlockOrigin, D))
        continue;
      std::string Place = number(N.Tiles[Tile].Reads.Origin[D]);
      for (const PlaceScalar &S : P.PlaceScalars)
        if (S.Kind == BlockOrigin && S.Dimension == D)
          Place = S.Legal + " + " + Place;
      T.line("const " + Print.C.type(Shape.K.Scalars[I].Type) + " " +
             Shape.Scalars[I] + " = " + Place + ";");
    }
}

void TilesPrinter::printMemory(const ProgramPlan &Shape) {
  for (uint32_t I = 0; I < P.Inputs.size(); ++I) {
    T.line((P.isCxx() ? "" : "__local ") +
           Print.C.elementType(P.K.Inputs[I].Type) + " " + Shape.Cells[I] +
           "[" + number(Shape.S.beats()) + "][" + number(P.Vector) + "];");
    if (P.isCxx() && P.Vector > 1)
      T.line("#pragma HLS ARRAY_PARTITION variable=" + Shape.Cells[I] +
             " complete dim=2");
  }
}

void TilesPrinter::printLoad(uint32_t Tile) {
  const ProgramPlan &Shape = shape(Tile);
  if (P.HasOwnMemory) {
    T.open("");
    declare(Arrives, Shape.K.Space.Size);
  }
  Print.openLoop(T, Shape.S.beats(), "beat");
  if (P.isCxx())
    T.line(variable(PacketKind::In, "arrived"));
  if (P.HasOwnMemory)
    printPlace(Arrives, N.Tiles[Tile].Reads.Origin);
  if (P.HasOwnMemory)
    Print.printRead(T, "arrived.");
  else
    T.line(Print.take(P.link(process(Tile).InPipes.front()), "arrived"));
  forFields(true, [&](uint32_t I) {
    return Shape.Cells[I] + "[beat][j] = arrived." + P.Inputs[I] + "[j];";
  });
  if (P.HasOwnMemory) {
    Print.printAdvance(T, Arrives, Shape.K.Space.Size);
    T.close();
  }
  T.close();
}

/// A beat of a step, from the memory or, of what another tile owns, from it.
void TilesPrinter::printArrival(uint32_t Tile) {
  const ProgramPlan &Shape = shape(Tile);
  forFields(true, [&](uint32_t I) {
    return "arrived." + P.Inputs[I] + "[j] = " + Shape.Cells[I] + "[step][j];";
  });
  for (const TileFace &F : P.Faces) {
    if (F.Target != Tile)
      continue;
    const std::string Where = within(F.Positions, N.Tiles[Tile].Reads, Arrives);
    T.open("if (t > 0" + (Where.empty() ? "" : " && " + Where) + ")");
    T.line(variable(PacketKind::Fields, "from"));
    T.line(Print.take(P.link(F.Pipe), "from"));
    forFields(false, [&](uint32_t I) {
      return "arrived." + P.Inputs[I] + "[j] = from." + P.Inputs[I] + "[j];";
    });
    T.close();
  }
  Print.printAdvance(T, Arrives, Shape.K.Space.Size);
}

/// A beat that a step gives, into the memory and to the tiles that read it.
void TilesPrinter::printDeparture(uint32_t Tile) {
  const ProgramPlan &Shape = shape(Tile);
  const int64_t Delay = Shape.S.Delay;
  forFields(false, [&](uint32_t I) {
    return Shape.Cells[I] + "[step" + (Delay ? " - " + number(Delay) : "") +
           "][j] = leaving." + P.Inputs[I] + "[j];";
  });
  for (const TileFace &F : P.Faces) {
    if (F.Source != Tile)
      continue;
    const std::string Where = within(F.Positions, N.Tiles[Tile].Reads, Leaves);
    T.open("if (t < " + lastStep() + (Where.empty() ? "" : " && " + Where) +
           ")");
    T.line(variable(PacketKind::Fields, "to"));
    forFields(false, [&](uint32_t I) {
      return "to." + P.Inputs[I] + "[j] = leaving." + P.Inputs[I] + "[j];";
    });
    T.line(Print.give(P.link(F.Pipe), "to"));
    T.close();
  }
  Print.printAdvance(T, Leaves, Shape.K.Space.Size);
}

void TilesPrinter::printSteps(uint32_t Tile, ProgramPrinter &Printer) {
  const ProgramPlan &Shape = shape(Tile);
  const std::string Name = P.Name + "_shape" + number(N.Tiles[Tile].Shape);
  const int64_t Beats = Shape.S.beats(), Delay = Shape.S.Delay;
  T.open("for (int t = 0; t < " + steps() + "; ++t)");
  if (P.isCxx()) {
    Printer.printLines(T, /*AsVariables=*/true);
    T.line(variable(PacketKind::In, "arrived"));
  } else {
    T.line(Name + "_begin(&lines);");
  }
  declare(Arrives, Shape.K.Space.Size);
  declare(Leaves, Shape.K.Space.Size);
  Printer.printRingDistances(T);
  // A step reads a beat before it writes that beat.
  if (P.O.Dialect == ProgramDialect::Intel)
    for (const std::string &Cells : Shape.Cells)
      T.line("#pragma ivdep array(" + Cells + ")");
  Printer.openLoop(T, Beats + Delay, "step");
  if (P.isCxx())
    for (const std::string &Cells : Shape.Cells)
      T.line("#pragma HLS DEPENDENCE variable=" + Cells + " inter false");
  openWhere(Delay ? "step < " + number(Beats) : "");
  printArrival(Tile);
  T.close();
  if (P.isCxx()) {
    T.line(variable(PacketKind::In, "leaving"));
    Printer.printStep(T, {"", "arrived.", "leaving."});
  } else {
    T.line(Name + "_step(&lines, step, &arrived, &leaving" +
           Printer.scalarNames(", ") + ");");
  }
  openWhere(Delay ? "step >= " + number(Delay) : "");
  printDeparture(Tile);
  T.close();
  T.close();
  T.close();
}

void TilesPrinter::printStore(uint32_t Tile) {
  const ProgramPlan &Shape = shape(Tile);
  const NetworkTile &Of = N.Tiles[Tile];
  declare(Leaves, Shape.K.Space.Size);
  Print.openLoop(T, Shape.S.beats(), "beat");
  openWhere(within(Of.Writes, Of.Reads, Leaves));
  T.line(variable(PacketKind::Fields, "to"));
  forFields(false, [&](uint32_t I) {
    return "to." + P.Inputs[I] + "[j] = " + Shape.Cells[I] + "[beat][j];";
  });
  if (P.HasOwnMemory) {
    printPlace(Leaves, Of.Reads.Origin);
    Print.printWrite(T, "to.", inBlock());
  } else {
    T.line(Print.give(P.link(process(Tile).OutPipes.front()), "to"));
  }
  T.close();
  Print.printAdvance(T, Leaves, Shape.K.Space.Size);
  T.close();
}

void TilesPrinter::printTile(uint32_t Tile) {
  ProgramPrinter Printer(shape(Tile));
  openProcess(process(Tile));
  printMemory(shape(Tile));
  if (!P.isCxx()) {
    T.line("struct " + P.Name + "_shape" + number(N.Tiles[Tile].Shape) +
           "_lines lines;");
    T.line(variable(PacketKind::In, "arrived"));
    T.line(variable(PacketKind::In, "leaving"));
  }
  printScalars(Tile);
  printLoad(Tile);
  printSteps(Tile, Printer);
  printStore(Tile);
  T.close();
  C.addHelpers(Printer.C);
}

std::string TilesPrinter::run() {
  for (uint32_t I = 0; !P.isCxx() && I < P.Shapes.size(); ++I) {
    ProgramPrinter Printer(P.Shapes[I]);
    printStageFunctions(T, Printer, P.Name + "_shape" + number(I));
    T.line("");
    C.addHelpers(Printer.C);
  }
  if (!P.HasOwnMemory)
    printReader();
  for (uint32_t I = 0; I < N.Tiles.size(); ++I)
    printTile(I);
  if (!P.HasOwnMemory)
    printWriter();
  C.addHelpers(Print.C);
  return T.take();
}

} // namespace

std::string printTiles(const ProgramPlan &P, CPrinter &C) {
  return TilesPrinter(P, C).run();
}

} // namespace roofline
