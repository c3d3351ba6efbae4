// Constants of a board from the times of plain streams.
#include "roofline/Board/Calibration.h"

#include "roofline/Board/BoardEstimate.h"
#include "roofline/Board/MemoryTime.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <tuple>

namespace roofline {
namespace {

/// Runs agree on a constant where they are this close to each other, and are
/// explained by a limit that is this close.
constexpr double Agreement = 0.03;

double quantile(std::vector<double> Values, double Q) {
  assert(!Values.empty() && "a quantile is one of some values");
  std::sort(Values.begin(), Values.end());
  const double Place = Q * double(Values.size() - 1);
  const auto Low = size_t(Place);
  const size_t High = std::min(Low + 1, Values.size() - 1);
  return Values[Low] + (Place - double(Low)) * (Values[High] - Values[Low]);
}

double median(std::vector<double> Values) {
  return quantile(std::move(Values), 0.5);
}

double wordsOf(const StreamTime &Run, const Device &Board) {
  return Run.StreamBytes / Board.TransactionWidth.Value.value();
}

/// The launch of \p Run as the model counts one.
BoardEstimate counted(const StreamTime &Run, const Device &Board) {
  KernelSummary Kernel;
  BoardEstimate E;
  for (uint32_t I = 0; I < Run.Reads + Run.Writes; ++I) {
    MemoryAccess A;
    A.K = I < Run.Reads ? MemoryAccess::Kind::Read : MemoryAccess::Kind::Write;
    A.Base = std::to_string(I);
    Kernel.Accesses.push_back(A);
    ReplayedUnit U;
    U.Access = I;
    U.NumBytes = uint32_t(Run.Width);
    U.Requests = U.Slots = Run.StreamBytes / Run.Width;
    U.Words = wordsOf(Run, Board);
    E.LaunchReplay.Units.push_back(U);
  }
  BankMap Banks;
  if (!Run.IsInterleaved)
    for (const MemoryAccess &A : Kernel.Accesses)
      Banks[A.Base] = 1;
  E.Times = *Board.Times;
  E.Memory = memoryDemand(Kernel, E.LaunchReplay, 1, Banks, Board, {});
  Pipeline P;
  for (const ReplayedUnit &U : E.LaunchReplay.Units) {
    P.Passes = U.Requests;
    P.Words += U.Words;
  }
  E.Pipelines.push_back(P);
  return E;
}

class Calibrator {
public:
  Calibrator(const std::vector<StreamTime> &Runs, Device D, std::string Source)
      : Runs(Runs), Board(std::move(D)), Source(std::move(Source)) {}

  /// Reads all constants off the runs but \p Without.
  BoardTimes read(const StreamTime *Without = nullptr) {
    LeftOut = Without;
    NumRuns.clear();
    readStart();
    readRing(&BoardTimes::ReadRing, "read_ring", &StreamTime::Reads);
    readRing(&BoardTimes::WriteRing, "write_ring", &StreamTime::Writes);
    readHold();
    readShare();
    readMixes();
    readOverlap();
    return *Board.Times;
  }

  std::map<std::string, uint32_t> NumRuns; ///< by constant

private:
  template <typename Wanted>
  std::vector<const StreamTime *> runs(Wanted IsWanted) const {
    std::vector<const StreamTime *> Found;
    for (const StreamTime &Run : Runs)
      if (&Run != LeftOut && IsWanted(Run))
        Found.push_back(&Run);
    return Found;
  }

  Sourced<double> sourced(double Value) const { return {Value, Source}; }

  void readStart() {
    std::vector<double> Seconds;
    for (const StreamTime *Run :
         runs([](const StreamTime &R) { return R.Reads + R.Writes == 0; }))
      Seconds.push_back(Run->Seconds);
    if (Seconds.empty())
      return;
    Board.Times->Start = sourced(median(Seconds));
    NumRuns["start"] = uint32_t(Seconds.size());
  }

  double startOf() const {
    return Board.Times->Start ? Board.Times->Start->Value : 0;
  }

  /// [s] of the passes of \p Run, a request a cycle.
  static double passSeconds(const StreamTime &Run) {
    return Run.StreamBytes / Run.Width / Run.Clock;
  }

  /// True where the passes, rings and holds of \p Other leave time of \p Run
  /// unexplained, whatever the share of its memory.
  static bool exceeds(const StreamTime &Run, Device Other) {
    Other.Times->Mixes.clear();
    Other.Times->Share.Value = 1;
    return Run.Seconds > (1 + Agreement) * streamSeconds(Run, Other);
  }
  bool waitsForMemory(const StreamTime &Run) const {
    return exceeds(Run, Board);
  }

  /// [cycle] of a word through a ring: of the runs of several streams with two
  /// clocks at which they take the same cycles, the least.
  void readRing(std::optional<Sourced<double>> BoardTimes::*Ring,
                const char *Key, uint32_t StreamTime::*Number) {
    Device Without = Board;
    ((*Without.Times).*Ring).reset();
    std::map<std::tuple<uint32_t, uint32_t, double, bool>,
             std::vector<std::pair<double, double>>>
        ByClock;
    for (const StreamTime *Run : runs([&](const StreamTime &R) {
           return R.*Number > 1 &&
                  (R.IsInterleaved || R.Reads == 0 || R.Writes == 0) &&
                  exceeds(R, Without);
         }))
      ByClock[{Run->Reads, Run->Writes, Run->Width, Run->IsInterleaved}]
          .push_back({Run->Clock, (Run->Seconds - startOf()) * Run->Clock /
                                      (Run->*Number * wordsOf(*Run, Board))});
    std::optional<double> Least;
    uint32_t Shown = 0;
    for (auto &[Kind, Cycles] : ByClock) {
      std::sort(Cycles.begin(), Cycles.end());
      if (Cycles.size() < 2 || Cycles[1].first == Cycles[0].first ||
          std::abs(Cycles[1].second / Cycles[0].second - 1) > Agreement)
        continue;
      Least = std::min(Least.value_or(Cycles[0].second), Cycles[0].second);
      Shown += 2;
    }
    if (!Least)
      return;
    (*Board.Times).*Ring = sourced(*Least);
    NumRuns[Key] = Shown;
  }

  void readShare() {
    std::vector<double> Shares;
    for (const StreamTime *Run : runs([&](const StreamTime &R) {
           return R.Reads + R.Writes == 1 && !R.IsInterleaved &&
                  waitsForMemory(R);
         }))
      Shares.push_back(shareOf(*Run));
    if (Shares.empty())
      return;
    Board.Times->Share = sourced(std::min(1.0, median(Shares)));
    NumRuns["share"] = uint32_t(Shares.size());
  }

  /// [1] of the peak that the words of \p Run take.
  double shareOf(const StreamTime &Run) const {
    const double Peak = Board.BankBandwidth.Value.value() *
                        (Run.IsInterleaved ? Board.MemoryBanks.Value : 1);
    return (Run.Reads + Run.Writes) * Run.StreamBytes /
           ((Run.Seconds - startOf()) * Peak);
  }

  /// [s] that a read waits for a write of its bank: what the lowest clocks,
  /// where memory itself is not the limit, agree on.
  void readHold() {
    std::vector<std::pair<double, double>> Holds; // by clock
    for (const StreamTime *Run : runs([&](const StreamTime &R) {
           return R.Reads == 1 && R.Writes == 1 && !R.IsInterleaved &&
                  R.Width >= Board.TransactionWidth.Value.value();
         }))
      if (const double Words = wordsOf(*Run, Board),
          Seconds = Run->Seconds - startOf();
          Seconds > (1 + Agreement) * passSeconds(*Run))
        Holds.push_back({Run->Clock, Seconds / Words - 1 / Run->Clock});
    std::sort(Holds.begin(), Holds.end());
    const auto Differs =
        std::find_if(Holds.begin(), Holds.end(), [&](const auto &H) {
          return std::abs(H.second / Holds.front().second - 1) > Agreement;
        });
    if (Differs - Holds.begin() < 2 || Holds.front().second <= 0 ||
        Holds[1].first == Holds[0].first)
      return;
    Board.Times->WriteHold = sourced(Holds.front().second);
    NumRuns["write_hold"] = uint32_t(Differs - Holds.begin());
  }

  /// Shares of mixes, of the runs that wait for memory.
  void readMixes() {
    std::map<std::tuple<bool, uint32_t, uint32_t, double>, std::vector<double>>
        Shares;
    for (const StreamTime *Run : runs([&](const StreamTime &R) {
           return R.Reads + R.Writes > 1 && waitsForMemory(R);
         }))
      Shares[{Run->IsInterleaved, Run->Reads, Run->Writes, Run->Width}]
          .push_back(shareOf(*Run));
    for (const auto &[Kind, Found] : Shares) {
      const auto &[IsInterleaved, Reads, Writes, Width] = Kind;
      std::erase_if(Board.Times->Mixes, [&, In = IsInterleaved, R = Reads,
                                         W = Writes](const StreamMix &M) {
        return M.IsInterleaved == In && M.Reads == R && M.Writes == W &&
               M.Share.Source != Source;
      });
    }
    for (const auto &[Kind, Found] : Shares) {
      const auto &[IsInterleaved, Reads, Writes, Width] = Kind;
      Board.Times->Mixes.push_back({Reads, Writes, Width, IsInterleaved,
                                    sourced(std::min(1.0, median(Found)))});
      NumRuns["mixes"] += uint32_t(Found.size());
    }
  }

  void readOverlap() {
    double Best = std::numeric_limits<double>::infinity();
    for (double Overlap : {1.0, 1.2, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0}) {
      Device Trial = Board;
      Trial.Times->Overlap = sourced(Overlap);
      double Sum = 0;
      for (const StreamTime *Run :
           runs([](const StreamTime &) { return true; }))
        Sum += std::abs(std::log(streamSeconds(*Run, Trial) / Run->Seconds));
      if (Sum < Best) {
        Best = Sum;
        Board.Times->Overlap = sourced(Overlap);
      }
    }
    NumRuns["overlap"] = uint32_t(Runs.size());
  }

  const std::vector<StreamTime> &Runs;
  Device Board;
  const std::string Source;
  const StreamTime *LeftOut = nullptr;
};

double meanError(const std::vector<StreamTime> &Runs, const Device &Board) {
  double Sum = 0;
  for (const StreamTime &Run : Runs)
    Sum += std::abs(streamSeconds(Run, Board) / Run.Seconds - 1);
  return Sum / double(Runs.size());
}

/// \p Times with constant \p Key as \p Board has it.
BoardTimes withOwn(BoardTimes Times, const std::string &Key,
                   const BoardTimes &Own) {
  if (Key == "start")
    Times.Start = Own.Start;
  else if (Key == "read_ring")
    Times.ReadRing = Own.ReadRing;
  else if (Key == "write_ring")
    Times.WriteRing = Own.WriteRing;
  else if (Key == "write_hold")
    Times.WriteHold = Own.WriteHold;
  else if (Key == "share")
    Times.Share = Own.Share;
  else if (Key == "mixes")
    Times.Mixes = Own.Mixes;
  else
    Times.Overlap = Own.Overlap;
  return Times;
}

} // namespace

double streamSeconds(const StreamTime &Run, const Device &Board) {
  assert(Board.Times && Run.Clock > 0 && "a board with constants, and a clock");
  return counted(Run, Board).timeAt(Hertz(Run.Clock)).Time.value();
}

BoardCalibration calibrateBoard(const std::vector<StreamTime> &Runs,
                                Device Board, const std::string &Source) {
  assert(!Runs.empty() && Board.Times && "runs on a board with constants");
  BoardCalibration C;
  C.Before = meanError(Runs, Board);
  Calibrator All(Runs, Board, Source);
  C.Times = All.read();
  Device Calibrated = Board;
  Calibrated.Times = C.Times;
  C.After = meanError(Runs, Calibrated);
  for (const char *Key : {"share", "mixes", "read_ring", "write_ring",
                          "write_hold", "start", "overlap"}) {
    Device Without = Board;
    Without.Times = withOwn(C.Times, Key, *Board.Times);
    C.Constants.push_back({Key, All.NumRuns[Key], meanError(Runs, Without)});
  }
  // The error bar: of each run by constants that it did not show.
  std::vector<double> Ratios;
  for (const StreamTime &Run : Runs) {
    Device Other = Board;
    Other.Times = Calibrator(Runs, Board, Source).read(&Run);
    Ratios.push_back(Run.Seconds / streamSeconds(Run, Other));
  }
  C.Times.ErrorLow = Sourced<double>{quantile(Ratios, 0.1), Source};
  C.Times.ErrorHigh = Sourced<double>{quantile(Ratios, 0.9), Source};
  return C;
}

} // namespace roofline
