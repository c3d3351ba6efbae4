// Fits numbers of many reads by a sum over the launch's dimensions and loops.
#include "CellFit.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace roofline {
namespace {

/// More runs than that are no border; as in Recognition.
constexpr size_t MaxRuns = 64;

using ByPoint = std::vector<std::optional<int64_t>>;

/// The values \p Values points as runs over all positions; points without a
/// value go along with those before them. Nothing where there are too many.
std::optional<std::vector<AxisRun>> runsOf(const CellAxis &A,
                                           const ByPoint &Values) {
  std::vector<AxisRun> Runs;
  std::optional<int64_t> Value;
  for (size_t P = 0; P < Values.size() && !Value; ++P)
    Value = Values[P];
  auto Add = [&](int64_t First, int64_t Last) {
    if (!Runs.empty() && Runs.back().Value == *Value)
      Runs.back().Last = Last;
    else
      Runs.push_back({First, Last, *Value});
    return Runs.size() <= MaxRuns;
  };
  for (size_t S = 0; S < A.Segments.size(); ++S) {
    const auto [First, Last] = A.Segments[S];
    ArrayRef Points(&Values[S * size_t(A.Size)], size_t(A.Size));
    // One value in all groups of the segment, or group after group.
    const auto *Known = find_if(Points, [](const auto &P) { return bool(P); });
    const std::optional<int64_t> Only = Known == Points.end() ? Value : *Known;
    const bool IsUniform =
        all_of(Points, [&](const auto &P) { return !P || P == Only; });
    if (IsUniform && Only) {
      Value = Only;
      if (!Add(First * A.Size, (Last + 1) * A.Size - 1))
        return std::nullopt;
      continue;
    }
    if ((Last - First + 1) > int64_t(MaxRuns))
      return std::nullopt;
    for (int64_t Group = First; Group <= Last; ++Group)
      for (int64_t P = 0; P < A.Size; ++P) {
        Value = Points[size_t(P)] ? Points[size_t(P)] : Value;
        if (!Add(Group * A.Size + P, Group * A.Size + P))
          return std::nullopt;
      }
  }
  return Runs;
}

/// Finds the terms of fitSum(). Numbers are those modulo 2^64, as the kernel
/// computes them.
class SumFitting {
public:
  SumFitting(ArrayRef<CellAxis> Axes, const CellInstances &Instances,
             function_ref<const GroupForm &(uint32_t)> FormOf)
      : Axes(Axes), Instances(Instances), FormOf(FormOf),
        Slopes(Axes.size(), 0) {
    for (const CellAxis &A : Axes)
      Rests.emplace_back(A.points());
  }

  std::optional<SumFit> run() {
    for (size_t A = 0; A < Axes.size(); ++A)
      if (!findSlope(A))
        return std::nullopt;
    if (!findRests())
      return std::nullopt;
    SumFit Fit;
    Fit.Constant = Constant;
    for (size_t A = 0; A < Axes.size(); ++A) {
      std::optional<std::vector<AxisRun>> Runs = runsOf(Axes[A], Rests[A]);
      if (!Runs)
        return std::nullopt;
      Fit.Constant = add(Fit.Constant, takeCommon(*Runs));
      Fit.Axes.push_back({Slopes[A], std::move(*Runs)});
    }
    return Fit;
  }

private:
  static int64_t add(int64_t L, int64_t R, int64_t Factor = 1) {
    return int64_t(uint64_t(L) + uint64_t(R) * uint64_t(Factor));
  }

  /// The number at the first group of the instance's segments.
  int64_t numberAt(const CellInstance &I) const {
    const GroupForm &F = FormOf(I.Node);
    int64_t Number = F.Constant;
    for (const auto &[A, P] : zip_equal(Axes, I.Points))
      if (A.D)
        Number = add(Number, F.Slope[*A.D], A.segment(P).first);
    return Number;
  }

  int64_t restOf(const CellInstance &I) const {
    int64_t Rest = numberAt(I);
    for (const auto &[A, P, Slope] : zip_equal(Axes, I.Points, Slopes))
      Rest = add(Rest, Slope, -(A.segment(P).first * A.Size + A.inGroup(P)));
    return Rest;
  }

  /// The most frequent value of the runs, which the others are beside.
  static int64_t takeCommon(std::vector<AxisRun> &Runs) {
    std::map<int64_t, int64_t> Counts;
    for (const AxisRun &R : Runs)
      Counts[R.Value] += R.Last - R.First + 1;
    const int64_t Common = std::max_element(Counts.begin(), Counts.end(),
                                            [](const auto &L, const auto &R) {
                                              return L.second < R.second;
                                            })
                               ->first;
    erase_if(Runs, [&](const AxisRun &R) { return R.Value == Common; });
    for (AxisRun &R : Runs)
      R.Value = add(R.Value, Common, -1);
    return Common;
  }

  /// By how much the number grows from group to group, or from neighbour to
  /// neighbour most often.
  bool findSlope(size_t A) {
    const CellAxis &Axis = Axes[A];
    std::optional<int64_t> OfGroups;
    for (const CellInstance *I : Instances) {
      if (!Axis.D || Axis.isOneGroup(I->Points[A]))
        continue;
      const int64_t Slope = FormOf(I->Node).Slope[*Axis.D];
      if (Slope % Axis.Size || OfGroups.value_or(Slope) != Slope)
        return false;
      OfGroups = Slope;
    }
    if (OfGroups)
      Slopes[A] = *OfGroups / Axis.Size;
    else if (Axis.points() > 1)
      Slopes[A] = commonStep(A);
    return true;
  }

  int64_t commonStep(size_t A) {
    if (ByPoints.empty())
      for (const CellInstance *I : Instances)
        ByPoints[key(*I)] = I;
    uint64_t Radix = 1;
    for (size_t Before = 0; Before < A; ++Before)
      Radix *= Axes[Before].points();
    std::map<int64_t, int64_t> Counts;
    for (const CellInstance *I : Instances)
      if (I->Points[A] + 1 < Axes[A].points())
        if (auto Next = ByPoints.find(key(*I) + Radix); Next != ByPoints.end())
          ++Counts[add(numberAt(*Next->second), numberAt(*I), -1)];
    if (Counts.empty())
      return 0;
    return std::max_element(
               Counts.begin(), Counts.end(),
               [](const auto &L, const auto &R) { return L.second < R.second; })
        ->first;
  }

  uint64_t key(const CellInstance &I) const {
    uint64_t Key = 0, Radix = 1;
    for (const auto &[A, P] : zip_equal(Axes, I.Points)) {
      Key += P * Radix;
      Radix *= A.points();
    }
    return Key;
  }

  /// Each instance is an equation: its rest is a sum of one of each axis.
  bool findRests() {
    std::vector<const CellInstance *> Open(Instances.begin(), Instances.end());
    Constant = restOf(*Open.front());
    for (size_t A = 0; A < Axes.size(); ++A)
      Rests[A][Open.front()->Points[A]] = 0;
    while (!Open.empty()) {
      bool Holds = true;
      const size_t Before = Open.size();
      erase_if(Open, [&](const CellInstance *I) {
        std::optional<size_t> Unknown;
        int64_t Rest = add(restOf(*I), Constant, -1);
        for (size_t A = 0; A < Axes.size(); ++A) {
          const std::optional<int64_t> &Known = Rests[A][I->Points[A]];
          if (!Known && Unknown)
            return false;
          if (Known)
            Rest = add(Rest, *Known, -1);
          else
            Unknown = A;
        }
        if (Unknown)
          Rests[*Unknown][I->Points[*Unknown]] = Rest;
        else
          Holds &= Rest == 0;
        return true;
      });
      if (!Holds)
        return false;
      if (Open.size() == Before) // apart from all others: any will do
        for (size_t A = 0; A < Axes.size(); ++A)
          if (auto &Free = Rests[A][Open.front()->Points[A]]; !Free) {
            Free = 0;
            break;
          }
    }
    return true;
  }

  ArrayRef<CellAxis> Axes;
  const CellInstances &Instances;
  function_ref<const GroupForm &(uint32_t)> FormOf;
  SmallVector<int64_t, 5> Slopes;
  SmallVector<ByPoint, 5> Rests;
  int64_t Constant = 0;
  DenseMap<uint64_t, const CellInstance *> ByPoints;
};

} // namespace

std::optional<SumFit> fitSum(ArrayRef<CellAxis> Axes,
                             const CellInstances &Instances,
                             function_ref<const GroupForm &(uint32_t)> FormOf) {
  return SumFitting(Axes, Instances, FormOf).run();
}

std::optional<SmallVector<std::vector<AxisRun>, 5>>
boxAround(ArrayRef<CellAxis> Axes, const CellInstances &Instances,
          const CellInstances &Others) {
  SmallVector<ByPoint, 5> Within;
  for (const CellAxis &A : Axes)
    Within.emplace_back(A.points());
  for (const CellInstance *I : Instances)
    for (size_t A = 0; A < Axes.size(); ++A)
      Within[A][I->Points[A]] = 1;
  for (const CellInstance *I : Others) {
    bool IsApart = false;
    for (size_t A = 0; A < Axes.size(); ++A) {
      std::optional<int64_t> &Here = Within[A][I->Points[A]];
      if (!Here)
        Here = 0;
      IsApart |= *Here == 0;
    }
    if (!IsApart)
      return std::nullopt;
  }
  SmallVector<std::vector<AxisRun>, 5> Box;
  for (size_t A = 0; A < Axes.size(); ++A) {
    std::optional<std::vector<AxisRun>> Runs = runsOf(Axes[A], Within[A]);
    if (!Runs)
      return std::nullopt;
    const bool Matters =
        any_of(*Runs, [](const AxisRun &R) { return R.Value == 0; });
    erase_if(*Runs, [&](const AxisRun &R) { return !Matters || R.Value == 0; });
    Box.push_back(std::move(*Runs));
  }
  return Box;
}

} // namespace roofline
