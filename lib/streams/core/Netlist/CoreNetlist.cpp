// A core as one netlist.
#include "roofline/Netlist/CoreNetlist.h"

#include "CoreControl.h"
#include "SizeNumbers.h"

#include <cassert>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace roofline {
namespace {

/// Copies lanes into a core. A port without a word in Words is a port of the
/// core.
class LaneCopier {
public:
  LaneCopier(NetlistBuilder &B, const Netlist &Lane, uint32_t Instance,
             std::string Prefix)
      : B(B), Lane(Lane), Instance(Instance), Prefix(std::move(Prefix)),
        NewCell(Lane.Cells.size(), NotThere) {
    for (const NetlistPort &P : Lane.Outputs)
      if (P.Name == "busy")
        Busy = P.Drivers[0];
    NewCell[Busy] = B.reg("", 1); // the core's control comes before its lanes
  }

  /// The register that says that the lane runs.
  CellId busy() const { return NewCell[Busy]; }

  /// Returns the words of the outputs that begin with "result_", in order.
  std::vector<CellId> run(const std::map<std::string, CellId> &Words) {
    addPorts(Words);
    for (CellId C = 0; C < Lane.Cells.size(); ++C)
      copy(C);
    for (CellId C = 0; C < Lane.Cells.size(); ++C)
      if (roofline::isClocked(Lane, Lane.Cells[C]))
        forEachOperand(B.N.Cells[NewCell[C]],
                       [&](CellId &O) { O = NewCell[O]; });
    std::vector<CellId> Results;
    for (const NetlistPort &P : Lane.Outputs) {
      std::vector<CellId> Drivers;
      for (CellId D : P.Drivers)
        Drivers.push_back(NewCell[D]);
      if (P.Name.starts_with("result_"))
        Results.push_back(B.join(Drivers));
      else if (P.Name != "busy")
        B.output(Prefix + P.Name, Drivers);
    }
    return Results;
  }

private:
  NetlistBuilder &B;
  const Netlist &Lane;
  uint32_t Instance;
  std::string Prefix;
  static constexpr CellId NotThere = ~CellId(0);
  std::vector<CellId> NewCell; ///< by cell of the lane
  CellId Busy = 0;
  /// By port of the lane: its word, or a port of the core.
  std::vector<CellId> WordOf;
  std::vector<uint32_t> PortOf;
  uint32_t FirstSection = 0, FirstRing = 0, FirstUnit = 0;

  void addPorts(const std::map<std::string, CellId> &Words) {
    for (const NetlistPort &P : Lane.Inputs) {
      const auto Word = Words.find(P.Name);
      WordOf.push_back(Word == Words.end() ? NotThere : Word->second);
      PortOf.push_back(
          Word == Words.end() ? B.inputPort(Prefix + P.Name, P.Width) : 0);
    }
    auto Append = [](const auto &From, auto &To) {
      const uint32_t First = uint32_t(To.size());
      To.insert(To.end(), From.begin(), From.end());
      return First;
    };
    FirstSection = Append(Lane.Sections, B.N.Sections);
    FirstRing = Append(Lane.Rings, B.N.Rings);
    FirstUnit = Append(Lane.Units, B.N.Units);
  }

  void copy(CellId Id) {
    Cell C = Lane.Cells[Id];
    B.setSection(FirstSection + C.Section);
    switch (C.Kind) {
    case CellKind::Constant:
      NewCell[Id] = B.constant(C.Value, C.Width);
      return;
    case CellKind::Parameter:
      NewCell[Id] =
          B.constant(Lane.Parameters[C.Index].Values[Instance], C.Width);
      return;
    case CellKind::Input:
      NewCell[Id] = WordOf[C.Index] == NotThere
                        ? B.input(PortOf[C.Index], uint32_t(C.Value), C.Width)
                        : B.bits(WordOf[C.Index], uint32_t(C.Value), C.Width);
      return;
    case CellKind::Ring:
      C.Index += FirstRing;
      break;
    case CellKind::Unit:
      C.Index += FirstUnit;
      break;
    default:
      break;
    }
    if (!C.Name.empty())
      C.Name = Prefix + C.Name;
    if (!roofline::isClocked(
            Lane, Lane.Cells[Id])) // others have all operands by then
      forEachOperand(C, [&](CellId &O) { O = NewCell[O]; });
    C.Section = B.currentSection();
    if (NewCell[Id] == NotThere)
      NewCell[Id] = B.add(std::move(C));
    else
      B.N.Cells[NewCell[Id]] = std::move(C);
  }
};

class CoreBuilder {
public:
  CoreBuilder(const StreamKernel &K, const StreamDesign &D,
              const DatapathSchedule &S, const LaneLayout &L, uint32_t Lanes)
      : K(K), D(D), Names(plainNames(K, S)), Lanes(Lanes),
        Lane(laneNetlist(K, D, S, L, Names)) {}

  Netlist run(const std::vector<SizedWord> &SizedWords) {
    B.N.Name = Names.Name;
    std::vector<LaneCopier> Copies;
    if (!K.Finish.empty()) {
      const StreamKernel &F = K.Finish.front();
      const DatapathSchedule S = scheduleDatapath(F, StreamDesign().Form);
      FinishNames = plainNames(F, S);
      FinishLane = laneNetlist(F, {}, S, layOutLane(F, S, {}), FinishNames);
    }
    std::vector<CellId> Busy;
    for (uint32_t I = 0; I < Lanes; ++I)
      Busy.push_back(
          Copies
              .emplace_back(B, Lane, I,
                            Lanes > 1 ? "lane" + std::to_string(I) + "__" : "")
              .busy());
    std::optional<LaneCopier> Finish;
    if (!K.Finish.empty())
      Finish.emplace(B, FinishLane, 0, "finish__");
    CoreControl C(B, K, D, Names);
    C.begin(Busy, Finish ? std::optional(Finish->busy()) : std::nullopt);
    std::map<std::string, CellId> Words = {{"load", C.Load}, {"rst", C.Reset}};
    for (uint32_t I = 0; I < K.Scalars.size(); ++I)
      Words["arg_" + Names.Scalars[I]] = C.Scalars[I];
    for (uint32_t I = 0; I < K.Reductions.size(); ++I)
      if (C.Initials[I])
        Words["initial_" + Names.Reductions[I]] = *C.Initials[I];
    std::vector<std::vector<CellId>> Results; // by lane
    for (LaneCopier &Each : Copies)
      Results.push_back(Each.run(Words));
    std::vector<CellId> Joined = C.joined(Results);
    if (Finish)
      Joined = addFinish(*Finish, Joined, C);
    const LaneNames &Of = Finish ? FinishNames : Names;
    for (uint32_t I = 0; I < Joined.size(); ++I)
      B.output("result_" + Of.Reductions[I], {Joined[I]});
    SizeNumbers Numbers(B, K, C.Scalars);
    for (const SizedWord &W : SizedWords) {
      CellId Word = Numbers.of(W.Name, W.Width, W.BySize);
      if (W.IsOffset)
        Word = B.op(DatapathOp::Add, Word, B.input(W.Name + "__to", W.Width));
      B.output(W.Name, {Word});
    }
    if (SizedWords.empty())
      removeDeadCells(B.N);
    else
      mergeEqualCells(B.N); // lanes compute some of their numbers, too
    return std::move(B.N);
  }

private:
  const StreamKernel &K;
  const StreamDesign &D;
  LaneNames Names, FinishNames;
  uint32_t Lanes;
  Netlist Lane, FinishLane;
  NetlistBuilder B;

  /// Adds the lane that computes the stored results; its scalars are those of
  /// the kernel, then the reductions.
  std::vector<CellId> addFinish(LaneCopier &Finish,
                                const std::vector<CellId> &Joined,
                                const CoreControl &C) {
    std::map<std::string, CellId> Own = {{"load", C.FinishLoad},
                                         {"rst", C.Reset}};
    const size_t NumScalars = C.Scalars.size();
    for (size_t I = 0; I < FinishNames.Scalars.size(); ++I)
      Own["arg_" + FinishNames.Scalars[I]] =
          I < NumScalars ? C.Scalars[I] : Joined[I - NumScalars];
    return Finish.run(Own);
  }
};

} // namespace

Netlist coreNetlist(const StreamKernel &K, const StreamDesign &D,
                    const DatapathSchedule &S, const LaneLayout &L,
                    uint32_t Lanes, const std::vector<SizedWord> &Words) {
  assert(Lanes >= 1 && Lanes <= D.Lanes &&
         "the lanes of a netlist are some of the design");
  assert(S.Nodes.size() == K.Nodes.size() &&
         "the schedule is that of the kernel");
  return CoreBuilder(K, D, S, L, Lanes).run(Words);
}

} // namespace roofline
