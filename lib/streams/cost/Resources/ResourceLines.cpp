// Resources of a core by the lines of its source.
#include "roofline/Resources/ResourceLines.h"

#include "roofline/Resources/CoveredLanes.h"
#include "roofline/Resources/ResourceModel.h"
#include "roofline/Resources/RingCost.h"
#include "roofline/Resources/UnitCost.h"

#include <map>
#include <tuple>
#include <utility>

namespace roofline {
namespace {

class LineSplit {
public:
  LineSplit(const CostModel &Costs, const StreamKernel &K,
            const StreamDesign &D)
      : Costs(Costs), K(K), D(D) {}

  ResourcesByLine run() {
    CoveredLanes Lanes;
    CorePrediction Whole = predict(Costs, K, D, Lanes);
    const auto Core = Lanes.of(Costs, K, D);
    N = &Core->Words;
    M = &Core->Cells;
    addLuts();
    addRegisters();
    for (const CarryChain &C : M->Bits.Chains)
      at(C.Cell).Luts += chainLuts(familyCells(Costs).Style, C);
    const SharedParts Shared(Costs, *N, M->Bits.Boxes);
    for (size_t I = 0; I < M->Bits.Boxes.size(); ++I) {
      const BitBox &Box = M->Bits.Boxes[I];
      if (N->Cells[Box.Cell].Kind == CellKind::Ring)
        continue;
      if (const auto Price = unitPrice(Costs, *N, Box))
        at(Box.Cell) += *Price - Shared.of(I);
    }
    std::vector<LineResources> Lines;
    FabricResources Rest = Whole.total();
    for (const auto &[Place, Need] : ByPlace) {
      const auto &[IsNoLine, File, Line, Name] = Place;
      Lines.push_back(
          {IsNoLine ? Name : File + ":" + std::to_string(Line), Need});
      Rest = Rest - Need;
    }
    Lines.push_back(
        {"line buffers, and what cells of several lines share", Rest});
    return {std::move(Lines), std::move(Whole.Unknowns)};
  }

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  const Netlist *N = nullptr;
  const MappedNetlist *M = nullptr;
  /// By file and line; then what has none, by its name.
  std::map<std::tuple<bool, std::string, unsigned, std::string>,
           FabricResources>
      ByPlace;

  FabricResources &at(CellId Id) {
    const Cell &C = N->Cells[Id];
    if (C.Loc)
      return ByPlace[{false, C.Loc.File, C.Loc.Line, ""}];
    const bool IsControl =
        N->Sections[C.Section].Purpose == CellPurpose::Control;
    return ByPlace[{true, "", 0,
                    IsControl ? "control" : "windows and positions"}];
  }

  /// Each table counts for the first that reads it, at best no control.
  void addLuts() {
    const LutMapping &L = M->Logic;
    std::vector<CellId> Owner(L.Luts.size(), NoCell);
    std::vector<uint32_t> OutputOf(2 * M->Bits.Gates.nodes().size(), NoCell);
    for (uint32_t I = 0; I < M->Bits.Gates.outputs().size(); ++I)
      OutputOf[M->Bits.Gates.outputs()[I].Code] = I;
    auto Own = [&](uint32_t Signal, CellId Id) {
      if (Signal < L.signalOf(0))
        return;
      CellId &By = Owner[Signal - L.signalOf(0)];
      if (By == NoCell || (!N->Cells[By].Loc && N->Cells[Id].Loc))
        By = Id;
    };
    auto Reads = [&](Literal Bit, CellId Id) {
      if (const uint32_t Out = OutputOf[Bit.Code]; Out != NoCell)
        Own(L.Outputs[Out].node(), Id);
    };
    for (const FlipFlop &F : M->Bits.FlipFlops)
      for (Literal Bit : {F.Data, F.Reset})
        Reads(Bit, F.Cell);
    for (const CarryChain &C : M->Bits.Chains)
      for (const CarryBit &Bit : C.Bits) {
        Reads(Bit.Propagate, C.Cell);
        Reads(Bit.Generate, C.Cell);
      }
    for (const BitBox &Box : M->Bits.Boxes)
      for (const BitWord &W : Box.Operands)
        for (Literal Bit : W)
          Reads(Bit, Box.Cell);
    for (size_t I = L.Luts.size(); I-- > 0;)
      if (Owner[I] != NoCell)
        for (uint32_t Leaf : L.Luts[I].leaves())
          Own(Leaf, Owner[I]);
    const LutTarget Target = familyCells(Costs).Luts;
    for (size_t I = 0; I < L.Luts.size(); ++I)
      (Owner[I] == NoCell ? ByPlace[{true, "", 0, "control"}] : at(Owner[I]))
          .Luts += lutsOf(L.Luts[I], Target);
  }

  void addRegisters() {
    std::vector<std::string> Unknowns; // predict() names them
    for (size_t I = 0; I < M->Bits.FlipFlops.size(); ++I) {
      FabricResources &Here = at(M->Bits.FlipFlops[I].Cell);
      if (!M->Shifts[I])
        ++Here.Registers;
      if (M->ShiftEnds[I])
        Here += delayCost(Costs, M->ShiftEnds[I], Unknowns);
    }
  }

  static constexpr uint32_t NoCell = ~0u;
};

} // namespace

ResourcesByLine resourcesByLine(const CostModel &Costs, const StreamKernel &K,
                                const StreamDesign &D) {
  return LineSplit(Costs, K, D).run();
}

} // namespace roofline
