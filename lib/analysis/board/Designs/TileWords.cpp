// The memory words of one object that a work-group needs.
#include "TileWords.h"

#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Kernel/LoopMotion.h"

#include <algorithm>
#include <cmath>

namespace roofline {
namespace {

/// Pieces of a tile that are listed.
constexpr uint64_t MostPieces = 1u << 16;

/// Number bytes from Begin on.
struct Piece {
  int64_t Begin = 0, End = 0;
};

struct Step {
  int64_t NumBytes = 0;
  uint64_t Number = 1;
};

/// [byte] Where access \p I begins in the first group; nothing where the launch
/// does not tell.
std::optional<int64_t> beginOf(const BoundKernel &K, const Launch &L,
                               uint32_t I) {
  const MemoryAccess &A = K.Kernel->Accesses[K.Accesses[I].Access];
  if (!isAffine(A))
    return std::nullopt;
  return evaluate(A.Index->Offset, launchSymbols(*K.Kernel, L));
}

/// How access \p A moves in a group; nothing where that is not affine.
std::optional<std::vector<Step>> stepsOf(const BoundKernel &K,
                                         const std::array<uint64_t, 3> &Group,
                                         const BoundAccess &A) {
  std::vector<Step> Steps;
  auto Add = [&](const Stride &S, double Number) {
    if (S.K == Stride::Kind::Irregular || S.K == Stride::Kind::Unbound ||
        S.K == Stride::Kind::Blocks)
      return false;
    if (S.NumBytes != 0 && Number > 1)
      Steps.push_back({std::abs(S.NumBytes), uint64_t(std::ceil(Number))});
    return true;
  };
  for (unsigned Dim = 0; Dim < 3; ++Dim)
    if (!Add(A.AlongWorkItems[Dim], double(Group[Dim])))
      return std::nullopt;
  const std::vector<uint32_t> Loops = loopsAround(K, A);
  for (uint32_t I = 0; I < A.NumLoopStrides && I < Loops.size(); ++I)
    if (!Add(K.LoopStrides[A.FirstLoopStride + I], K.Loops[Loops[I]].Trip))
      return std::nullopt;
  std::sort(Steps.begin(), Steps.end(), [](const Step &L, const Step &R) {
    return L.NumBytes < R.NumBytes;
  });
  return Steps;
}

/// Adds what \p Steps make of \p NumBytes at \p Offset; false where that is too
/// many pieces.
bool addPieces(const std::vector<Step> &Steps, int64_t Offset, int64_t NumBytes,
               std::vector<Piece> &To) {
  int64_t Length = NumBytes;
  std::vector<Step> Apart;
  uint64_t Number = 1;
  for (const Step &S : Steps) {
    if (S.NumBytes <= Length) {
      Length += S.NumBytes * int64_t(S.Number - 1);
      continue;
    }
    Apart.push_back(S);
    if (S.Number > MostPieces / Number)
      return false;
    Number *= S.Number;
  }
  if (To.size() + Number > MostPieces)
    return false;
  for (uint64_t I = 0; I < Number; ++I) {
    int64_t At = Offset;
    uint64_t Rest = I;
    for (const Step &S : Apart) {
      At += S.NumBytes * int64_t(Rest % S.Number);
      Rest /= S.Number;
    }
    To.push_back({At, At + Length});
  }
  return true;
}

} // namespace

std::vector<uint32_t> loopsAround(const BoundKernel &K, const BoundAccess &A) {
  std::vector<uint32_t> Loops;
  for (auto Id = A.Loop; Id; Id = K.Kernel->Loops[*Id].Parent)
    Loops.push_back(*Id);
  return Loops;
}

std::optional<Tile> tileOf(const BoundKernel &K, const Launch &L,
                           const std::array<uint64_t, 3> &GroupSize,
                           const std::vector<uint32_t> &Accesses) {
  std::vector<Piece> Pieces;
  for (uint32_t I : Accesses) {
    const auto Steps = stepsOf(K, GroupSize, K.Accesses[I]);
    const auto Offset = beginOf(K, L, I);
    if (!Steps || !Offset ||
        !addPieces(*Steps, *Offset, int64_t(K.Accesses[I].NumBytes), Pieces))
      return std::nullopt;
  }
  std::sort(Pieces.begin(), Pieces.end(),
            [](const Piece &L, const Piece &R) { return L.Begin < R.Begin; });
  const auto Width = int64_t(K.TransactionWidth);
  auto WordOf = [&](int64_t Index) {
    return Index >= 0 ? Index / Width : -((Width - 1 - Index) / Width);
  };
  Tile T;
  int64_t End = INT64_MIN, LastWord = INT64_MIN;
  for (const Piece &P : Pieces) {
    if (P.End > End)
      T.Bytes += double(P.End - std::max(P.Begin, End));
    End = std::max(End, P.End);
    const int64_t First = std::max(WordOf(P.Begin), LastWord + 1);
    const int64_t Last = WordOf(P.End - 1);
    if (Last >= First)
      T.Words += double(Last - First + 1);
    LastWord = std::max(LastWord, Last);
  }
  return T;
}

std::optional<double> reachOf(const BoundKernel &K, const Launch &L,
                              const Design &D,
                              const std::vector<uint32_t> &Accesses) {
  double Least = HUGE_VAL, Most = -HUGE_VAL;
  for (uint32_t I : Accesses) {
    const BoundAccess &A = K.Accesses[I];
    const auto Offset = beginOf(K, L, I);
    if (!Offset)
      return std::nullopt;
    double From = double(*Offset), To = From + A.NumBytes;
    const std::vector<uint32_t> Loops = loopsAround(K, A);
    for (uint32_t At = 0; At < A.NumLoopStrides && At < Loops.size(); ++At) {
      const double Trip = K.Loops[Loops[At]].Trip;
      if (D.Unroll[Loops[At]] < Trip)
        continue;
      const double Step =
          double(K.LoopStrides[A.FirstLoopStride + At].NumBytes) *
          std::max(0.0, Trip - 1);
      From += std::min(0.0, Step);
      To += std::max(0.0, Step);
    }
    Least = std::min(Least, From);
    Most = std::max(Most, To);
  }
  return Most - Least;
}

} // namespace roofline
