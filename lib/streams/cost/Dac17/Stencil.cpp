// A stream kernel as one step of an iterative stencil: DAC17's features.
#include "roofline/Dac17/Stencil.h"

#include "roofline/Stream/StreamHalo.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

/// True for what takes a unit: no value from outside, nor one beside.
bool isOperator(DatapathOp Op) {
  return facts(Op).Class != OperatorClass::Source;
}

bool writes(const StreamKernel &K, const std::string &Name) {
  return std::any_of(K.Outputs.begin(), K.Outputs.end(),
                     [&](const OutputStream &O) { return O.Name == Name; });
}

std::optional<std::string> checkStep(const StreamKernel &K,
                                     const std::vector<SwapPair> &Swap) {
  if (!K.Reductions.empty())
    return "it leaves one value for all cells, in '" +
           K.Reductions.front().Name + "'";
  if (K.Outputs.empty())
    return "it writes no field";
  auto Reads = [&](const std::string &Name) {
    return std::any_of(K.Inputs.begin(), K.Inputs.end(),
                       [&](const InputStream &I) { return I.Name == Name; });
  };
  // Two time levels: the older one takes what was the newer one.
  auto IsLevel = [&](const std::string &Name) {
    return Reads(Name) &&
           std::any_of(Swap.begin(), Swap.end(),
                       [&](const SwapPair &S) { return S.Read == Name; });
  };
  for (const SwapPair &S : Swap) {
    if (!Reads(S.Read))
      return "it reads no buffer '" + S.Read + "' to swap";
    if (!writes(K, S.Written) && !IsLevel(S.Written))
      return "it writes no buffer '" + S.Written + "' to swap";
  }
  for (const OutputStream &Out : K.Outputs)
    if (!Reads(Out.Name) &&
        std::none_of(Swap.begin(), Swap.end(),
                     [&](const SwapPair &S) { return S.Written == Out.Name; }))
      return "nothing says what the next step reads of '" + Out.Name +
             "', which this one writes: --swap READ=" + Out.Name;
  return std::nullopt;
}

} // namespace

StencilFeatures Stencil::features() const {
  StencilFeatures S;
  S.Steps = Steps;
  S.ElementBits = 1;
  for (const StencilField &F : Fields)
    S.ElementBits = std::max(S.ElementBits, double(F.ElementBits));
  S.Iterated = 0;
  for (const StencilField &F : Fields)
    (F.Written.empty() ? S.Constant : S.Iterated) +=
        F.ElementBits / S.ElementBits;
  for (uint32_t D = 0; D < NumDimensions; ++D) {
    S.Lengths.push_back(double(Lengths[D]));
    StencilReach &Widest = S.Reaches.emplace_back();
    for (const StencilField &F : Fields) {
      Widest.Low = std::max(Widest.Low, F.Reaches[D].Low);
      Widest.High = std::max(Widest.High, F.Reaches[D].High);
    }
  }
  return S;
}

std::optional<std::string> findStencil(const StreamKernel &K,
                                       const std::vector<SwapPair> &Swap,
                                       uint64_t Steps, Stencil &Found) {
  assert(Steps >= 1 && "a stencil runs at least one step");
  if (auto Why = checkStep(K, Swap))
    return Why;
  Found = {};
  Found.Name = K.Name;
  Found.NumDimensions = K.NumDimensions;
  Found.Lengths = K.Space.Size;
  Found.Steps = Steps;
  const auto Inputs = inputsAround(K);
  for (size_t I = 0; I < K.Inputs.size(); ++I) {
    StencilField F;
    F.Name = K.Inputs[I].Name;
    F.ElementBits = K.Inputs[I].Type.Bits;
    if (writes(K, F.Name))
      F.Written = F.Name;
    for (const SwapPair &S : Swap)
      if (S.Read == F.Name)
        F.Written = S.Written;
    for (int D = 0; D < 3 && Inputs[I]; ++D)
      F.Reaches[D] = {double(std::max<int64_t>(0, -Inputs[I]->Least[D])),
                      double(std::max<int64_t>(0, Inputs[I]->Most[D]))};
    Found.Fields.push_back(std::move(F));
  }
  for (const DatapathNode &N : K.Nodes) {
    if (!isOperator(N.Op))
      continue;
    const auto Known = std::find_if(
        Found.Operators.begin(), Found.Operators.end(),
        [&](const auto &Counted) { return Counted.first == N.Op; });
    if (Known == Found.Operators.end())
      Found.Operators.push_back({N.Op, 1});
    else
      ++Known->second;
  }
  return std::nullopt;
}

} // namespace roofline
