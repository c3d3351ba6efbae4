// Parts of a sequence: which of them run at the same time.
#include "Pieces.h"

#include "Flatten.h"

#include <algorithm>
#include <map>
#include <optional>

namespace roofline::vitis {
namespace {

bool haveCommon(const std::set<uint32_t> &L, const std::set<uint32_t> &R) {
  return std::ranges::any_of(L,
                             [&](uint32_t Array) { return R.contains(Array); });
}

/// Dimension of \p A that moves with \p Loop and no other one.
std::optional<FormTerm> termAlone(const AccessForm &A, uint32_t Loop) {
  for (const FormTerm &T : A.Terms)
    if (T.Loop == Loop &&
        std::ranges::count(A.Terms, T.Dim, &FormTerm::Dim) == 1)
      return T;
  return std::nullopt;
}

/// Arrays of which each copy of the body of \p Loop accesses elements of its
/// own.
std::set<uint32_t> distinctArrays(const Frame &F, uint32_t Loop) {
  std::map<uint32_t, std::optional<std::pair<FormTerm, int64_t>>> Found;
  for (uint32_t Id : accessesIn(*F.Kernel, F.Loops->Loops[Loop].Node)) {
    const AccessForm &A = F.Arrays->Accesses[Id];
    std::optional<std::pair<FormTerm, int64_t>> Here;
    if (std::optional<FormTerm> T = termAlone(A, Loop); T && A.IsAffine)
      Here = {*T, A.Base[T->Dim]};
    auto [It, IsNew] = Found.try_emplace(A.Array, Here);
    if (!IsNew && It->second != Here)
      It->second.reset();
  }
  std::set<uint32_t> Arrays;
  for (const auto &[Array, Term] : Found)
    if (Term)
      Arrays.insert(Array);
  return Arrays;
}

/// True where \p R, in a later copy than \p L, waits for it.
bool waits(const Piece &L, const Piece &R, const std::set<uint32_t> &Distinct) {
  bool AreLong = L.IsLoop && R.IsLoop && !L.IsShort && !R.IsShort;
  if (AreLong && haveCommon(L.Arrays, R.Arrays))
    return true;
  auto MeetsWritten = [&](const Piece &From, const Piece &To) {
    return std::ranges::any_of(From.Written, [&](uint32_t Array) {
      return To.Arrays.contains(Array) && !Distinct.contains(Array);
    });
  };
  return MeetsWritten(L, R) || MeetsWritten(R, L);
}

} // namespace

double cyclesOf(const std::vector<Piece> &Pieces) {
  double Total = 0, Stage = 0;
  std::set<uint32_t> Busy;
  bool AreMerged = false; // the loops of the stage
  for (const Piece &P : Pieces) {
    const bool IsTogether =
        P.IsLoop && !Busy.empty() &&
        ((AreMerged && P.IsMerged) || !haveCommon(P.Arrays, Busy));
    AreMerged = P.IsMerged;
    if (IsTogether) {
      Stage = std::max(Stage, P.Cycles);
    } else {
      Total += Stage;
      Stage = P.Cycles;
      Busy.clear();
    }
    if (P.IsLoop)
      Busy.insert(P.Arrays.begin(), P.Arrays.end());
  }
  return Total + Stage;
}

double cyclesOfCopies(const Frame &F, uint32_t Loop,
                      const std::vector<Piece> &Pieces) {
  const uint64_t Copies = F.Loops->Loops[Loop].Factor;
  const bool HasShort = std::ranges::any_of(Pieces, &Piece::IsShort);
  // Copies of a single loop follow each other: 3mm, gemver-medium.
  const bool IsAlone = std::ranges::count_if(Pieces, &Piece::IsLoop) < 2;
  if (Copies < 2 || !HasShort || IsAlone ||
      F.Options->Without.contains("short-loops"))
    return double(Copies) * cyclesOf(Pieces);
  const std::set<uint32_t> Distinct = distinctArrays(F, Loop);
  std::vector<double> Ends(Pieces.size(), 0); // of the newest copy so far
  double Last = 0;
  for (uint64_t Copy = 0; Copy < Copies; ++Copy) {
    double Before = 0; // end of the pieces before, in this copy
    for (size_t I = 0; I < Pieces.size(); ++I) {
      double Start = Before;
      for (size_t J = 0; J < Pieces.size(); ++J)
        if (Copy > 0 && waits(Pieces[J], Pieces[I], Distinct))
          Start = std::max(Start, J < I ? 0 : Ends[J]);
      Before = Ends[I] = Start + Pieces[I].Cycles;
      Last = std::max(Last, Before);
    }
  }
  return Last;
}

} // namespace roofline::vitis
