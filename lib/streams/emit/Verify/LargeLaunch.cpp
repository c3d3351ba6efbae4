// Compares a stream kernel with its original on a launch of millions.
#include "roofline/Verify/LargeLaunch.h"

#include "roofline/Codegen/Verilog.h"
#include "roofline/Stream/Recurrences.h"
#include "roofline/Stream/StreamProbe.h"
#include "roofline/Verify/RunOriginal.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>
#include <random>
#include <set>
#include <type_traits>

using namespace llvm;

namespace roofline {
namespace {

/// A function of its input that looks random: splitmix64's.
uint64_t mixed(uint64_t X) {
  X += 0x9e3779b97f4a7c15;
  X = (X ^ X >> 30) * 0xbf58476d1ce4e5b9;
  X = (X ^ X >> 27) * 0x94d049bb133111eb;
  return X ^ X >> 31;
}

/// Contents of a buffer before the launch, as a function of the element:
/// nothing of them is kept.
struct InitialBuffer {
  uint64_t Elements = 0;
  std::vector<ValueType> Fields; ///< types of the elements, over and over
  uint64_t Salt = 0;

  size_t bytes() const { return Fields[0].Bits / 8; }
  uint64_t at(uint64_t Element) const {
    return from(field(Element), word(Element >> sharing()), Element);
  }
  const ValueType &field(uint64_t Element) const {
    return Fields[Element % Fields.size()];
  }
  /// 1 where two elements share a random word, of which each gets a half.
  unsigned sharing() const { return Fields[0].Bits <= 32; }
  uint64_t word(uint64_t Index) const { return mixed(Salt + Index); }
  static uint64_t from(const ValueType &T, uint64_t Word, uint64_t Element) {
    if (T.Bits > 32)
      return randomElement(T, Word, Word >> 52, SpecialFloats::None);
    Word >>= 32 * (Element % 2);
    return randomElement(T, Word, Word >> 23, SpecialFloats::None);
  }
};
using InitialBuffers = std::map<std::string, InitialBuffer, std::less<>>;

InitialBuffers buffersOf(const StreamKernel &K, uint64_t Seed) {
  InitialBuffers Buffers;
  auto Add = [&](const std::string &Name, uint64_t Elements, uint32_t Fields) {
    auto [It, IsNew] = Buffers.try_emplace(Name);
    InitialBuffer &B = It->second;
    if (IsNew)
      B.Salt = mixed(Seed + Buffers.size());
    B.Elements = std::max(B.Elements, Elements);
    if (B.Fields.size() < Fields)
      B.Fields.clear();
    for (uint32_t F = uint32_t(B.Fields.size()); F < Fields; ++F)
      B.Fields.push_back(elementType(K, Name, F));
  };
  for (const InputStream &S : K.Inputs)
    Add(S.Name, endOfElements(S), S.Fields);
  for (const OutputStream &S : K.Outputs)
    Add(S.Name, endOfElements(S), S.Fields);
  for (const Reduction &R : K.results())
    Add(R.Name, R.Element + 1, 1);
  for (const ScalarArgument &S : K.Scalars)
    if (auto Of = bufferElement(S); Of && Buffers.count(Of->first))
      Add(Of->first, Of->second + 1, 1);
  return Buffers;
}

class LaunchComparison {
public:
  LaunchComparison(const StreamKernel &K, uint64_t Seed)
      : K(K), Random(Seed), Initial(buffersOf(K, Seed)), Scalars(scalars(Seed)),
        Probe(K, Scalars, [this](const Stream &S, uint64_t Element) {
          return Initial.find(S.Name)->second.at(Element);
        }) {}

  Error run(const Module &M, const Launch &L);

private:
  const StreamKernel &K;
  std::mt19937_64 Random;
  InitialBuffers Initial;
  std::vector<uint64_t> Scalars;
  StreamProbe Probe;
  BufferBytes After;

  std::vector<uint64_t> scalars(uint64_t Seed) const;
  void fill();
  uint64_t after(StringRef Buffer, uint64_t Element) const;
  std::vector<int64_t> coordinates(unsigned D);
  std::optional<std::string> differenceAt(const Offset &Position);
  std::optional<std::string> differenceOfRows(int64_t Period);
  std::optional<std::string> differenceOfResults();
};

std::vector<uint64_t> LaunchComparison::scalars(uint64_t Seed) const {
  std::vector<uint64_t> Values;
  for (const ScalarArgument &S : K.Scalars) {
    uint64_t Bits = mixed(~Seed + Values.size());
    Values.push_back(S.Bits ? *S.Bits : randomScalar(S.Type, Bits, Bits >> 32));
    if (auto Of = bufferElement(S))
      if (auto B = Initial.find(Of->first); B != Initial.end())
        Values.back() = B->second.at(Of->second);
  }
  return Values;
}

void LaunchComparison::fill() {
  for (const auto &[Name, B] : Initial) {
    size_t Size = B.bytes();
    std::vector<uint8_t> &Bytes = After[Name];
    Bytes.resize(B.Elements * Size + 16);
    // A constant size is a store, any other one a call. Locals hold the values
    // that decide: no byte that is stored can be a part of a local.
    auto Write = [&, To = Bytes.data()](auto Size) {
      const ValueType First = B.Fields[0];
      const uint64_t Elements = B.Elements, Sharing = B.sharing();
      const bool AreSame = B.Fields.size() == 1;
      for (uint64_t I = 0, Word = 0; I < Elements; ++I) {
        if ((I & Sharing) == 0)
          Word = B.word(I >> Sharing);
        uint64_t Value =
            InitialBuffer::from(AreSame ? First : B.field(I), Word, I);
        std::memcpy(To + I * Size, &Value, Size);
      }
    };
    if (Size == 4)
      Write(std::integral_constant<size_t, 4>());
    else if (Size == 1)
      Write(std::integral_constant<size_t, 1>());
    else
      Write(Size);
  }
}

uint64_t LaunchComparison::after(StringRef Buffer, uint64_t Element) const {
  size_t Size = Initial.find(Buffer)->second.bytes();
  uint64_t Value = 0;
  std::memcpy(&Value, &After.find(Buffer)->second[Element * Size], Size);
  return Value;
}

/// Picks coordinates of dimension \p D: about all borders that the kernel tells
/// apart, and random ones.
std::vector<int64_t> LaunchComparison::coordinates(unsigned D) {
  int64_t Size = K.Space.Size[D];
  size_t Most = K.NumDimensions == 1   ? 1 << 14
                : K.NumDimensions == 2 ? 128
                                       : 32;
  std::set<int64_t> Chosen;
  auto About = [&](int64_t Border) {
    for (int64_t X = Border - 2; X < Border + 2; ++X)
      if (X >= 0 && X < Size)
        Chosen.insert(X);
  };
  auto Ends = [&](const Box &B) {
    About(B.Origin[D]);
    About(B.Origin[D] + B.Size[D]);
  };
  Ends(K.Space);
  Ends(K.Active);
  for (const InputStream &S : K.Inputs)
    Ends(S.Window);
  for (const OutputStream &S : K.Outputs)
    Ends(S.Window);
  for (const DatapathNode &N : K.Nodes)
    if (N.Op == DatapathOp::Constant && Chosen.size() < Most / 2)
      About(int64_t(std::min<uint64_t>(N.Value, Size)));
  while (Chosen.size() < std::min<uint64_t>(Most, Size))
    Chosen.insert(int64_t(Random() % uint64_t(Size)));
  return {Chosen.begin(), Chosen.end()};
}

std::optional<std::string>
LaunchComparison::differenceAt(const Offset &Position) {
  Probe.moveTo(Position);
  for (uint32_t I = 0; I < K.Outputs.size(); ++I) {
    const OutputStream &Out = K.Outputs[I];
    std::optional<uint64_t> Element = elementAt(Out, Position);
    if (!Element)
      continue;
    uint64_t Before = Initial.find(Out.Name)->second.at(*Element);
    if (auto Difference =
            differenceOf(K, Out.Name, *Element, after(Out.Name, *Element),
                         Probe.written(I).value_or(Before)))
      return Difference;
  }
  return std::nullopt;
}

/// Results that the kernel stores for \p Sums.
static std::vector<uint64_t> finished(const StreamKernel &K,
                                      ArrayRef<uint64_t> Scalars,
                                      ArrayRef<uint64_t> Sums) {
  StreamKernel Finish = K.Finish.front();
  StreamMemory Memory;
  Memory.Scalars = Scalars.vec();
  Memory.Scalars.insert(Memory.Scalars.end(), Sums.begin(), Sums.end());
  for (uint32_t I = 0; I < Finish.Reductions.size(); ++I) {
    Finish.Reductions[I].Name = std::to_string(I);
    Finish.Reductions[I].Element = 0;
    Memory.Buffers.push_back({Finish.Reductions[I].Name, {0}});
  }
  evaluate(Finish, Memory);
  std::vector<uint64_t> Results;
  for (const StreamMemory::Buffer &B : Memory.Buffers)
    Results.push_back(B.Elements[0]);
  return Results;
}

/// Rows that begin anew, by chance and the first and last one.
std::optional<std::string> LaunchComparison::differenceOfRows(int64_t Period) {
  constexpr int64_t MostPositions = 1 << 20;
  const Offset Size = K.Space.Size;
  const int64_t Rows = K.Space.volume() / Period;
  std::set<int64_t> Chosen = {0, Rows - 1};
  while (int64_t(Chosen.size()) * Period < MostPositions &&
         int64_t(Chosen.size()) < Rows)
    Chosen.insert(int64_t(Random() % uint64_t(Rows)));
  for (int64_t Row : Chosen)
    for (int64_t I = Row * Period; I < (Row + 1) * Period; ++I) {
      const Offset Delta = {I % Size[0], I / Size[0] % Size[1],
                            I / Size[0] / Size[1]};
      if (auto Difference = differenceAt(Delta))
        return Difference;
      if (K.Active.contains(Delta))
        Probe.leave();
    }
  return std::nullopt;
}

std::optional<std::string> LaunchComparison::differenceOfResults() {
  std::vector<uint64_t> Sums;
  for (const Reduction &R : K.Reductions)
    Sums.push_back(R.Initial         ? *R.Initial
                   : R.InitialScalar ? Scalars[*R.InitialScalar]
                                     : Initial[R.Name].at(R.Element));
  Offset Delta, From = K.Active.Origin;
  for (Delta[2] = From[2]; Delta[2] < From[2] + K.Active.Size[2]; ++Delta[2])
    for (Delta[1] = From[1]; Delta[1] < From[1] + K.Active.Size[1]; ++Delta[1])
      for (Delta[0] = From[0]; Delta[0] < From[0] + K.Active.Size[0];
           ++Delta[0]) {
        if (K.Recurrences.empty())
          Probe.moveTo(Delta);
        else if (auto Difference = differenceAt(Delta))
          return Difference;
        for (const auto &[R, Sum] : zip_equal(K.Reductions, Sums))
          Sum = Probe.added(R, Sum);
        Probe.leave();
      }
  if (!K.Finish.empty())
    Sums = finished(K, Scalars, Sums);
  for (const auto &[R, Sum] : zip_equal(K.results(), Sums))
    if (auto Difference =
            differenceOf(K, R.Name, R.Element, after(R.Name, R.Element), Sum))
      return Difference;
  return std::nullopt;
}

Error LaunchComparison::run(const Module &M, const Launch &L) {
  fill();
  if (Error E = runOriginal(M, K, L, Scalars, After, /*Optimise=*/true))
    return E;
  std::optional<std::string> Difference;
  const int64_t Period = K.Recurrences.empty() ? 0 : restartPeriod(K);
  if (Period && K.Reductions.empty())
    Difference = differenceOfRows(Period);
  else if (K.Recurrences.empty()) { // others are compared everywhere, in order
    std::vector<int64_t> X = coordinates(0), Y = coordinates(1),
                         Z = coordinates(2);
    for (int64_t AtZ : Z)
      for (int64_t AtY : Y)
        for (int64_t AtX : X)
          if (!Difference)
            Difference = differenceAt({AtX, AtY, AtZ});
  }
  const bool IsCompared = K.Recurrences.empty() || Period;
  if (!Difference && !(K.Reductions.empty() && IsCompared))
    Difference = differenceOfResults();
  if (Difference)
    return createStringError(
        inconvertibleErrorCode(),
        "kernel '" + K.Name +
            "' as streams is not the original: " + *Difference);
  return Error::success();
}

} // namespace

std::optional<std::string> whyNotCompared(const StreamKernel &K) {
  uint64_t Bytes = 0;
  for (const auto &[Name, B] : buffersOf(K, 0))
    Bytes += B.Elements * B.bytes();
  if (Bytes <= MaxLaunchBytes)
    return std::nullopt;
  return "the buffers of this launch have " + std::to_string(Bytes) +
         " bytes, more than the " + std::to_string(MaxLaunchBytes) +
         " for which the original is run";
}

Error compareLargeLaunch(const Module &M, const StreamKernel &K,
                         const Launch &L, uint64_t Seed) {
  return LaunchComparison(K, Seed).run(M, L);
}

} // namespace roofline
