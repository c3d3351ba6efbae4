// What the streams of a core carry.
#include "Stimulus.h"

#include <algorithm>
#include <random>

namespace roofline {
namespace {

uint64_t mask(unsigned Bits) { return ~uint64_t(0) >> (64 - Bits); }

/// [element] of the buffer at a position; nothing beside \p Window.
std::optional<uint64_t> elementAt(const Stream &S,
                                  const std::array<int64_t, 3> &At) {
  uint64_t Index = 0;
  for (int D = 2; D >= 0; --D) {
    int64_t Within = At[D] - S.Window.Origin[D];
    if (Within < 0 || Within >= S.Window.Size[D])
      return std::nullopt;
    Index = Index * S.Window.Size[D] + Within;
  }
  return S.FirstElement + Index;
}

bool contains(const Box &B, const std::array<int64_t, 3> &At) {
  for (int D = 0; D < 3; ++D)
    if (At[D] < B.Origin[D] || At[D] >= B.Origin[D] + B.Size[D])
      return false;
  return true;
}

/// Calls \p Beat(position of slot 0) for each beat of a stream of a lane.
template <typename BeatFn>
void forEachBeat(const CorePlan &P, StepRange Beats, const Box &Window,
                 BeatFn Beat) {
  Box Box = beatBox(Window, P.D.Vector);
  for (int64_t I = Beats.First; I < Beats.Last; ++I) {
    std::array<int64_t, 3> At = {I % P.Space.Size[0],
                                 I / P.Space.Size[0] % P.Space.Size[1],
                                 I / P.Space.Size[0] / P.Space.Size[1]};
    if (!contains(Box, At))
      continue;
    At[0] *= P.D.Vector;
    Beat(At);
  }
}

void addHex(std::string &Hex, uint64_t Bits, unsigned Digits) {
  for (unsigned I = Digits; I-- > 0;)
    Hex += "0123456789abcdef"[Bits >> (4 * I) & 15];
}

StreamWords inputWords(const CorePlan &P, const StreamMemory &In, uint32_t I,
                       uint32_t Lane) {
  const InputStream &S = P.K.Inputs[I];
  const std::vector<uint64_t> *Elements = nullptr;
  for (const StreamMemory::Buffer &B : In.Buffers)
    if (B.Name == S.Name)
      Elements = &B.Elements;
  std::minstd_rand Beside(I + 1); // elements that are none
  StreamWords W;
  forEachBeat(P, inputBeats(P.K, P.D, Lane, I), S.Window, [&](auto At) {
    ++W.Beats;
    At[0] += P.D.Vector; // the last position's bits are the highest
    for (uint32_t Slot = P.D.Vector; Slot-- > 0;) {
      --At[0];
      std::optional<uint64_t> Element = elementAt(S, At);
      bool Is = Element && Elements && *Element < Elements->size();
      addHex(W.Hex,
             Is        ? (*Elements)[*Element]
             : Element ? 0
                       : Beside(),
             S.Type.Bits / 4);
    }
    W.Hex += '\n';
  });
  return W;
}

/// The kernel with a buffer of its own for each output and reduction, so that
/// what was written can be told from what was there.
StreamKernel apart(const StreamKernel &K, const StreamMemory &In) {
  StreamKernel Apart = K;
  for (uint32_t I = 0; I < K.Outputs.size(); ++I) {
    Apart.Outputs[I].Name = "output " + std::to_string(I);
    Apart.Outputs[I].FirstElement = 0;
  }
  for (uint32_t I = 0; I < K.Reductions.size(); ++I) {
    Reduction &R = Apart.Reductions[I];
    for (const StreamMemory::Buffer &B : In.Buffers)
      if (!R.Initial && B.Name == R.Name && R.Element < B.Elements.size())
        R.Initial = B.Elements[R.Element];
    R.Initial = R.Initial.value_or(0);
    R.Name = "reduction " + std::to_string(I);
    R.Element = 0;
  }
  return Apart;
}

StreamMemory runWith(const StreamKernel &Apart, const StreamMemory &In,
                     uint64_t Fill) {
  StreamMemory Memory = In;
  for (const OutputStream &S : Apart.Outputs)
    Memory.Buffers.push_back(
        {S.Name,
         std::vector<uint64_t>(S.Window.volume(), Fill & mask(S.Type.Bits))});
  for (const Reduction &R : Apart.Reductions)
    Memory.Buffers.push_back({R.Name, {0}});
  evaluate(Apart, Memory);
  return Memory;
}

StreamWords outputWords(const CorePlan &P, const OutputStream &S,
                        StepRange Beats, const Box &Box,
                        const std::vector<uint64_t> &Low,
                        const std::vector<uint64_t> &High) {
  StreamWords W;
  unsigned Bytes = S.Type.Bits / 8, StrobeDigits = (P.D.Vector * Bytes + 3) / 4;
  forEachBeat(P, Beats, Box, [&](auto At) {
    ++W.Beats;
    // A strobe for each byte, in binary, the highest first.
    std::string Strobes, Data;
    At[0] += P.D.Vector;
    for (uint32_t Slot = P.D.Vector; Slot-- > 0;) {
      --At[0];
      std::optional<uint64_t> Element = elementAt(S, At);
      // Written where both runs agree, whatever was there before.
      bool On = Element && Low[*Element] == High[*Element];
      Strobes.append(Bytes, On ? '1' : '0');
      addHex(Data, On ? Low[*Element] : 0, S.Type.Bits / 4);
    }
    Strobes.insert(0, 4 * StrobeDigits - Strobes.size(), '0');
    // tdata is a whole number of bytes, so the digits of tstrb come before it.
    for (unsigned I = 0; I < StrobeDigits; ++I)
      addHex(W.Hex, std::stoul(Strobes.substr(4 * I, 4), nullptr, 2), 1);
    W.Hex += Data + '\n';
  });
  return W;
}

} // namespace

Stimulus stimulusOf(const CorePlan &P, const StreamMemory &In) {
  Stimulus S;
  for (uint32_t I = 0; I < P.K.Scalars.size(); ++I)
    S.Scalars.push_back(I < In.Scalars.size() ? In.Scalars[I] : 0);
  S.Inputs.resize(P.K.Inputs.size());
  for (uint32_t I = 0; I < P.K.Inputs.size(); ++I)
    for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane)
      S.Inputs[I].push_back(inputWords(P, In, I, Lane));
  StreamKernel Apart = apart(P.K, In);
  StreamMemory Low = runWith(Apart, In, 0), High = runWith(Apart, In, ~0ull);
  S.Outputs.resize(P.K.Outputs.size());
  for (uint32_t I = 0; I < P.K.Outputs.size(); ++I) {
    const OutputStream &Out = Apart.Outputs[I];
    for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane)
      S.Outputs[I].push_back(outputWords(
          P, Out, outputBeats(P.K, P.D, Lane, I), written(P.K, P.K.Outputs[I]),
          Low.find(Out.Name)->Elements, High.find(Out.Name)->Elements));
  }
  for (const Reduction &R : Apart.Reductions) {
    S.Initial.push_back(*R.Initial);
    S.Results.push_back(Low.find(R.Name)->Elements[0]);
  }
  return S;
}

StreamMemory randomMemory(const StreamKernel &K, uint64_t Seed) {
  std::mt19937_64 Random(Seed);
  StreamMemory M;
  auto Any = [&](const ValueType &T) {
    uint64_t Bits = Random() & mask(T.Bits);
    if (T.Scalar != ScalarKind::Float)
      return Bits;
    // An exponent from -8 to 7, the fraction and the sign as they come.
    unsigned Fraction = T.Bits == 64 ? 52 : 23;
    uint64_t Bias = T.Bits == 64 ? 1023 : 127;
    uint64_t Exponent = Bias - 8 + (Random() & 15);
    uint64_t Sign = Bits & uint64_t(1) << (T.Bits - 1);
    return Sign | Exponent << Fraction | (Bits & mask(Fraction));
  };
  auto Grow = [&](const std::string &Name, uint64_t Elements,
                  const ValueType &T) {
    if (!M.find(Name))
      M.Buffers.push_back({Name, {}});
    std::vector<uint64_t> &Of = M.find(Name)->Elements;
    while (Of.size() < Elements)
      Of.push_back(Any(T));
  };
  for (const InputStream &S : K.Inputs)
    Grow(S.Name, S.FirstElement + S.Window.volume(), S.Type);
  for (const OutputStream &S : K.Outputs)
    Grow(S.Name, S.FirstElement + S.Window.volume(), S.Type);
  for (const Reduction &R : K.Reductions)
    Grow(R.Name, R.Element + 1, R.Type);
  for (const ScalarArgument &S : K.Scalars)
    M.Scalars.push_back(S.Bits ? *S.Bits : Any(S.Type));
  return M;
}

} // namespace roofline
