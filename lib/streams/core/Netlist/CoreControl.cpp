// Control around the lanes of a core: start, done and joined reductions.
#include "CoreControl.h"

#include "roofline/Netlist/CoreNetlist.h"

#include <cassert>
#include <string>
#include <utility>

namespace roofline {

void CoreControl::begin(const std::vector<CellId> &Busy,
                        std::optional<CellId> FinishBusy) {
  B.section("Start and done", CellPurpose::Control);
  const CellId Zero = B.constant(0, 1), One = B.constant(1, 1);
  Reset = B.input("rst", 1);
  const CellId Start = B.input("start", 1);
  for (uint32_t I = 0; I < K.Scalars.size(); ++I)
    Scalars.push_back(
        B.input("arg_" + Names.Scalars[I], K.Scalars[I].Type.Bits));
  for (uint32_t I = 0; I < K.Reductions.size(); ++I) {
    const Reduction &R = K.Reductions[I];
    Initials.emplace_back();
    if (!R.Initial && !R.InitialScalar)
      Initials[I] = B.input("initial_" + Names.Reductions[I], R.Type.Bits);
  }
  CellId AnyBusy = Busy[0];
  for (size_t I = 1; I < Busy.size(); ++I)
    AnyBusy = B.either(AnyBusy, Busy[I]);
  const CellId Idle = B.opposite(B.named(AnyBusy, "busy"));
  const CellId Launched = B.reg("launched", One, {Start, Reset, Zero});
  const CellId Ends = B.both(Launched, Idle);
  std::vector<CellId> Joined; // the lanes' results, level by level
  for (int64_t I = 0; I < combineCycles(K, D); ++I)
    Joined.push_back(B.reg("joined__" + std::to_string(I), 1));
  const CellId AreJoined = Joined.empty() ? Ends : Joined.back();
  CellId Done = AreJoined, Finishing = 0;
  if (FinishBusy) {
    Finishing = B.reg("finishing", 1); // since the reductions are there
    Done = B.both(Finishing, B.opposite(*FinishBusy));
  }
  // After the lanes' last step the launch may go on.
  const CellId MayStart = Joined.empty() && !FinishBusy
                              ? Idle
                              : B.either(Done, B.opposite(Launched));
  Load = B.either(Reset, B.both(Start, MayStart));
  for (size_t I = 0; I < Joined.size(); ++I)
    B.connect(Joined[I], I ? Joined[I - 1] : Ends, {{}, Load, Zero});
  if (FinishBusy) {
    const CellId Begins = B.both(AreJoined, B.opposite(Finishing));
    B.connect(Finishing, One, {Begins, Load, Zero});
    FinishLoad = B.either(Reset, Begins);
  }
  B.output("done", {Done});
}

std::vector<CellId>
CoreControl::joined(const std::vector<std::vector<CellId>> &Results) {
  B.section("Joined reductions", CellPurpose::Reductions);
  std::vector<CellId> Joined;
  for (uint32_t I = 0; I < K.Reductions.size(); ++I) {
    const Reduction &R = K.Reductions[I];
    std::vector<CellId> Values;
    if (combineCycles(K, D) > 0 && joinedValues(R, D) > D.Lanes)
      Values.push_back(R.InitialScalar ? Scalars[*R.InitialScalar]
                       : R.Initial     ? B.constant(*R.Initial, R.Type.Bits)
                                       : *Initials[I]);
    for (const std::vector<CellId> &Ids : Results)
      Values.push_back(Ids[I]);
    Joined.push_back(join(I, std::move(Values)));
  }
  return Joined;
}

/// Once the lanes are idle nothing changes: an odd value needs no register.
CellId CoreControl::join(uint32_t I, std::vector<CellId> Values) {
  assert(!Values.empty() && "a result is joined of values");
  const Reduction &R = K.Reductions[I];
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

std::string laneSignal(std::string_view Signal, uint32_t Lane) {
  return std::string(Signal) + "__lane" + std::to_string(Lane);
}

Netlist controlNetlist(const StreamKernel &K, const StreamDesign &D,
                       const LaneNames &Names) {
  assert(Names.Reductions.size() == K.Reductions.size() &&
         "each reduction has a name");
  NetlistBuilder B;
  B.N.Name = Names.Name;
  const bool HasFinish = !K.Finish.empty();
  CoreControl C(B, K, D, Names);
  std::vector<CellId> Busy;
  for (uint32_t I = 0; I < D.Lanes; ++I)
    Busy.push_back(B.input(laneSignal("busy", I), 1));
  C.begin(Busy,
          HasFinish ? std::optional(B.input("busy__finish", 1)) : std::nullopt);
  B.output("load", {C.Load});
  if (HasFinish)
    B.output("load__finish", {C.FinishLoad});
  std::vector<std::vector<CellId>> Results;
  for (uint32_t I = 0; I < D.Lanes; ++I) {
    Results.emplace_back();
    for (uint32_t R = 0; R < K.Reductions.size(); ++R)
      Results.back().push_back(
          B.input(laneSignal("result__" + Names.Reductions[R], I),
                  K.Reductions[R].Type.Bits));
  }
  const std::vector<CellId> Joined = C.joined(Results);
  for (uint32_t R = 0; R < Joined.size(); ++R)
    B.output((HasFinish ? "sum__" : "result_") + Names.Reductions[R],
             {Joined[R]});
  return std::move(B.N);
}

} // namespace roofline
