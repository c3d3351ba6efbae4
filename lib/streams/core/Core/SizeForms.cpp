// Finds how the numbers of a lane follow from the sizes of a launch.
#include "roofline/Core/SizeForms.h"

#include "roofline/Core/StreamGaps.h"
#include "roofline/Core/StreamSchedule.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace roofline {

std::optional<Polynomial> sizeForm(const StreamKernel &K,
                                   const std::vector<int64_t> &Numbers) {
  assert(!Numbers.empty() && Numbers.size() == K.Sizes.size() &&
         "a number has a value for each of the sizes");
  std::vector<std::vector<int64_t>> Points;
  for (const KernelSizes &Sizes : K.Sizes)
    Points.push_back(Sizes.Values);
  std::vector<int64_t> Of = Numbers;
  // A grid stands behind the kernel's own sizes.
  std::rotate(Points.begin(), Points.begin() + 1, Points.end());
  std::rotate(Of.begin(), Of.begin() + 1, Of.end());
  std::optional<Polynomial> Form = fitPolynomial(Points, Of);
  for (size_t I = 0; Form && I < Form->Terms.size(); ++I) {
    const std::vector<uint32_t> &Powers = Form->Terms[I].Powers;
    if (std::accumulate(Powers.begin(), Powers.end(), int64_t(0)) > SizeCycles)
      return std::nullopt;
  }
  return Form;
}

int64_t mostNumber(const StreamKernel &K, const std::vector<int64_t> &Numbers) {
  assert(!Numbers.empty() && Numbers.size() == K.Sizes.size() &&
         "a number has a value for each of the sizes");
  const int64_t Most = *std::max_element(Numbers.begin(), Numbers.end());
  const auto Form = sizeForm(K, Numbers); // whyNotSized() tells if it lacks
  return Form ? std::max(Most, Form->mostUpTo(K.Sizes[0].Values)) : Most;
}

std::array<int64_t, 3> firstCoordinates(const Box &Space, int64_t Begin,
                                        int64_t Shift) noexcept {
  assert(Space.volume() > 0 && "a counter runs through a space with positions");
  const int64_t Count = Space.volume();
  const int64_t Beat = (((Begin + Shift) % Count) + Count) % Count;
  return {Beat % Space.Size[0], Beat / Space.Size[0] % Space.Size[1],
          Beat / Space.Size[0] / Space.Size[1]};
}

std::vector<StreamKernel> kernelsOfSizes(const StreamKernel &K) {
  std::vector<StreamKernel> All;
  for (const KernelSizes &Sizes : K.Sizes)
    All.push_back(withSizes(K, Sizes));
  return All;
}

std::string sizesText(const StreamKernel &K,
                      const std::vector<int64_t> &Values) {
  assert(Values.size() == K.SizeScalars.size() &&
         "each scalar that gives a size has a value");
  std::string Text;
  for (size_t V = 0; V < Values.size(); ++V)
    Text += (V ? ", " : "") + K.Scalars[K.SizeScalars[V]].Name + " = " +
            std::to_string(Values[V]);
  return Text;
}

namespace {

/// Numbers of a part: Form, that has to be the same for all sizes, and Numbers,
/// which may follow from them.
struct PartNumbers {
  std::vector<int64_t> Form, Numbers;

  void follow(int64_t Number, bool IsSpecial) {
    Form.push_back(IsSpecial);
    Numbers.push_back(Number);
  }
};

struct LaneNumbers : PartNumbers {
  LaneNumbers(const LaneLayout &L, const Box &Space) {
    for (const std::vector<int64_t> &Event : L.Events)
      for (int64_t At : Event)
        follow(At, At < 0);
    for (int64_t Size : Space.Size)
      follow(Size, Size == 1);
    for (const CoordinateCounter &C : L.Counters) {
      Form.push_back(C.Dimensions);
      for (int64_t At : firstCoordinates(Space, L.Walks[0].Begin, C.Shift))
        follow(At, false);
    }
    for (const RangeFlag &R : L.Ranges)
      Form.insert(Form.end(), {R.Set, R.Clear});
    for (const BoxFlag &B : L.Boxes)
      addBox(L, B, Space);
    for (const auto *Gates :
         {&L.Inputs, &L.Outputs, &L.Reductions, &L.Recurrences})
      for (const Gate &G : *Gates)
        addGate(G);
    for (const auto &F : L.Folds)
      if (F) {
        Form.insert(Form.end(), {F->First, F->Fresh, F->Runs});
        Form.insert(Form.end(), F->Halvings.begin(), F->Halvings.end());
      }
    for (const auto &Counter : L.PositionCounters)
      add(Counter);
    for (const RingBuffer &R : L.Rings)
      follow(R.Length, R.Length < 3);
    for (const DelayLine &Line : L.Lines)
      Form.insert(Form.end(), {int64_t(Line.Source), Line.Index, Line.Slot,
                               Line.AtOnce, int64_t(Line.Points.size())});
  }

private:
  void add(const std::optional<uint32_t> &Index) {
    Form.push_back(Index ? int64_t(*Index) : -1);
  }
  void addBox(const LaneLayout &L, const BoxFlag &B, const Box &Space) {
    Form.push_back(B.Counter);
    Form.push_back(B.Beats.volume() == 0);
    Form.push_back(B.Beats.contains(firstCoordinates(
        Space, L.Walks[0].Begin, L.Counters[B.Counter].Shift - 1)));
    for (size_t D = 0; D < 3; ++D) {
      const int64_t End = B.Beats.Origin[D] + B.Beats.Size[D];
      follow(B.Beats.Origin[D], B.Beats.Origin[D] > 0);
      follow(End, End < Space.Size[D]);
    }
  }
  void addGate(const Gate &G) {
    Form.push_back(G.Range);
    add(G.Box);
    Form.push_back(int64_t(G.Slots.size()));
    for (const auto &Slot : G.Slots)
      add(Slot);
  }
};

/// Transfers of a lane's masters.
struct TransferNumbers : PartNumbers {
  TransferNumbers(const StreamKernel &K, const StreamDesign &D) {
    for (uint32_t I = 0; I < K.Inputs.size(); ++I)
      add(inputTransfer(K, D, 0, I));
    for (uint32_t I = 0; I < K.Outputs.size(); ++I) {
      add(outputTransfer(K, D, 0, I));
      add(outputGaps(K, D, 0, I));
    }
  }

private:
  void add(const Transfer &T) {
    follow(T.First, false);
    follow(T.row(), T.row() == 0);
    Form.push_back(T.Rows.has_value());
    if (!T.Rows)
      return;
    follow(T.numRows(), false);
    follow(T.Rows->Rows, false);
    follow(T.Rows->Pitch, false);
    follow(T.Rows->Plane, T.Rows->Plane == 0);
  }
  void add(const std::optional<StreamGaps> &G) {
    Form.push_back(G.has_value());
    if (G)
      for (int64_t Number :
           {G->Row, G->Gap, G->Rows, G->Gap + G->Plane, G->Column, G->FirstRow})
        follow(Number, false);
  }
};

/// Why \p All, by StreamKernel::Sizes, are not those of one part.
template <typename PartT>
std::optional<std::string> whyNotOne(const StreamKernel &K,
                                     const std::vector<PartT> &All) {
  for (size_t I = 0; I < All.size(); ++I)
    if (All[I].Form != All[0].Form)
      return "the core for " + sizesText(K, K.Sizes[I].Values) +
             " has other parts than that for " +
             sizesText(K, K.Sizes[0].Values);
  for (size_t N = 0; N < All[0].Numbers.size(); ++N) {
    std::vector<int64_t> Numbers;
    for (const PartT &Of : All)
      Numbers.push_back(Of.Numbers[N]);
    if (!sizeForm(K, Numbers))
      return "a number of the core does not follow from the launch values as "
             "their sums and products";
  }
  return std::nullopt;
}

} // namespace

static std::vector<int64_t> numbersOf(const KernelSizes &Sizes) {
  std::vector<int64_t> Numbers;
  auto Add = [&](const Box &B) {
    Numbers.insert(Numbers.end(), B.Origin.begin(), B.Origin.end());
    Numbers.insert(Numbers.end(), B.Size.begin(), B.Size.end());
  };
  Add(Sizes.Space);
  Add(Sizes.Active);
  for (const auto *Places : {&Sizes.Inputs, &Sizes.Outputs, &Sizes.Temporaries})
    for (const StreamPlace &Place : *Places)
      Add(Place.Window);
  return Numbers;
}

bool followsSizes(const StreamKernel &K, const KernelSizes &Sizes) {
  assert(Sizes.Inputs.size() == K.Inputs.size() &&
         Sizes.Outputs.size() == K.Outputs.size() &&
         "the sizes are those of this kernel's streams");
  std::vector<std::vector<int64_t>> BySize;
  for (const KernelSizes &Each : K.Sizes)
    BySize.push_back(numbersOf(Each));
  const std::vector<int64_t> Own = numbersOf(Sizes);
  for (size_t N = 0; N < Own.size(); ++N) {
    std::vector<int64_t> Numbers;
    for (const std::vector<int64_t> &Each : BySize)
      Numbers.push_back(Each[N]);
    const auto Form = sizeForm(K, Numbers);
    if (!Form || Form->at(Sizes.Values) != Own[N])
      return false;
  }
  return true;
}

std::optional<std::string> whyNotSized(const StreamKernel &K,
                                       const StreamDesign &D) {
  assert(D.Vector >= 1 && "a beat has at least one position");
  if (K.Sizes.empty())
    return std::nullopt;
  if (D.Lanes > 1)
    return "lanes have parts of constant sizes: launch values at run time "
           "(--max) need one lane";
  for (const KernelSizes &Sizes : K.Sizes)
    if (Sizes.Space.Size[0] % D.Vector)
      return "vectors of " + std::to_string(D.Vector) +
             " positions do not divide rows of " +
             std::to_string(Sizes.Space.Size[0]) + ", for " +
             sizesText(K, Sizes.Values);
  for (size_t Dim = 0; Dim < 3; ++Dim) {
    std::vector<int64_t> Lengths;
    for (const KernelSizes &Sizes : K.Sizes)
      Lengths.push_back(Sizes.Space.Size[Dim]);
    if (mostNumber(K, Lengths) > K.Space.Size[Dim])
      return "there may be more positions along dimension " +
             std::to_string(Dim) +
             " for smaller launch values: --max needs "
             "sizes that grow with them";
  }
  const DatapathSchedule S = scheduleDatapath(K, D.Form, D.Vector);
  const LaneLayout L = layOutLane(K, S, D);
  std::vector<LaneNumbers> All;
  for (size_t I = 0; I < K.Sizes.size(); ++I)
    All.emplace_back(L.Sizes[I], beatBox(K.Sizes[I].Space, D.Vector));
  return whyNotOne(K, All);
}

std::optional<std::string> whyNotSizedMasters(const StreamKernel &K,
                                              const StreamDesign &D,
                                              const MemoryMasters &M) {
  assert(M.DataBits > 0 && "masters have a bus: see chooseBus()");
  if (K.Sizes.empty())
    return std::nullopt;
  std::vector<TransferNumbers> All;
  for (const StreamKernel &Kernel : kernelsOfSizes(K)) {
    if (auto Why = whyNotMasters(Kernel, D, M))
      return "for " + sizesText(K, K.Sizes[All.size()].Values) + ": " + *Why;
    All.emplace_back(Kernel, D);
  }
  return whyNotOne(K, All);
}

std::optional<std::string> whyNotSizes(const StreamKernel &K,
                                       const StreamDesign &D,
                                       const std::optional<MemoryMasters> &M,
                                       const KernelSizes &Sizes) {
  StreamKernel More = K;
  More.Sizes.push_back(Sizes);
  std::optional<std::string> Why = whyNotSized(More, D);
  return Why || !M ? Why : whyNotSizedMasters(More, D, chooseBus(*M, K, D));
}

} // namespace roofline
