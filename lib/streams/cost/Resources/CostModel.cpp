// Resources of the structures of an emitted core on one FPGA family.
#include "roofline/Resources/CostModel.h"

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
  // A fit may miss by a part of a block; there are whole and half ones alone.
  Need.DspBlocks = std::round(Need.DspBlocks);
  Need.MemoryBlocks = std::round(2 * Need.MemoryBlocks) / 2;
  return Need;
}

std::optional<double> CostCurve::delayAt(uint32_t Size) const noexcept {
  const CostPoint *Below = nullptr;
  for (const CostPoint &P : Points) {
    if (!P.Delay)
      continue;
    if (P.Size >= Size) {
      if (!Below || P.Size == Size)
        return P.Delay;
      const double Part = double(Size - Below->Size) / (P.Size - Below->Size);
      return *Below->Delay + (*P.Delay - *Below->Delay) * Part;
    }
    Below = &P;
  }
  return std::nullopt;
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

/// \p Value of the points on a line (\p Along; the other size is 1) at \p Size.
static std::optional<double> along(const std::vector<ShellCost::Point> &Points,
                                   uint32_t Size,
                                   uint32_t ShellCost::Point::*Along,
                                   uint32_t ShellCost::Point::*Other,
                                   double ShellCost::Point::*Value) noexcept {
  const ShellCost::Point *Low = nullptr, *High = nullptr;
  for (const ShellCost::Point &P : Points) {
    if (P.*Other != 1)
      continue;
    if (P.*Along <= Size && (!Low || P.*Along > Low->*Along))
      Low = &P;
    if (P.*Along >= Size && (!High || P.*Along < High->*Along))
      High = &P;
  }
  if (!Low || !High)
    return std::nullopt;
  if (Low == High)
    return Low->*Value;
  double Part = double(Size - Low->*Along) / (High->*Along - Low->*Along);
  return Low->*Value + (High->*Value - Low->*Value) * Part;
}

std::optional<FabricResources> ShellCost::at(uint32_t Streams,
                                             uint32_t Units) const noexcept {
  bool Known = true;
  auto Of = [&](double Point::*Value) {
    auto S = along(Points, Streams, &Point::Streams, &Point::Units, Value);
    auto U = along(Points, Units, &Point::Units, &Point::Streams, Value);
    auto One = along(Points, 1, &Point::Units, &Point::Streams, Value);
    Known = Known && S && U && One;
    return Known ? *S + *U - *One : 0;
  };
  FabricResources Need;
  Need.Luts = Of(&Point::Luts);
  Need.Registers = Of(&Point::Registers);
  Need.MemoryBlocks = std::ceil(Of(&Point::MemoryBits) / BlockBits);
  return Known ? std::optional(Need) : std::nullopt;
}

uint32_t ShellCost::maxUnits() const noexcept {
  uint32_t Most = 0;
  for (const Point &P : Points)
    Most = std::max(Most, P.Units);
  return Most;
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

FabricResources CostModel::need(std::string_view Structure,
                                std::string_view Form, uint32_t Parameter,
                                uint32_t Size,
                                std::vector<std::string> &Unknowns) const {
  const CostCurve *C = find(Structure, Form, Parameter);
  if (auto Need = C ? C->at(Size) : std::optional<FabricResources>())
    return *Need;
  std::string Text =
      std::string(Structure) + (Form.empty() ? "" : " ") + std::string(Form) +
      " of size " + std::to_string(Size) +
      (Parameter ? " and parameter " + std::to_string(Parameter) : "") +
      ": not in the cost file of " + Target;
  if (std::find(Unknowns.begin(), Unknowns.end(), Text) == Unknowns.end())
    Unknowns.push_back(std::move(Text));
  return {};
}

} // namespace roofline
