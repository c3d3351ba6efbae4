// Parts of a program with all names, for the printers.
#ifndef ROOFLINE_PROGRAMS_PROGRAMPLAN_H
#define ROOFLINE_PROGRAMS_PROGRAMPLAN_H

#include "CExpressions.h"
#include "StagePlan.h"
#include "roofline/Codegen/LegalNames.h"

#include "roofline/Programs/StreamProgram.h"

#include <memory>

namespace roofline {

class Templates;

/// A buffer of the launch, an argument of the program.
struct ProgramBuffer {
  std::string Name;  ///< name of the kernel's argument
  std::string Legal; ///< name in the program
  ValueType Type;    ///< type of its elements; Int if they differ
  bool IsRead = false, IsWritten = false;
  bool IsResult = false; ///< takes a reduction, which the stage itself stores
  /// Names of separate arguments to read and to write, as in HLS C++.
  std::string In, Out;
  uint64_t Elements = 0; ///< [element] number that the launch accesses
  bool isChanged() const { return IsWritten || IsResult; }
};

/// Parts of an output in packets and in the lines of a stage.
struct ProgramOutput {
  std::string Name; ///< in packets
  std::string Flag; ///< write flag in packets; empty: the place decides
  std::optional<uint32_t> Field; ///< input of the next step that reads it
  /// Lines of the value and of Flag from earlier stages.
  std::optional<StageLine> Before, BeforeFlag;
};

/// Contents of a pipe's packets, for each position of a beat.
enum class PacketKind : uint8_t {
  In,     ///< all inputs of a stage
  Out,    ///< all outputs of the last stage
  Fields, ///< fields, which steps change
};

struct ProgramPipe {
  std::string Name;
  PacketKind Packet = PacketKind::In;
  int64_t Depth = 1; ///< [packet]
};

/// A process that runs beside the others: an OpenCL kernel, or a function of a
/// dataflow region.
struct ProgramProcess {
  explicit ProgramProcess(std::string Name) : Name(std::move(Name)) {}
  std::string Name;
  bool Reads = false, Writes = false; ///< memory
  bool HasResults = false;            ///< stores reductions
  bool HasScalars = false, HasSteps = false;
  bool HasPlace = false; ///< takes the block's place
  /// Indices of the pipes that it reads, and of those that it writes, in the
  /// order of its arguments.
  std::vector<uint32_t> InPipes, OutPipes;
};

/// Elements that one tile sends to another in a step.
struct TileFace {
  uint32_t Source = 0, Target = 0; ///< [tile]
  Box Positions;                   ///< of the block
  uint32_t Pipe = 0;               ///< index into the pipes
};

/// Argument with the place of a block, in programs with several blocks.
struct PlaceScalar {
  std::string Legal;
  std::string_view Kind; ///< BlockOrigin, BlockFirst or BlockEnd
  unsigned Dimension = 0;
};

/// Names of a group's coordinates.
using CoordinateNames = std::array<std::string, 3>;

struct ProgramPlan {
  ProgramPlan(const StreamKernel &K, const StreamDesign &D,
              const ProgramOptions &O);

  const StreamKernel &K;
  const ProgramOptions &O;
  uint32_t Vector;
  uint32_t Depth; ///< [packet] of each pipe
  StagePlan S;

  std::string Name; ///< name of the program and prefix of its functions
  /// The function that a host calls, in programs with a single one.
  std::string top() const { return Name + "_pass"; }
  std::vector<std::string> Inputs; ///< in packets
  std::vector<ProgramOutput> Outputs;
  std::vector<std::string> Scalars;
  std::vector<ProgramBuffer> Buffers;
  std::vector<std::string> Sums;  ///< by reduction
  std::vector<std::string> Lefts; ///< by recurrence: what a position leaves
  std::vector<std::string> Nodes;
  std::vector<CoordinateNames> Coordinates; ///< by group of the stage
  /// Counters of rings, by their beats.
  std::map<int64_t, std::string> Counters;
  std::string StepsScalar; ///< scalar of MayStop
  std::vector<ProgramPipe> Pipes;
  std::vector<ProgramProcess> Processes;
  std::vector<PlaceScalar> PlaceScalars;
  std::vector<TileFace> Faces; ///< none: a pass has one step
  /// True when each tile reads and writes memory itself, without a reader and a
  /// writer for all tiles.
  bool HasOwnMemory = false;
  /// Plans of a step over a tile's box, by shape of the network. Names shared
  /// with the program are equal.
  std::vector<ProgramPlan> Shapes;
  /// Names of a tile's memories in a shape, by input.
  std::vector<std::string> Cells;

  /// True when all pipes have one packet type, because every stage has equal
  /// inputs and outputs.
  bool isState() const { return O.IsState; }
  bool isCxx() const { return O.Dialect == ProgramDialect::Hls; }
  bool hasPipes() const { return O.Dialect != ProgramDialect::Plain; }
  bool isTiled() const { return O.Network.has_value(); }
  std::string packetIn() const { return Name + (isState() ? "_beat" : "_in"); }
  std::string packetOut() const {
    return Name + (isState() ? "_beat" : "_out");
  }
  std::string packet(PacketKind K) const {
    return K == PacketKind::In    ? packetIn()
           : K == PacketKind::Out ? packetOut()
                                  : Name + "_fields";
  }
  const std::string &link(uint32_t I) const { return Pipes[I].Name; }
  const std::string &resultOf(uint32_t Output) const {
    return O.Results.empty() ? K.Outputs[Output].Name : O.Results[Output];
  }
  bool reads(uint32_t Input) const {
    return O.IsRead.empty() || O.IsRead[Input];
  }
  const ProgramBuffer &buffer(const std::string &Name) const;
  bool takes(const ProgramProcess &Process, const ProgramBuffer &B) const {
    return (Process.Reads && B.IsRead) || (Process.Writes && B.IsWritten) ||
           (Process.HasResults && B.IsResult);
  }
  /// The values of the PlaceScalars, by block.
  std::vector<std::vector<uint64_t>> places() const;
  /// [packet] of the largest face.
  int64_t largestFace() const;
  /// [beat] From the reader's first to the writer's last.
  int64_t steps() const { return S.beats() + O.Stages * S.Delay; }
  /// True when a stage has steps without a packet.
  bool hasIdleSteps() const { return S.Delay >= S.beats(); }
  std::optional<int64_t> cycles() const {
    if (isTiled())
      return std::nullopt;
    return steps() + (hasPipes() ? O.Stages + 1 : 0);
  }
  /// True for a stream with one element for each position, in sequence.
  bool isWhole(const Stream &S) const {
    return S.Fields == 1 && !S.Pitch && S.Window == K.Space &&
           PlaceScalars.empty() && !HasOwnMemory;
  }
  /// True when the reader, or the writer, uses coordinates.
  bool readsPlace() const;
  bool writesPlace() const;
  /// Every line of a stage.
  std::vector<const StageLine *> lines() const;

private:
  /// Plans a shape of \p Whole, whose names are taken.
  ProgramPlan(const StreamKernel &K, const ProgramPlan &Whole, CNames Names);
  void nameBuffers(CNames &Names);
  void nameStreams(CNames &Names);
  void nameLine(StageLine &L, const std::string &Wanted, CNames &Names);
  void nameLines(CNames &Names);
  void addChain(CNames &Names);
  void addTiles(CNames &Names);
  void addFaces(CNames &Names);
  bool canOwnMemory() const;
  void addShapes(const CNames &Names);
  uint32_t addPipe(CNames &Names, const std::string &Suffix, PacketKind Packet,
                   int64_t PipeDepth);

  std::shared_ptr<const ProgramOptions> OfShapes;
};

/// The parts of a stage's text. Lines is the prefix of its state ("lines->"),
/// Arrived and Leaving are the prefixes of its packets.
struct StageForm {
  std::string Lines, Arrived, Leaving;
};

/// Builds indented text line by line.
class Text {
public:
  explicit Text(unsigned Depth = 0) : Depth(Depth) {}
  void line(const std::string &Words);
  void open(const std::string &Words); ///< "Words {" and deeper
  void close(const std::string &After = "");
  std::string take() { return std::move(All); }
  void add(const std::string &Whole) { All += Whole; }
  unsigned Depth;

private:
  std::string All;
};

/// Prints the parts that all dialects share.
class ProgramPrinter {
public:
  explicit ProgramPrinter(const ProgramPlan &P)
      : P(P),
        C(P.isCxx() ? CPrinter::Language::Cxx : CPrinter::Language::OpenCL) {}

  /// struct NAME_in and NAME_out, or NAME_beat.
  std::string packets() const;
  /// Prints the state of a stage: members of a struct, or variables with
  /// initial values.
  void printLines(Text &T, bool AsVariables);
  /// Prints the initialisation of the members.
  void printBegin(Text &T, const StageForm &F);
  /// Prints one step of a stage.
  void printStep(Text &T, const StageForm &F);
  /// Prints the stores of the reductions at the end of a stage.
  void printResults(Text &T, const StageForm &F);
  /// Prints the copy of a packet from memory, or to memory, for the position
  /// (px, py, pz) and the current beat.
  void printRead(Text &T, const std::string &Packet);
  void printWrite(Text &T, const std::string &Packet,
                  const std::string &Condition = "");
  /// Opens a kernel of one work-item.
  void openKernel(Text &T, const std::string &Name,
                  const std::string &Parameters) const;
  /// Opens a loop with initiation interval 1.
  void openLoop(Text &T, int64_t Steps, const std::string &Counter) const;
  /// Prints the dependence distances of rings for the next loop.
  void printRingDistances(Text &T) const;
  /// Text that takes a packet from pipe \p Name into \p Into, or gives \p From
  /// to it.
  std::string take(const std::string &Name, const std::string &Into) const;
  std::string give(const std::string &Name, const std::string &From) const;
  void printCoordinates(Text &T) const;
  /// Prints the step of a place by one beat through a box of \p Size positions.
  void printAdvance(Text &T, const CoordinateNames &Names,
                    const Offset &Size) const;
  /// Opens a loop over the positions of a beat.
  void forSlots(Text &T) const;

  /// "__global const float *restrict a" or "const float *a".
  std::string pointer(const ProgramBuffer &B, bool Const) const;
  std::string scalars(const std::string &Before) const; ///< parameters
  std::string scalarNames(const std::string &Before) const;
  std::string unroll() const;
  /// Type of the counter of a loop over the steps.
  std::string counter(int64_t Limit) const;
  /// Initial value of the sum of reduction \p I.
  std::string initialSum(uint32_t I) const;
  /// Declares what recurrence \p I leaves: a variable, or an array of as many
  /// values as its distance.
  void printLeft(Text &T, uint32_t I, bool AsVariables);
  /// Gives it its first values; \p Lines is in front of its name.
  void printInitialLeft(Text &T, uint32_t I, const std::string &Lines);

  const ProgramPlan &P;
  CPrinter C;

private:
  using Operands = std::vector<std::string>;
  std::string initialLeft(const Recurrence &R) const;
  /// Prints that recurrence \p I takes \p Value, where \p Condition holds.
  void printLeaving(Text &T, uint32_t I, const std::string &Condition,
                    const std::string &Value, const std::string &Lines);
  std::string valueOf(uint32_t N, const StageGroup &G,
                      const StageForm &F) const;
  std::string read(const StageLine &L, int64_t Position,
                   const StageForm &F) const;
  void printShift(Text &T, const StageLine &L, const std::string &New,
                  const StageForm &F);
  void printNode(Text &T, uint32_t N, const StageGroup &G, const StageForm &F);
  void printGroup(Text &T, size_t Group, const StageForm &F);
  void printLeaving(Text &T, const StageForm &F);
  void printReductions(Text &T, const StageForm &F);
  std::string element(const Stream &S, bool Writes) const;
  std::string inside(const Box &B, const CoordinateNames &Names) const;
  bool hasCoordinates(size_t Group) const;
};

std::string printOpenCL(const ProgramPlan &P);
/// NAME_lines, NAME_begin and NAME_step of the stage \p Name.
void printStageFunctions(Text &T, ProgramPrinter &Print,
                         const std::string &Name);
/// The processes of a program with tiles, and their functions.
std::string printTiles(const ProgramPlan &P, CPrinter &C);
/// NAME.cpp, NAME.h and NAME.tcl.
std::vector<TextFile> printHls(const ProgramPlan &P, Templates &From);
/// Files of the check: harness, data, Makefile.
std::vector<TextFile> printProgramCheck(const ProgramPlan &P, Templates &From);
/// README.md and program.json.
std::vector<TextFile> printProgramDescriptions(const ProgramPlan &P,
                                               const StreamProgram &Program,
                                               Templates &From);

} // namespace roofline

#endif
