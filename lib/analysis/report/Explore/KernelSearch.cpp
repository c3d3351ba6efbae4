// The best designs of a kernel as the OpenCL compiler builds it.
#include "roofline/Explore/KernelSearch.h"

#include "roofline/Designs/KernelChoices.h"
#include "roofline/Hpca16/DesignGuards.h"
#include "roofline/Hpca16/WhatIf.h"
#include "roofline/Options/LaunchOptions.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <mutex>
#include <thread>
#include <tuple>

using namespace llvm;

namespace roofline {
namespace {

/// True where \p L is in nothing worse than \p R.
bool isNoWorse(const PricedKernelDesign &L, const PricedKernelDesign &R) {
  return L.Time <= R.Time && L.Need.Logic <= R.Need.Logic &&
         L.Need.Memory <= R.Need.Memory && L.Need.Dsp <= R.Need.Dsp;
}

double largestShare(const PricedKernelDesign &D) {
  return std::max({D.Used.Logic, D.Used.Memory, D.Used.Dsp});
}

class KernelSearcher {
public:
  KernelSearcher(const KernelSummary &Kernel, const Launch &L,
                 const Device &Board, const KernelSpace &Space,
                 const SearchProgress &Progress)
      : Kernel(Kernel), L(L), Board(Board), Progress(Progress),
        Bound(bindKernel(Kernel, L, Board)), Source(sourceDesign(Bound)) {
    R.Space = Space;
  }

  KernelSearchResult run() {
    const auto Start = std::chrono::steady_clock::now();
    R.Kernel = Kernel.Name;
    R.Board = Board.Name;
    Choices.emplace(Bound, L, R.Space, Source);
    bindGroups();
    Replays = Choices->replays();
    Found.resize(Replays.size());
    priceSource();
    priceAll();
    findFront();
    describe();
    R.WallSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
            .count();
    return std::move(R);
  }

private:
  /// A kernel under the launch with one of the work-groups.
  struct OfGroup {
    OfGroup(Launch Grouped, BoundKernel Kernel)
        : L(std::move(Grouped)), Bound(std::move(Kernel)), Replays(Bound, L) {}
    const Launch L;
    const BoundKernel Bound;
    const LaunchReplays Replays;
  };

  void bindGroups() {
    for (const auto &Size : Choices->Groups) {
      Launch OwnLaunch = L;
      if (Size)
        OwnLaunch.Local = Size;
      BoundKernel OwnBound =
          Size ? bindKernel(Kernel, OwnLaunch, Board) : Bound;
      Groups.emplace_back(std::move(OwnLaunch), std::move(OwnBound));
    }
  }

  void priceSource() {
    const BoardEstimate E = estimateBoard(Bound, L, Source, Board);
    const FitEstimate F = *fitDesign(Kernel, E, Board);
    R.Source = priceDesign(E, F, Source, R.Space.Clock);
    R.Available = F.Board;
    R.Error = F.Error;
    R.ClockError = F.ClockError;
    R.IsAtLeast = !F.Missing.empty();
    R.Why = E.doubt();
    if (R.IsAtLeast) {
      std::string Missing;
      for (const std::string &Class : F.Missing)
        Missing += (Missing.empty() ? "" : ", ") + Class;
      R.Notes.push_back("resources are a lower bound: the device file has no "
                        "structure for " +
                        Missing);
    }
  }

  void priceOne(size_t I) {
    const ReplayedDesign &Replayed = Replays[I];
    const OfGroup &Group = Groups[Replayed.Group];
    const BoardEstimate One =
        estimateBoard(Group.Bound, Group.Replays, Replayed.D, Board);
    double NumGroups = 1;
    for (uint64_t Number : One.LaunchReplay.NumGroups)
      NumGroups *= double(Number);
    for (uint32_t Units : Choices->computeUnits(NumGroups)) {
      const BoardEstimate E =
          Units == 1 ? One : withComputeUnits(Group.Bound, One, Units, Board);
      Found[I].push_back(priceDesign(E, *fitDesign(Kernel, E, Board),
                                     Replayed.D, R.Space.Clock));
    }
  }

  /// True where a part of design \p I does not fit, of one compute unit.
  bool isTooLarge(size_t I) const {
    return any_of(TooLarge, [&](size_t Small) {
      return Replays[Small].isPartOf(Replays[I]);
    });
  }

  /// Prices the designs level by level: what a lower level shows to be too
  /// large need not be replayed.
  void priceAll() {
    size_t Done = 0;
    for (size_t First = 0, Last = 0; First < Replays.size(); First = Last) {
      std::vector<size_t> Wanted;
      for (;
           Last < Replays.size() && Replays[Last].Level == Replays[First].Level;
           ++Last)
        if (!isTooLarge(Last))
          Wanted.push_back(Last);
      Done += Last - First - Wanted.size();
      priceLevel(Wanted, Done);
      R.Replays += Wanted.size();
      Done += Wanted.size();
      for (size_t I : Wanted)
        if (!R.fits(*min_element(Found[I], [](const auto &A, const auto &B) {
              return largestShare(A) < largestShare(B);
            })))
          TooLarge.push_back(I);
    }
  }

  void priceLevel(const std::vector<size_t> &Wanted, size_t DoneBefore) {
    std::atomic<size_t> Next = 0;
    std::mutex Telling;
    uint64_t Done = DoneBefore;
    auto Work = [&] {
      for (size_t At; (At = Next++) < Wanted.size();) {
        priceOne(Wanted[At]);
        const std::lock_guard Lock(Telling);
        ++Done;
        if (Progress)
          Progress(Done, Replays.size());
      }
    };
    const size_t Number = std::min<size_t>(
        std::max(1u, std::thread::hardware_concurrency()), Wanted.size());
    std::vector<std::thread> Workers;
    for (size_t I = 1; I < Number; ++I)
      Workers.emplace_back(Work);
    Work();
    for (std::thread &T : Workers)
      T.join();
  }

  /// Work-group of \p Replayed where it is not the launch's.
  WhatIf changed(const ReplayedDesign &Replayed,
                 const PricedKernelDesign &D) const {
    return {D.D, Choices->Groups[Replayed.Group]};
  }

  void add(const ReplayedDesign &Replayed, PricedKernelDesign D) {
    ++R.Priced;
    if (!R.fits(D)) {
      if (!R.TooLarge || largestShare(D) < largestShare(*R.TooLarge)) {
        say(Replayed, D);
        R.TooLarge = std::move(D);
      }
      return;
    }
    ++R.Fitting;
    for (const PricedKernelDesign &Kept : R.Front)
      if (isNoWorse(Kept, D))
        return;
    std::erase_if(R.Front, [&](const PricedKernelDesign &Kept) {
      return isNoWorse(D, Kept);
    });
    say(Replayed, D);
    R.Front.push_back(std::move(D));
  }

  void say(const ReplayedDesign &Replayed, PricedKernelDesign &D) const {
    D.WhatIf = whatIfText(Bound, Source, changed(Replayed, D));
    D.Changes = sourceChanges(Bound, Source, changed(Replayed, D), L.Local);
  }

  void findFront() {
    for (size_t I = 0; I < Replays.size(); ++I) {
      R.LeftOut += Found[I].empty();
      for (PricedKernelDesign &D : Found[I])
        add(Replays[I], std::move(D));
    }
    std::stable_sort(
        R.Front.begin(), R.Front.end(),
        [](const PricedKernelDesign &A, const PricedKernelDesign &B) {
          return std::tuple(A.Time.value(), A.Need.Logic) <
                 std::tuple(B.Time.value(), B.Need.Logic);
        });
    if (!R.Front.empty()) {
      R.Best = 0;
      R.TooLarge.reset();
    }
  }

  void describe() {
    R.Notes.insert(R.Notes.end(), Choices->Notes.begin(), Choices->Notes.end());
    if (!R.Best)
      return;
    for (const std::string &Guard : unrollGuards(Bound, R.Front[0].D))
      R.Notes.push_back("of the best: " + Guard);
  }

  const KernelSummary &Kernel;
  const Launch &L;
  const Device &Board;
  const SearchProgress &Progress;
  const BoundKernel Bound;
  const Design Source;
  std::optional<KernelChoices> Choices;
  std::deque<OfGroup> Groups; ///< which stay where they are
  std::vector<ReplayedDesign> Replays;
  std::vector<std::vector<PricedKernelDesign>> Found; ///< by replay
  std::vector<size_t> TooLarge; ///< replays of which no design fits
  KernelSearchResult R;
};

Error checkSearch(const KernelSummary &Kernel, const BoundKernel &Bound,
                  const Device &Board) {
  if (!Board.pricesPipelines() || !Board.Times || Board.Structures.empty())
    return createStringError(
        "device '" + Board.Name +
        "' has no `board` times and `structures`, by which designs of a "
        "compiled kernel are priced");
  if (Bound.Missing.empty())
    return Error::success();
  std::string Text = "kernel '" + Kernel.Name + "' cannot be priced:";
  for (const MissingInput &M : Bound.Missing)
    Text += "\n  " +
            (M.Loc ? "line " + std::to_string(M.Loc.Line) + ": " : "") +
            M.What + (M.Hint.empty() ? "" : "; " + M.Hint);
  return createStringError(Text);
}

} // namespace

Expected<KernelSearchResult> exploreKernel(const KernelSummary &Kernel,
                                           Launch L, const Device &Board,
                                           const KernelSpace &Space,
                                           const SearchProgress &Progress) {
  if (Error E = checkLaunch(Kernel, L))
    return E;
  if (Error E = checkSearch(Kernel, bindKernel(Kernel, L, Board), Board))
    return E;
  return KernelSearcher(Kernel, L, Board, Space, Progress).run();
}

} // namespace roofline
