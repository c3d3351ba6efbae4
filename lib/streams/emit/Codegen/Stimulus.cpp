// Contents of the streams of a core.
#include "Stimulus.h"

#include <algorithm>
#include <random>

namespace roofline {
namespace {

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
  forEachBeat(P.K, P.D.Vector, inputBeats(P.K, P.D, Lane, I), S.Window,
              [&](auto Position) {
                ++W.Beats;
                Position[0] +=
                    P.D.Vector; // the last position's bits are the highest
                for (uint32_t Slot = P.D.Vector; Slot-- > 0;) {
                  --Position[0];
                  std::optional<uint64_t> Record = elementAt(S, Position);
                  for (uint32_t Field = S.Fields; Field-- > 0;) {
                    uint64_t Element = Record.value_or(0) - S.field() + Field;
                    bool Is = Record && Elements && Element < Elements->size();
                    addHex(W.Hex,
                           Is       ? (*Elements)[Element]
                           : Record ? 0
                                    : Beside(),
                           S.Type.Bits / 4);
                  }
                }
                W.Hex += '\n';
              });
  return W;
}

std::string resultName(uint32_t I) { return "result " + std::to_string(I); }

/// The kernel with a buffer of its own for each output and result, so that
/// what was written can be told from what was there.
StreamKernel apart(const StreamKernel &K, const StreamMemory &In) {
  StreamKernel Apart = K;
  for (uint32_t I = 0; I < K.Outputs.size(); ++I) {
    Apart.Outputs[I].Name = "output " + std::to_string(I);
    Apart.Outputs[I].FirstElement = 0;
    Apart.Outputs[I].Fields = 1;
    Apart.Outputs[I].Pitch.reset();
  }
  for (uint32_t I = 0; I < K.Reductions.size(); ++I) {
    Reduction &R = Apart.Reductions[I];
    if (R.InitialScalar && *R.InitialScalar < In.Scalars.size())
      R.Initial = In.Scalars[*R.InitialScalar];
    R.InitialScalar.reset();
    for (const StreamMemory::Buffer &B : In.Buffers)
      if (!R.Initial && B.Name == R.Name && R.Element < B.Elements.size())
        R.Initial = B.Elements[R.Element];
    R.Initial = R.Initial.value_or(0);
    R.Name = resultName(I);
    R.Element = 0;
  }
  for (StreamKernel &Finish : Apart.Finish)
    for (uint32_t I = 0; I < Finish.Reductions.size(); ++I) {
      Finish.Reductions[I].Name = resultName(I);
      Finish.Reductions[I].Element = 0;
    }
  return Apart;
}

/// The buffer that tells where output \p Name is written.
std::string writtenOf(const std::string &Name) { return Name + " written"; }

/// Runs \p Apart, which gets an output of its own behind each output: 1 where a
/// position writes. Elements elsewhere are 0.
StreamMemory runApart(StreamKernel Apart, const StreamMemory &In) {
  StreamMemory Memory = In;
  uint32_t One = uint32_t(Apart.Nodes.size());
  Apart.Nodes.push_back(
      {DatapathOp::Constant, {ScalarKind::Int, 1, 1}, {}, 1, {}, {}});
  std::vector<OutputStream> Outputs;
  for (const OutputStream &S : Apart.Outputs) {
    Outputs.push_back(S);
    Outputs.push_back(S);
    Outputs.back().Name = writtenOf(S.Name);
    Outputs.back().Value = One;
  }
  Apart.Outputs = std::move(Outputs);
  for (const OutputStream &S : Apart.Outputs)
    Memory.Buffers.push_back(
        {S.Name, std::vector<uint64_t>(S.Window.volume())});
  for (const Reduction &R : Apart.results())
    Memory.Buffers.push_back({R.Name, {0}});
  evaluate(Apart, Memory);
  return Memory;
}

/// \p Strobes, the highest first, as hexadecimal digits.
void addStrobes(std::string &Hex, const std::vector<bool> &Strobes) {
  uint64_t Digit = 0;
  for (size_t I = 0; I < Strobes.size(); ++I) {
    Digit = Digit << 1 | Strobes[I];
    if ((Strobes.size() - I) % 4 != 1)
      continue;
    addHex(Hex, Digit, 1);
    Digit = 0;
  }
}

/// Words at the port of \p P's output \p I; \p Run is the memory of runApart().
StreamWords outputWords(const CorePlan &P, const StreamKernel &Apart,
                        uint32_t I, uint32_t Lane, StreamMemory &Run) {
  struct Field {
    const OutputStream *Output;
    const std::vector<uint64_t> *Values, *Written;
  };
  std::vector<std::optional<Field>> Fields;
  for (const OutputStream *F : fieldsOf(P.K.Outputs, I)) {
    Fields.emplace_back();
    if (!F)
      continue;
    const OutputStream &S = Apart.Outputs[F - P.K.Outputs.data()];
    Fields.back() = {&S, &Run.find(S.Name)->Elements,
                     &Run.find(writtenOf(S.Name))->Elements};
  }
  StreamWords W;
  uint32_t Bits = P.K.Outputs[I].Type.Bits, Bytes = Bits / 8;
  std::vector<bool> Strobes; // one for each byte, the highest first
  std::string Data;
  forEachBeat(P.K, P.D.Vector, outputBeats(P.K, P.D, Lane, I),
              written(P.K, P.K.Outputs[I]), [&](auto Position) {
                ++W.Beats;
                Strobes.clear();
                Data.clear();
                Position[0] += P.D.Vector;
                for (uint32_t Slot = P.D.Vector; Slot-- > 0;) {
                  --Position[0];
                  for (size_t N = Fields.size(); N-- > 0;) {
                    const std::optional<Field> &F = Fields[N];
                    std::optional<uint64_t> Element;
                    if (F)
                      Element = elementAt(*F->Output, Position);
                    bool Is = Element && (*F->Written)[*Element];
                    Strobes.insert(Strobes.end(), Bytes, Is);
                    addHex(Data, Is ? (*F->Values)[*Element] : 0, Bits / 4);
                  }
                }
                // tdata is a whole number of bytes, so the digits of tstrb come
                // before it.
                addStrobes(W.Hex, Strobes);
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
  for (uint32_t I : P.InputPorts)
    for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane)
      S.Inputs[I].push_back(inputWords(P, In, I, Lane));
  StreamKernel Apart = apart(P.K, In);
  StreamMemory Run = runApart(Apart, In);
  S.Outputs.resize(P.K.Outputs.size());
  for (uint32_t I : P.OutputPorts)
    for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane)
      S.Outputs[I].push_back(outputWords(P, Apart, I, Lane, Run));
  for (const Reduction &R : Apart.Reductions)
    S.Initial.push_back(*R.Initial);
  for (const Reduction &R : Apart.results())
    S.Results.push_back(Run.find(R.Name)->Elements[0]);
  return S;
}

SpecialFloats specialFloats(const StreamKernel &K) {
  auto Has = [&](std::initializer_list<DatapathOp> Ops) {
    return std::any_of(
        K.Nodes.begin(), K.Nodes.end(), [&](const DatapathNode &N) {
          return std::find(Ops.begin(), Ops.end(), N.Op) != Ops.end();
        });
  };
  using Op = DatapathOp;
  if (Has({Op::FDiv, Op::FSqrt}) || !K.Finish.empty())
    return SpecialFloats::None;
  // The integer of an infinity is open, and so is the minimum with a NaN. In a
  // sum, one of these floats would hide all else.
  const bool Open = Has({Op::FToSInt, Op::FToUInt, Op::FMin, Op::FMax}) ||
                    std::any_of(K.Reductions.begin(), K.Reductions.end(),
                                [](const Reduction &R) {
                                  return R.Type.Scalar == ScalarKind::Float;
                                });
  return Has({Op::FUnordered}) && !Open ? SpecialFloats::All
                                        : SpecialFloats::Finite;
}

StreamMemory randomMemory(const StreamKernel &K, uint64_t Seed) {
  std::mt19937_64 Random(Seed);
  StreamMemory M;
  const SpecialFloats Special = specialFloats(K);
  auto Any = [&](const ValueType &T) {
    const uint64_t Bits = Random();
    return randomElement(T, Bits, Random(), Special);
  };
  auto Grow = [&](const std::string &Name, uint64_t Elements,
                  const ValueType &T) {
    if (!M.find(Name))
      M.Buffers.push_back({Name, {}});
    std::vector<uint64_t> &Of = M.find(Name)->Elements;
    Of.reserve(Elements);
    while (Of.size() < Elements)
      Of.push_back(Any(T));
  };
  for (const InputStream &S : K.Inputs)
    Grow(S.Name, endOfElements(S), S.Type);
  for (const OutputStream &S : K.Outputs)
    Grow(S.Name, endOfElements(S), S.Type);
  for (const Reduction &R : K.results())
    Grow(R.Name, R.Element + 1, R.Type);
  for (const ScalarArgument &S : K.Scalars) {
    const uint64_t Bits = Random();
    M.Scalars.push_back(S.Bits ? *S.Bits
                               : randomScalar(S.Type, Bits, Random()));
    // An element of a buffer that is a stream too.
    if (auto Of = bufferElement(S); Of && M.find(Of->first)) {
      Grow(Of->first, Of->second + 1, S.Type);
      M.Scalars.back() = M.find(Of->first)->Elements[Of->second];
    }
  }
  return M;
}

} // namespace roofline
