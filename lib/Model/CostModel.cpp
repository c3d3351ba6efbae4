// What the structures of an emitted core need on one FPGA family.
#include "roofline/Model/CostModel.h"

#include <algorithm>
#include <cmath>

namespace roofline {

std::optional<FabricResources> CostCurve::at(uint32_t Size) const noexcept {
  auto Point = std::lower_bound(
      Points.begin(), Points.end(), Size,
      [](const CostPoint &P, uint32_t Size) { return P.Size < Size; });
  if (Point == Points.end() || Size < Points.front().Size)
    return std::nullopt;
  if (Point->Size == Size)
    return Point->Need;
  FabricResources Need;
  for (size_t I = 0; I < CostMembers.size(); ++I)
    Need.*CostMembers[I] = std::max(0.0, valueAt(Fits[I], Size));
  return Need;
}

std::vector<FitPoint> fitPoints(const CostCurve &Curve,
                                double FabricResources::*Member) {
  std::vector<FitPoint> Points;
  for (const CostPoint &P : Curve.Points)
    Points.push_back({double(P.Size), P.Need.*Member});
  return Points;
}

void fitCurve(CostCurve &Curve) {
  for (size_t I = 0; I < CostMembers.size(); ++I)
    Curve.Fits[I] = fitPiecewise(fitPoints(Curve, CostMembers[I]));
}

FabricResources ShellCost::at(uint32_t Streams, uint32_t Units) const noexcept {
  FabricResources Need;
  Need.Luts = Luts.at(Streams, Units);
  Need.Registers = Registers.at(Streams, Units);
  Need.MemoryBlocks = std::ceil(MemoryBits.at(Streams, Units) / BlockBits);
  return Need;
}

ShellCost::Plane fitPlane(const std::vector<ShellCost::Point> &Points,
                          double ShellCost::Point::*Member) {
  // Deviations from the means leave two equations for the two slopes.
  double N = double(Points.size()), S = 0, U = 0, V = 0;
  for (const ShellCost::Point &P : Points) {
    S += P.Streams / N;
    U += P.Units / N;
    V += P.*Member / N;
  }
  double SS = 0, SU = 0, UU = 0, SV = 0, UV = 0;
  for (const ShellCost::Point &P : Points) {
    double DS = P.Streams - S, DU = P.Units - U, DV = P.*Member - V;
    SS += DS * DS;
    SU += DS * DU;
    UU += DU * DU;
    SV += DS * DV;
    UV += DU * DV;
  }
  double Determinant = SS * UU - SU * SU;
  ShellCost::Plane Fit;
  Fit.PerStream = (SV * UU - UV * SU) / Determinant;
  Fit.PerUnit = (UV * SS - SV * SU) / Determinant;
  Fit.Base = V - Fit.PerStream * S - Fit.PerUnit * U;
  return Fit;
}

double largestResidual(const std::vector<ShellCost::Point> &Points,
                       double ShellCost::Point::*Member,
                       const ShellCost::Plane &Fit) noexcept {
  double Largest = 0;
  for (const ShellCost::Point &P : Points)
    Largest = std::max(
        Largest, std::fabs(Fit.at(P.Streams, P.Units) - P.*Member) / P.*Member);
  return Largest;
}

const CostCurve *CostModel::find(std::string_view Structure,
                                 std::string_view Form,
                                 uint32_t Parameter) const noexcept {
  for (const CostCurve &C : Curves)
    if (C.Structure == Structure && C.Form == Form && C.Parameter == Parameter)
      return &C;
  return nullptr;
}

} // namespace roofline
