// The report of kernels as its file has it.
//
/// \file
/// Plain structs between results and JSON. EstimateJSON.cpp fills them,
/// ReportFile.cpp lists their fields, and ReadReport.cpp takes what a
/// comparison needs. Meaning and units: docs/report-json.md.
#ifndef ROOFLINE_LIB_REPORT_REPORTFILE_H
#define ROOFLINE_LIB_REPORT_REPORTFILE_H

#include "roofline/Hpca16/Advice.h"
#include "roofline/Hpca16/Estimate.h"
#include "roofline/Kernel/Counts.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Stride.h"
#include "roofline/Machine/Roofline.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace roofline {

/// Of TimeBound, in its order.
inline constexpr const char *TimeBoundNames[] = {"exact", "lower", "upper",
                                                 "none", "estimate"};

/// Value of a scalar argument.
struct ReportArgument {
  std::variant<int64_t, double> Value;
};

struct ReportFile {
  static constexpr int OldestVersion = 2, Version = 3;
  using Number = std::optional<double>; ///< nothing: unknown or not finite

  struct Launch {
    std::optional<std::array<uint64_t, 3>> Global, Local;
    std::map<std::string, ReportArgument> Args;
    std::map<std::string, double> Trips; ///< by "line" or "line:column"
    std::optional<std::string> File;
    std::string ProfiledLaunch; ///< empty: no profile
    bool IsScaled = false;
  };
  struct Unrolled {
    uint32_t Line = 0, Factor = 1;
  };
  struct Design {
    uint32_t ComputeUnits = 1, Simd = 1;
    std::vector<Unrolled> Unroll;
    std::vector<std::string> Notes;
  };
  struct Direction { ///< stride of an access along it
    roofline::Stride::Kind K = roofline::Stride::Kind::Irregular;
    std::optional<int64_t> NumBytes;
    std::optional<roofline::Stride::Kind> Inside; ///< of the steps of a block
    std::optional<int64_t> Length;                ///< [step] of a block
    std::optional<std::string> Form;
    std::optional<uint32_t> Line; ///< of a loop
  };
  struct Access {
    SourceLocation Loc;
    std::string Object, Pattern;
    MemoryAccess::Kind K = MemoryAccess::Kind::Read;
    uint32_t NumBytes = 0;
    bool NumBytesAtMost = false, Predicated = false;
    Number Insts, Burst, Transactions, PerIteration;
    bool LanesCoalesce = false, OrderCoalesces = false;
    double Share = 0;
    std::optional<std::string> Irregular;
    std::optional<bool> AssumesNoWrap, Clamped;
    std::optional<std::array<Direction, 3>> AlongWorkItems;
    std::optional<std::vector<Direction>> AlongLoops;
  };
  struct Block {
    Number RunShare, Depth, MemInsts, MemBytes, MemBurst, ActiveWorkItems,
        CompMin, Comp, MemTrans, MemMin, Mem, Cycles, Repeat;
    std::string CompMinForm, MemTransForm, LimitedBy;
    bool FormsAtMost = false, IsLimiting = false;
    std::vector<Access> Accesses;
  };
  struct Dependence {
    CarriedDependence::Kind K = CarriedDependence::Kind::Register;
    SourceLocation Producer, Consumer;
    std::optional<int64_t> Distance;
  };
  struct Loop {
    SourceLocation Loc;
    TripCount::Kind TripKind = TripCount::Kind::Unknown;
    std::optional<std::string> TripForm;
    Number Trip, Interval;
    std::string TripSource, Reason;
    std::optional<Dependence> ForcedBy, SerializedBy;
  };
  struct Node {
    roofline::Node::Kind K = roofline::Node::Kind::Sequence;
    SourceRange Range;
    Number Cycles;
    double Share = 0;
    std::optional<Loop> OfLoop;
    std::optional<Block> OfBlock;
    std::vector<Node> Children;
  };
  struct Change { ///< by the model board
    Number Current, Changed, CurrentClock, ChangedClock;
    std::string Limit, WhatIf;
    std::optional<Utilization> Used;
  };
  struct Advice {
    std::optional<PotentialKind> Potential;
    Number Value, Gain;
    std::string Optimisation, Text;
    SourceLocation Loc;
    std::vector<std::string> Notes;
    std::optional<Change> OnBoard;
  };
  struct Amounts {
    Number Logic, Memory, Dsp;
  };
  struct Fit {
    std::map<std::string, double> Structures;
    Amounts Kernel, Shell, Error, Used;
    Number Clock, ClockError;
    std::string Exceeded;
    std::vector<std::string> Missing;
  };
  struct Pipeline {
    SourceLocation Loop;
    Number Passes, Interval, Depth, Words, Cycles;
    double Slots = 0;
    bool HoldsGroup = false;
    std::optional<std::string> Reason; ///< for Interval
    std::optional<Dependence> ForcedBy;
  };
  struct Unit {
    SourceLocation Loc;
    std::string Object;
    uint32_t NumBytes = 0;
    Number Requests, Words, Jumps, Repeats;
    bool IsCached = false;
  };
  struct Board {
    Number Fastest, Slowest, MemoryCycles, LatencyCycles;
    std::optional<std::string> Doubt;
    bool IsSampled = false, IsAtMost = false;
    uint32_t Limiting = 0;
    std::vector<Unrolled> Unroll;
    std::vector<Pipeline> Pipelines;
    std::vector<Unit> Units;
  };
  struct Missing {
    MissingInput Input;
  };
  struct Price { ///< by a pipeline model
    std::string Device, Model, HpcaModel, TimeBound;
    std::map<std::string, double> DeviceEntries;
    double Clock = 0;
    std::optional<std::string> ClockFrom; ///< reports of before lack it
    Design D;
    std::vector<Missing> Inputs;
    Number Time, Cycles, HpcaTime, HpcaCycles, Transactions, ActiveWorkItems;
    Potentials Potential;
    std::optional<Board> OnBoard;
    std::optional<Fit> Fitted;
    Node Root;
    std::vector<Advice> Advices;
    std::optional<Advice> Together;
  };
  struct Operation {
    std::string Name, Type;
    Count Number;
    bool Counted = false;
  };
  struct Undecided {
    MissingInput Input;
  };
  struct Counts {
    std::vector<Operation> Operations;
    Count Work, Requested, Compulsory;
    std::string WorkType;
    std::vector<Traffic> BySpace;
    std::vector<std::string> Missing;
    std::vector<Undecided> Bounds;
    Number IntensityRequested, IntensityCompulsory;
  };
  struct Bound { ///< of a placement under roofs
    Number Intensity, RidgeDistance;
    double Attainable = 0, Time = 0, Roof = 0, Slope = 0;
    std::string Limit;
    bool ByMemory = false;
  };
  struct Placement {
    std::optional<Bound> Value;
    std::vector<std::string> Missing;
  };
  struct Roof {
    std::string Device;
    Peaks PeakKind = Peaks::Measured;
    Placement Requested, Compulsory;
    Number Predicted;
    bool IsUpperBound = false;
  };
  struct Channel {
    roofline::Channel::Kind K = roofline::Channel::Kind::Channel;
    std::string Name;
    SourceLocation Loc;
    std::optional<uint32_t> NumBytes, Depth;
    uint32_t Number = 1;
    bool Read = false, Written = false;
  };
  struct Kernel {
    std::string Name;
    SourceLocation Loc;
    Launch L;
    bool IsComplete = false, TellsTime = false;
    Counts Counted;
    std::vector<Roof> Roofs;
    std::vector<Channel> Channels;
    std::optional<Price> Priced; ///< nothing: the device has no such model
  };
  struct Row { ///< an entry of a launch file's list
    std::string Kernel, TimeBound;
    uint64_t Launches = 1;
    Number Total, Least, Most;
    bool IsTogether = false;
  };
  struct Wait {       ///< of a launch for another one, or for memory
    std::string Kind; ///< "data", "space" or "memory"
    std::string Channel;
    uint64_t Cycles = 0;
  };
  struct Process { ///< a launch beside others
    std::string Kernel;
    uint32_t Row = 0;
    uint64_t Cycles = 0;
    std::vector<Wait> Waits;
  };
  struct ChannelDepth {
    std::string Channel;
    uint64_t Depth = 2;
    std::optional<uint64_t> Least;
    uint32_t Lanes = 1;
  };
  struct Group {
    uint64_t Launched = 1;
    double Clock = 0;
    Number Cycles, Time;
    bool IsOfMemory = false;
    std::string Deadlock, Hop;
    std::vector<Process> Processes;
    std::vector<ChannelDepth> Channels;
    std::vector<std::string> Missing;
  };
  struct Application {
    Number Time;
    std::string TimeBound;
    bool IsComplete = false;
    uint32_t Limiting = 0;
    std::vector<Row> Launches;
    std::optional<std::vector<Group>> Groups; ///< none where there are none
  };

  std::vector<Kernel> Kernels;
  std::optional<Application> Whole;
};

/// JSON of \p File.
llvm::json::Value writeReport(const ReportFile &File);

/// Reads \p Root, an object of a version that this program reads. What is
/// absent or null keeps its default.
llvm::Error readReportFile(const llvm::json::Value &Root, llvm::StringRef Name,
                           ReportFile &File);

} // namespace roofline

#endif
