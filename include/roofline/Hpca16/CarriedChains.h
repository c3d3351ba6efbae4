// Chains of operations between the ends of loop-carried dependences.
#ifndef ROOFLINE_HPCA16_CARRIEDCHAINS_H
#define ROOFLINE_HPCA16_CARRIEDCHAINS_H

#include "roofline/Kernel/KernelSummary.h"

#include <map>
#include <optional>
#include <vector>

namespace roofline {

/// Chains of all dependences of one loop. A large kernel has tens of thousands
/// of dependences that share few ends, so each end is followed once.
class CarriedChains {
public:
  /// \p Latency is the latency of each operation [cycle].
  CarriedChains(const KernelSummary &Kernel, const Loop &Carrying,
                const std::vector<double> &Latency);

  /// Returns the longest path [cycle] from the consumer to the producer of \p
  /// Dependence. Nothing where the producer does not depend on the consumer.
  std::optional<double> latency(uint32_t Dependence) const {
    return Latencies[Dependence];
  }

  /// Returns the inner loops that carry a part of the chain of \p Dependence.
  std::vector<uint32_t> loopsInside(uint32_t Dependence) const;

  /// True where the chain of \p Dependence leads to the producer of \p Inner, a
  /// dependence of a loop inside, and goes on at its consumer.
  bool passes(uint32_t Dependence, const CarriedDependence &Inner) const;

private:
  /// A subset of Ends, one bit for each end.
  class EndSet {
  public:
    explicit EndSet(size_t NumEnds) : Words((NumEnds + 63) / 64) {}
    void insert(uint32_t End) { Words[End / 64] |= uint64_t(1) << End % 64; }
    void insert(const EndSet &Other) {
      for (size_t I = 0; I < Words.size(); ++I)
        Words[I] |= Other.Words[I];
    }
    bool contains(uint32_t End) const {
      return Words[End / 64] >> End % 64 & 1;
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
    /// Maps an end to both ends of all dependences that have this end.
    std::map<uint32_t, EndSet> Dependences;
  };

  void findLoopsInside();
  uint32_t indexOf(uint32_t Op) const;
  std::vector<EndSet> endsReached(const std::vector<double> &Chain,
                                  uint32_t From) const;
  EndSet endsLeadingTo(uint32_t Producer, uint32_t First) const;

  const KernelSummary &Kernel;
  const Loop &Carrying;
  std::vector<std::optional<double>> Latencies; ///< by dependence
  std::vector<Inner> Inside;  ///< loops inside the carrying one
  std::vector<uint32_t> Ends; ///< ends of all dependences of Inside, sorted
  /// Ends of the inner dependences that a consumer leads to, by consumer and
  /// loop of Inside.
  std::map<uint32_t, std::vector<EndSet>> Reached;
  std::map<uint32_t, EndSet> ReachedEnds; ///< the ends alone, by consumer
  std::map<uint32_t, EndSet> Leading;     ///< ends that a producer depends on
};

} // namespace roofline

#endif
