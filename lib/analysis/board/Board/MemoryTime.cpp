// Time that a board's memory takes for what a launch asks for.
#include "roofline/Board/MemoryTime.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace roofline {
namespace {

/// [1] Part of a launch's words below which a unit is no stream: what comes
/// once, or at a border, changes no order of the words.
constexpr double LeastStream = 0.01;

/// Demand on one bank, or on all banks that are interleaved.
struct BankLoad {
  double ReadWords = 0, WrittenWords = 0; ///< [word] repeats included
  double FreshWords = 0;          ///< [word] that no lane has just asked for
  uint32_t Reads = 0, Writes = 0; ///< streams
  double Width = 0;               ///< [byte] of the narrowest request
};

class DemandFinder {
public:
  DemandFinder(const KernelSummary &Kernel, const Replay &R, uint32_t Simd,
               const BankMap &Banks, const Device &Board,
               const BoardMechanisms &With)
      : Kernel(Kernel), R(R), Simd(Simd), Banks(Banks), Board(Board),
        Times(*Board.Times), With(With),
        IsInterleaved(Banks.empty() || !With.Banks) {}

  MemoryDemand run() {
    if (!With.Words)
      return Result;
    load();
    double Words = 0, Written = 0;
    uint32_t Writers = 0;
    for (const auto &[Bank, L] : Loads) {
      price(L);
      Words += L.ReadWords + L.WrittenWords;
      Written += L.WrittenWords;
      Writers += L.Writes;
    }
    if (With.Rings && Writers > 1)
      add(MemoryLimit::WriteRing, valueOf(Times.WriteRing) * Written, 0);
    addRequests();
    Result.ArbitrationCycles = valueOf(Times.Arbitration) * Words;
    return Result;
  }

private:
  static double valueOf(const std::optional<Sourced<double>> &Entry) {
    return Entry ? Entry->Value : 0;
  }

  void add(MemoryLimit Limit, double Cycles, double Seconds) {
    if (Cycles > 0 || Seconds > 0)
      Result.Parts.push_back({Limit, Cycles, Seconds});
  }

  void load() {
    double All = 0;
    for (const ReplayedUnit &U : R.Units)
      All += U.Words;
    for (const ReplayedUnit &U : R.Units) {
      const MemoryAccess &A = Kernel.Accesses[U.Access];
      const auto Bank = IsInterleaved ? Banks.end() : Banks.find(A.Base);
      BankLoad &L = Loads[Bank == Banks.end() ? 0 : Bank->second];
      const bool IsWrite = A.K != MemoryAccess::Kind::Read;
      (IsWrite ? L.WrittenWords : L.ReadWords) += U.Words;
      L.FreshWords += U.Words - (With.Repeats ? U.Repeats : 0);
      if (U.Words < LeastStream * All)
        continue;
      ++(IsWrite ? L.Writes : L.Reads);
      const double Width = widthOf(U);
      L.Width = L.Width > 0 ? std::min(L.Width, Width) : Width;
    }
  }

  /// [byte] of a request, which is that of a whole vector where it has one.
  double widthOf(const ReplayedUnit &U) const {
    return double(U.NumBytes) * (U.NumLanes > 1 ? 1 : Simd);
  }

  /// Returns the row for streams as those of \p L, with the widest requests
  /// that are not wider; else with the narrowest.
  const StreamMix *mixOf(const BankLoad &L) const {
    const StreamMix *Below = nullptr, *Least = nullptr;
    for (const StreamMix &M : Times.Mixes) {
      if (M.Reads != L.Reads || M.Writes != L.Writes ||
          M.IsInterleaved != IsInterleaved)
        continue;
      if (M.Width <= L.Width && (!Below || M.Width > Below->Width))
        Below = &M;
      if (!Least || M.Width < Least->Width)
        Least = &M;
    }
    return Below ? Below : Least;
  }

  void price(const BankLoad &L) {
    const bool IsStream = L.Reads + L.Writes <= 1 && !IsInterleaved;
    const StreamMix *Mix = With.Mixes && !IsStream ? mixOf(L) : nullptr;
    Result.IsMeasuredMix &= Mix || IsStream;
    const double Share = Mix ? Mix->Share.Value : Times.Share.Value;
    const double Peak = Board.BankBandwidth.Value.value() *
                        (IsInterleaved ? Board.MemoryBanks.Value : 1);
    const double WordBytes = Board.TransactionWidth.Value.value();
    add(MemoryLimit::Words, 0, L.FreshWords * WordBytes / (Share * Peak));
    if (!With.Rings)
      return;
    add(MemoryLimit::ReadRing, valueOf(Times.ReadRing) * L.ReadWords, 0);
    if (Times.WriteHold && L.Reads > 0 && L.Writes > 0 && !IsInterleaved)
      add(MemoryLimit::WriteHold, L.WrittenWords,
          Times.WriteHold->Value * L.ReadWords);
  }

  /// A port of another master serves one request after another.
  void addRequests() {
    double Sum = 0;
    for (const ReplayedUnit &U : R.Units)
      Sum += U.Requests *
             (valueOf(Times.Request) + valueOf(Times.RequestByte) * widthOf(U));
    add(MemoryLimit::Requests, 0, Sum);
  }

  const KernelSummary &Kernel;
  const Replay &R;
  const uint32_t Simd;
  const BankMap &Banks;
  const Device &Board;
  const BoardTimes &Times;
  const BoardMechanisms With;
  const bool IsInterleaved;
  std::map<uint32_t, BankLoad> Loads; ///< by bank
  MemoryDemand Result;
};

} // namespace

static double cyclesOf(const MemoryPart &P, Hertz Clock) {
  return P.Cycles + P.Seconds * Clock.value();
}

double MemoryDemand::cyclesAt(Hertz Clock) const {
  double Most = 0;
  for (const MemoryPart &P : Parts)
    Most = std::max(Most, cyclesOf(P, Clock));
  return Most + ArbitrationCycles;
}

MemoryLimit MemoryDemand::limitAt(Hertz Clock) const {
  const auto Slowest = std::max_element(
      Parts.begin(), Parts.end(), [&](const auto &L, const auto &R) {
        return cyclesOf(L, Clock) < cyclesOf(R, Clock);
      });
  return Slowest == Parts.end() ? MemoryLimit::Words : Slowest->Limit;
}

MemoryDemand memoryDemand(const KernelSummary &Kernel, const Replay &R,
                          uint32_t Simd, const BankMap &Banks,
                          const Device &Board, const BoardMechanisms &With) {
  assert(Board.Times && "the model board needs the constants of a board");
  assert(Simd >= 1 && "a vector has a work-item");
  return DemandFinder(Kernel, R, Simd, Banks, Board, With).run();
}

} // namespace roofline
