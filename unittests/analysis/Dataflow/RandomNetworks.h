// Random networks for comparisons.
#ifndef ROOFLINE_UNITTESTS_RANDOMNETWORKS_H
#define ROOFLINE_UNITTESTS_RANDOMNETWORKS_H

#include "CycleByCycle.h"

#include <algorithm>
#include <random>

/// Random networks of pipelines.
class RandomNetworks {
public:
  RandomNetworks(unsigned Seed, roofline::StallStyle Style,
                 bool IsPlain = false)
      : Random(Seed), Style(Style), IsPlain(IsPlain) {}

  PlainNetwork network() {
    PlainNetwork N;
    const unsigned NumProcesses = upTo(2, 5);
    for (unsigned P = 0; P < NumProcesses; ++P) {
      PlainProcess To;
      To.Style = Style;
      const bool IsMixed =
          Style == roofline::StallStyle::Flushes && upTo(0, 3) == 0;
      if (IsMixed)
        To.Style = roofline::StallStyle::Freezes;
      const unsigned NumNests =
          To.Style == roofline::StallStyle::Flushes || IsPlain
              ? 1
              : upTo(1, 4) / 4 + 1;
      for (unsigned I = 0; I < NumNests; ++I)
        To.Nests.push_back(
            {upTo(1, 6) * upTo(1, 8), upTo(1, 6) / 4 + 1, upTo(4, 12), {}});
      N.Processes.push_back(To);
    }
    for (unsigned P = 1; P < NumProcesses; ++P)
      join(N, upTo(0, P - 1), P);
    for (unsigned More = upTo(0, 3); More > 0; --More) {
      unsigned To = upTo(1, NumProcesses - 1);
      join(N, upTo(0, To - 1), To);
    }
    if (upTo(0, 5) == 0) // feedback
      join(N, NumProcesses - 1, 0);
    return N;
  }

  unsigned upTo(unsigned Least, unsigned Most) {
    return std::uniform_int_distribution<unsigned>(Least, Most)(Random);
  }

private:
  /// Count of Trips iterations: at the beginning, the end, evenly or anywhere.
  std::vector<bool> choose(uint64_t Trips, uint64_t Count) {
    std::vector<bool> Chosen(Trips);
    const unsigned Form = upTo(0, 3);
    for (uint64_t I = 0; I < Count; ++I)
      Chosen[Form == 0   ? I
             : Form == 1 ? Trips - 1 - I
                         : I * (Trips / Count)] = true;
    if (Form == 3)
      std::shuffle(Chosen.begin(), Chosen.end(), Random);
    return Chosen;
  }

  void join(PlainNetwork &N, unsigned From, unsigned To) {
    if (!IsPlain && upTo(0, 7) == 0 && From < To) {
      N.Arrays.push_back({"a", From, {To}, upTo(1, 2), {}});
      return;
    }
    PlainNest &Writer = anyNest(N.Processes[From]);
    PlainNest &Reader = anyNest(N.Processes[To]);
    roofline::Fifo F;
    F.Depth = upTo(0, 1) ? upTo(1, 6) : upTo(6, 40);
    F.Latency = upTo(1, 4) / 4 + 1;
    const auto Id = uint32_t(N.Fifos.size());
    N.Fifos.push_back(F);
    uint64_t Count = std::min(Writer.Trips, Reader.Trips);
    if (upTo(0, 3) == 0)
      Count = upTo(1, unsigned(Count));
    Writer.Accesses.push_back(
        {Id, true, upTo(2, Writer.Depth - 1), choose(Writer.Trips, Count)});
    const bool IsShort = upTo(0, 30) == 0 && Count > 1;
    Reader.Accesses.push_back(
        {Id, false, upTo(0, 2), choose(Reader.Trips, Count - IsShort)});
  }

  PlainNest &anyNest(PlainProcess &P) {
    return P.Nests[upTo(0, unsigned(P.Nests.size()) - 1)];
  }

  std::mt19937 Random;
  roofline::StallStyle Style;
  bool IsPlain; ///< one nest a process, and FIFOs alone
};

#endif
