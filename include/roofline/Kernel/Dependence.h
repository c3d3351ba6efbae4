// Distances from a write in a loop to a read in a later iteration.
//
/// \file
/// Both addresses are affine in the counters of the loop, of the loops around
/// it and of the loops inside it. The counters of the loops around stay
/// constant meanwhile. Each loop inside passes its whole range in every
/// iteration. The test is exact where those ranges are numbers; a search that
/// takes too long stops on the safe side.
///
/// An inner loop that only moves the elements of an array makes the array a
/// shift register. A value stored in one element is then read from another
/// element, and the number of moves in between is the distance in iterations.
#ifndef ROOFLINE_KERNEL_DEPENDENCE_H
#define ROOFLINE_KERNEL_DEPENDENCE_H

#include "roofline/Kernel/KernelSummary.h"

#include <functional>
#include <optional>
#include <vector>

namespace roofline {

/// Iterations from a write to the first read of the written bytes.
struct Meeting {
  enum class Kind : uint8_t { Never, After, Unknown };
  Kind K = Kind::Unknown;
  int64_t Distance = 1; ///< [iteration] for After: the least distance
  bool operator==(const Meeting &) const = default;
};

/// True for i += 4, whose copies have an offset each where the loop is
/// unrolled: they do not wait for each other.
bool isCounter(const KernelSummary &Kernel, const CarriedDependence &Dep);

/// Returns the most iterations [iteration] that a loop has per entry, a closed
/// form or a number; nothing where unknown.
using MostTrips = std::function<std::optional<Expr>(uint32_t Loop)>;

struct ShiftRegister;

/// Meetings of the accesses inside one loop.
class LoopMeetings {
public:
  /// \p Value gives symbols a number. \p Kernel must outlive the object.
  LoopMeetings(
      const KernelSummary &Kernel, uint32_t Loop, MostTrips Trips,
      SymbolValue Value = [](std::string_view) {
        return std::optional<int64_t>();
      });

  ~LoopMeetings();
  LoopMeetings(const LoopMeetings &) = delete;
  LoopMeetings &operator=(const LoopMeetings &) = delete;

  /// An offset in a ring: Scale * (Position % Modulus) [byte].
  struct Ring {
    int64_t Scale = 0, Modulus = 0;
    Expr Position;
  };

  /// An access with its movement along the loop.
  struct Access {
    uint32_t NumBytes = 0; ///< [byte]
    bool HasIndex = false;
    Expr Offset, Step, Irregular;        ///< [byte] Step is per iteration
    std::vector<IndexTerm> Outer, Inner; ///< terms of loops around and inside
    bool IsIrregular = false;            ///< along the loop
    bool IsIrregularInside = false;      ///< along a loop inside
    std::optional<Ring> Place;           ///< Irregular as a place in a ring
    /// The shift register that it accesses; null for other arrays.
    const ShiftRegister *Shifted = nullptr;
    bool IsMove = false;      ///< is a move of the shift register itself
    bool IsAfterMove = false; ///< comes after the moves in an iteration
  };
  /// Returns \p A with its movement along the loop. This object must outlive
  /// the result.
  Access along(const MemoryAccess &A) const;

  /// Returns the meeting of two accesses to one array. \p Read may be \p Write
  /// itself.
  Meeting of(const Access &Write, const Access &Read) const;

  /// Returns the offsets of writes, up to a constant, for which of() may find a
  /// meeting with \p Read although the distance in bytes is no number. Writes
  /// with other symbolic offsets are at an unknown distance.
  std::vector<Expr> symbolicReach(const Access &Read) const;

private:
  Meeting ofAddresses(const Access &Write, const Access &Read) const;
  static Access followed(Access A);
  bool isMovedTo(const Access &A) const;
  /// Contribution of a counter to the distance of two addresses: Coefficient
  /// times a number from Least to Most, which may be infinite.
  struct Range {
    double Coefficient, Least, Most;
  };
  std::optional<std::vector<Range>> rangesInside(const Access &Write,
                                                 const Access &Read) const;
  static Access inOneRow(Access A);
  bool areRowsInsideApart(const Access &A, const Expr &Gap,
                          uint32_t MostBytes) const;
  Meeting symbolic(const Expr &Step, const Expr &Gap, uint32_t MostBytes) const;
  Meeting nearest(double Step, double Gap, std::vector<Range> Inside,
                  bool AreRowsApart, uint32_t WriteBytes,
                  uint32_t ReadBytes) const;
  Meeting inMovingRing(const Ring &Write, const Ring &Read) const;
  static bool canBeIn(const std::vector<Range> &Ranges, size_t First,
                      double Least, double Most);

  const KernelSummary &Kernel;
  std::string Variable;
  MostTrips Trips;
  SymbolValue Value;
  std::optional<Expr> Trip;   ///< [iteration] of the loop itself
  std::vector<bool> IsInside; ///< by loop: stands inside the loop
  std::vector<ShiftRegister> Shifts;
};

} // namespace roofline

#endif
