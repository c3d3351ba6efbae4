// What a program consists of, with all names: what the printers read.
#ifndef ROOFLINE_PROGRAMS_PROGRAMPLAN_H
#define ROOFLINE_PROGRAMS_PROGRAMPLAN_H

#include "CExpressions.h"
#include "StagePlan.h"
#include "roofline/Codegen/LegalNames.h"

#include "roofline/Programs/StreamProgram.h"

namespace roofline {

/// A buffer of the launch: an argument of the program.
struct ProgramBuffer {
  std::string Name;  ///< of the kernel's argument
  std::string Legal; ///< in the program
  ValueType Type;    ///< of all its elements; Int where they differ
  bool IsRead = false, IsWritten = false;
  bool IsResult = false; ///< of a reduction, which the stage itself stores
  /// Where reading and writing are arguments of their own, as in HLS C++.
  std::string In, Out;
  uint64_t Elements = 0; ///< [element] that the launch touches
  bool isChanged() const { return IsWritten || IsResult; }
};

/// What an output takes in packets and in the lines of a stage.
struct ProgramOutput {
  std::string Name;              ///< in packets
  std::string Flag;              ///< in packets: written here; empty: by place
  std::optional<uint32_t> Field; ///< the input that it is for the next step
  /// What the stages before it wrote: of the value and of Flag.
  std::optional<StageLine> Before, BeforeFlag;
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

  std::string Name; ///< of the program, and the prefix of its functions
  /// The one function that a host calls, where there is one.
  std::string top() const { return Name + "_pass"; }
  std::vector<std::string> Inputs; ///< in packets
  std::vector<ProgramOutput> Outputs;
  std::vector<std::string> Scalars;
  std::vector<ProgramBuffer> Buffers;
  std::vector<std::string> Sums; ///< by reduction
  std::vector<std::string> Nodes;
  std::vector<CoordinateNames> Coordinates; ///< by group of the stage
  std::map<int64_t, std::string> Counters;  ///< of rings, by their beats
  std::string StepsScalar;                  ///< of MayStop

  /// One packet type for all pipes, as every stage takes what it gives.
  bool isState() const { return O.IsState; }
  bool isCxx() const { return O.Dialect == ProgramDialect::Hls; }
  bool hasPipes() const { return O.Dialect != ProgramDialect::Plain; }
  std::string packetIn() const { return Name + (isState() ? "_beat" : "_in"); }
  std::string packetOut() const {
    return Name + (isState() ? "_beat" : "_out");
  }
  std::string link(uint32_t I) const {
    return Name + "_link" + std::to_string(I);
  }
  const std::string &resultOf(uint32_t Output) const {
    return O.Results.empty() ? K.Outputs[Output].Name : O.Results[Output];
  }
  bool reads(uint32_t Input) const {
    return O.IsRead.empty() || O.IsRead[Input];
  }
  const ProgramBuffer &buffer(const std::string &Of) const;
  /// [beat] from the reader's first to the writer's last.
  int64_t steps() const { return S.beats() + O.Stages * S.Delay; }
  /// There are steps of a stage at which its clock does not see a packet.
  bool hasIdleSteps() const { return S.Delay >= S.beats(); }
  int64_t cycles() const { return steps() + (hasPipes() ? O.Stages + 1 : 0); }
  /// An element for each position, one after the other.
  bool isWhole(const Stream &S) const {
    return S.Fields == 1 && !S.Pitch && S.Window == K.Space;
  }
  /// Whether the reader, or the writer, asks for coordinates.
  bool readsPlace() const;
  bool writesPlace() const;
  /// Every line of a stage.
  std::vector<const StageLine *> lines() const;

private:
  void nameBuffers(CNames &Names);
  void nameStreams(CNames &Names);
  void nameLine(StageLine &L, const std::string &Wanted, CNames &Names);
  void nameLines(CNames &Names);
};

/// The parts of a stage's text. Lines is the prefix of what it remembers
/// ("lines->"), Arrived and Leaving those of its packets.
struct StageForm {
  std::string Lines, Arrived, Leaving;
};

/// Lines of text at one depth after the other.
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

/// Prints what programs of all dialects share.
class ProgramPrinter {
public:
  explicit ProgramPrinter(const ProgramPlan &P)
      : P(P),
        C(P.isCxx() ? CPrinter::Language::Cxx : CPrinter::Language::OpenCL) {}

  /// struct NAME_in and NAME_out, or NAME_beat.
  std::string packets() const;
  /// What a stage remembers: members of a struct, or variables with initial
  /// values.
  void printLines(Text &T, bool AsVariables);
  /// Gives the members their initial values.
  void printBegin(Text &T, const StageForm &F);
  /// One step of a stage.
  void printStep(Text &T, const StageForm &F);
  /// Stores the reductions, at the end of a stage.
  void printResults(Text &T, const StageForm &F);
  /// Fills a packet from memory, and memory from a packet; for the position
  /// (px, py, pz) and beat of the place.
  void printRead(Text &T, const std::string &Packet);
  void printWrite(Text &T, const std::string &Packet);
  void printCoordinates(Text &T) const;
  void printAdvance(Text &T, const CoordinateNames &Names) const;

  /// "__global const float *restrict a" or "const float *a".
  std::string pointer(const ProgramBuffer &B, bool Const) const;
  std::string scalars(const std::string &Before) const; ///< parameters
  std::string scalarNames(const std::string &Before) const;
  std::string unroll() const;
  /// Of a loop over the steps.
  std::string counter(int64_t Limit) const;
  /// What the sum of reduction \p I begins with.
  std::string initialSum(uint32_t I) const;

  const ProgramPlan &P;
  CPrinter C;

private:
  using Operands = std::vector<std::string>;
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
  void forSlots(Text &T) const;
  std::string element(const Stream &S, bool Writes) const;
  std::string inside(const Box &B, const CoordinateNames &At) const;
  bool hasCoordinates(size_t Group) const;
};

std::string printOpenCL(const ProgramPlan &P);
/// NAME.cpp, NAME.h and NAME.tcl.
std::vector<TextFile> printHls(const ProgramPlan &P);
/// The check: harness, data, Makefile.
llvm::Expected<std::vector<TextFile>> printProgramCheck(const ProgramPlan &P);
/// README.md and program.json.
std::vector<TextFile> printProgramDescriptions(const ProgramPlan &P,
                                               const StreamProgram &Program);

} // namespace roofline

#endif
