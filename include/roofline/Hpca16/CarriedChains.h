// The operations that connect the ends of what a loop carries.
#ifndef ROOFLINE_HPCA16_CARRIEDCHAINS_H
#define ROOFLINE_HPCA16_CARRIEDCHAINS_H

#include "roofline/Kernel/KernelSummary.h"

#include <map>
#include <optional>
#include <vector>

namespace roofline {

/// For each dependence of one loop. Large kernels have tens of thousands that
/// share few ends: each end is followed once.
class CarriedChains {
public:
  /// \p Latency by operation [cycle].
  CarriedChains(const KernelSummary &Kernel, const Loop &Carrying,
                const std::vector<double> &Latency);

  /// Longest path from the consumer to the producer of \p Dependence [cycle];
  /// nothing where the producer does not depend on the consumer.
  std::optional<double> latency(uint32_t Dependence) const {
    return Latencies[Dependence];
  }

  /// The loops inside that carry a part of the chain of \p Dependence.
  std::vector<uint32_t> loopsInside(uint32_t Dependence) const;

private:
  /// Some of Ends, a bit each.
  class EndSet {
  public:
    explicit EndSet(size_t NumEnds) : Words((NumEnds + 63) / 64) {}
    void insert(uint32_t End) { Words[End / 64] |= uint64_t(1) << End % 64; }
    void insert(const EndSet &Other) {
      for (size_t I = 0; I < Words.size(); ++I)
        Words[I] |= Other.Words[I];
    }
    bool meets(const EndSet &Other) const {
      for (size_t I = 0; I < Words.size(); ++I)
        if (Words[I] & Other.Words[I])
          return true;
      return false;
    }

  private:
    std::vector<uint64_t> Words;
  };
  struct Inner {
    uint32_t Loop;
    /// By end, both ends of each dependence that has it.
    std::map<uint32_t, EndSet> Dependences;
  };

  void findLoopsInside();
  std::vector<EndSet> endsReached(const std::vector<double> &Chain,
                                  uint32_t From) const;
  EndSet endsLeadingTo(uint32_t Producer, uint32_t First) const;

  const KernelSummary &Kernel;
  const Loop &Carrying;
  std::vector<std::optional<double>> Latencies; ///< by dependence
  std::vector<Inner> Inside;
  std::vector<uint32_t> Ends; ///< operations of dependences of Inside, sorted
  /// By consumer, of each loop of Inside the ends of the dependences that the
  /// consumer leads to.
  std::map<uint32_t, std::vector<EndSet>> Reached;
  std::map<uint32_t, EndSet> Leading; ///< by producer, what it depends on
};

} // namespace roofline

#endif
