// A core as one netlist.
#include "roofline/Netlist/CoreNetlist.h"

#include "roofline/Netlist/LaneNetlist.h"
#include "roofline/Netlist/NetlistBuilder.h"

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
        Now(Lane.Cells.size(), NotThere) {
    for (const NetlistPort &P : Lane.Outputs)
      if (P.Name == "busy")
        Busy = P.Drivers[0];
    Now[Busy] = B.reg("", 1); // the core's control comes before its lanes
  }

  /// The register that says that the lane runs.
  CellId busy() const { return Now[Busy]; }

  /// Returns the words of the outputs that begin with "result_", in order.
  std::vector<CellId> run(const std::map<std::string, CellId> &Words) {
    addPorts(Words);
    for (CellId C = 0; C < Lane.Cells.size(); ++C)
      copy(C);
    for (CellId C = 0; C < Lane.Cells.size(); ++C)
      if (roofline::isClocked(Lane.Cells[C].Kind))
        forEachOperand(B.N.Cells[Now[C]], [&](CellId &O) { O = Now[O]; });
    std::vector<CellId> Results;
    for (const NetlistPort &P : Lane.Outputs) {
      std::vector<CellId> Drivers;
      for (CellId D : P.Drivers)
        Drivers.push_back(Now[D]);
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
  std::vector<CellId> Now; ///< by cell of the lane
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
      Now[Id] = B.constant(C.Value, C.Width);
      return;
    case CellKind::Parameter:
      Now[Id] = B.constant(Lane.Parameters[C.Index].Values[Instance], C.Width);
      return;
    case CellKind::Input:
      Now[Id] = WordOf[C.Index] == NotThere
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
    if (!roofline::isClocked(C.Kind)) // others have all operands by then
      forEachOperand(C, [&](CellId &O) { O = Now[O]; });
    C.Section = B.currentSection();
    if (Now[Id] == NotThere)
      Now[Id] = B.add(std::move(C));
    else
      B.N.Cells[Now[Id]] = std::move(C);
  }
};

class CoreBuilder {
public:
  CoreBuilder(const StreamKernel &K, const StreamDesign &D,
              const DatapathSchedule &S, const LaneLayout &L, uint32_t Lanes)
      : K(K), D(D), Names(plainNames(K, S)), Lanes(Lanes),
        Lane(laneNetlist(K, D, S, L, Names)) {}

  Netlist run() {
    B.N.Name = Names.Name;
    std::vector<LaneCopier> Copies;
    if (!K.Finish.empty()) {
      const StreamKernel &F = K.Finish.front();
      const DatapathSchedule S = scheduleDatapath(F, StreamDesign().Form);
      FinishNames = plainNames(F, S);
      FinishLane = laneNetlist(F, {}, S, layOutLane(F, S, {}), FinishNames);
    }
    B.section("Start and done", CellPurpose::Control);
    for (uint32_t I = 0; I < Lanes; ++I)
      Copies.emplace_back(B, Lane, I,
                          Lanes > 1 ? "lane" + std::to_string(I) + "__" : "");
    std::optional<LaneCopier> Finish;
    if (!K.Finish.empty())
      Finish.emplace(B, FinishLane, 0, "finish__");
    addControl(Copies, Finish);
    std::map<std::string, CellId> Words = {{"load", Load}, {"rst", Reset}};
    for (uint32_t I = 0; I < K.Scalars.size(); ++I)
      Words["arg_" + Names.Scalars[I]] =
          B.input("arg_" + Names.Scalars[I], K.Scalars[I].Type.Bits);
    for (uint32_t I = 0; I < K.Reductions.size(); ++I)
      if (const Reduction &R = K.Reductions[I]; !R.Initial && !R.InitialScalar)
        Words["initial_" + Names.Reductions[I]] =
            B.input("initial_" + Names.Reductions[I], R.Type.Bits);
    std::vector<std::vector<CellId>> Results; // by lane
    for (LaneCopier &Each : Copies)
      Results.push_back(Each.run(Words));
    B.section("Joined reductions", CellPurpose::Reductions);
    std::vector<CellId> Joined;
    for (uint32_t I = 0; I < K.Reductions.size(); ++I)
      Joined.push_back(result(I, Results, Words));
    if (Finish)
      Joined = addFinish(*Finish, Joined, Words);
    const LaneNames &Of = Finish ? FinishNames : Names;
    for (uint32_t I = 0; I < Joined.size(); ++I)
      B.output("result_" + Of.Reductions[I], {Joined[I]});
    removeDeadCells(B.N);
    return std::move(B.N);
  }

private:
  const StreamKernel &K;
  const StreamDesign &D;
  LaneNames Names, FinishNames;
  uint32_t Lanes;
  Netlist Lane, FinishLane;
  NetlistBuilder B;
  CellId Load = 0, Reset = 0, FinishLoad = 0;

  /// Adds the start, which loads the lanes, and done, behind the joined
  /// reductions and the Finish kernel.
  void addControl(const std::vector<LaneCopier> &Copies,
                  const std::optional<LaneCopier> &Finish) {
    const CellId Zero = B.constant(0, 1), One = B.constant(1, 1);
    Reset = B.input("rst", 1);
    const CellId Start = B.input("start", 1);
    CellId Busy = Copies[0].busy();
    for (size_t I = 1; I < Copies.size(); ++I)
      Busy = B.either(Busy, Copies[I].busy());
    const CellId Idle = B.opposite(Busy);
    const CellId Launched = B.reg("launched", One, {Start, Reset, Zero});
    const CellId Ends = B.both(Launched, Idle);
    std::vector<CellId> Joined;
    for (int64_t I = 0; I < combineCycles(K, D); ++I)
      Joined.push_back(B.reg("joined__" + std::to_string(I), 1));
    const CellId AreJoined = Joined.empty() ? Ends : Joined.back();
    CellId Done = AreJoined, Finishing = 0;
    if (Finish) {
      Finishing = B.reg("finishing", 1);
      Done = B.both(Finishing, B.opposite(Finish->busy()));
    }
    const CellId MayStart =
        Joined.empty() && !Finish ? Idle : B.either(Done, B.opposite(Launched));
    Load = B.either(Reset, B.both(Start, MayStart));
    for (size_t I = 0; I < Joined.size(); ++I)
      B.connect(Joined[I], I ? Joined[I - 1] : Ends, {{}, Load, Zero});
    if (Finish) {
      const CellId Begins = B.both(AreJoined, B.opposite(Finishing));
      B.connect(Finishing, One, {Begins, Load, Zero});
      FinishLoad = B.either(Reset, Begins);
    }
    B.output("done", {Done});
  }

  /// Joins reduction \p I of all lanes, level by level.
  CellId result(uint32_t I, const std::vector<std::vector<CellId>> &Results,
                const std::map<std::string, CellId> &Words) {
    const Reduction &R = K.Reductions[I];
    std::vector<CellId> Values;
    if (combineCycles(K, D) > 0 && joinedValues(R, D) > D.Lanes)
      Values.push_back(
          R.InitialScalar ? Words.at("arg_" + Names.Scalars[*R.InitialScalar])
          : R.Initial     ? B.constant(*R.Initial, R.Type.Bits)
                          : Words.at("initial_" + Names.Reductions[I]));
    for (const std::vector<CellId> &Of : Results)
      Values.push_back(Of[I]);
    B.setLocation(R.Loc);
    for (uint32_t Level = 0; Values.size() > 1; ++Level) {
      std::vector<CellId> Joined;
      for (size_t V = 0; V + 1 < Values.size(); V += 2)
        Joined.push_back(B.reg("joined__" + Names.Reductions[I] + "__l" +
                                   std::to_string(Level) + "_" +
                                   std::to_string(V / 2),
                               B.combined(R.Op, Values[V], Values[V + 1]), {}));
      if (Values.size() % 2)
        Joined.push_back(Values.back());
      Values = std::move(Joined);
    }
    B.setLocation({});
    return Values[0];
  }

  /// Adds the lane that computes the stored results; its scalars are those of
  /// the kernel, then the reductions.
  std::vector<CellId> addFinish(LaneCopier &Finish,
                                const std::vector<CellId> &Joined,
                                const std::map<std::string, CellId> &Words) {
    std::map<std::string, CellId> Own = {{"load", FinishLoad}, {"rst", Reset}};
    for (size_t I = 0; I < FinishNames.Scalars.size(); ++I)
      Own["arg_" + FinishNames.Scalars[I]] =
          I < K.Scalars.size() ? Words.at("arg_" + Names.Scalars[I])
                               : Joined[I - K.Scalars.size()];
    return Finish.run(Own);
  }
};

} // namespace

Netlist coreNetlist(const StreamKernel &K, const StreamDesign &D,
                    const DatapathSchedule &S, const LaneLayout &L,
                    uint32_t Lanes) {
  return CoreBuilder(K, D, S, L, Lanes).run();
}

} // namespace roofline
