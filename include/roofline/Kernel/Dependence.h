// When a loop reads what an earlier iteration of it wrote.
//
/// \file
/// Both addresses are affine in the counters of the loop, of the loops around
/// it, which stand still meanwhile, and of the loops inside, each of which
/// passes its whole range in every iteration. The test is exact where those
/// ranges are numbers, up to a search that is cut off on the safe side.
///
/// A loop inside that does nothing but move the elements of an array makes it a
/// shift register: what is stored in one element is read from another, as many
/// iterations later as there are moves in between.
#ifndef ROOFLINE_KERNEL_DEPENDENCE_H
#define ROOFLINE_KERNEL_DEPENDENCE_H

#include "roofline/Kernel/KernelSummary.h"

#include <functional>
#include <optional>
#include <vector>

namespace roofline {

/// Iterations from a write to the first read of what it wrote.
struct Meeting {
  enum class Kind : uint8_t { Never, After, Unknown };
  Kind K = Kind::Unknown;
  int64_t Distance = 1; ///< [iteration] where After: no read meets it sooner
  bool operator==(const Meeting &) const = default;
};

/// The most iterations that a loop has whenever it is entered, a closed form
/// or a number; nothing where that is not known.
using MostTrips = std::function<std::optional<Expr>(uint32_t Loop)>;

struct ShiftRegister;

/// Meetings of the accesses inside one loop.
class LoopMeetings {
public:
  /// Symbols that \p Value binds are numbers. Refers to \p Kernel.
  LoopMeetings(
      const KernelSummary &Kernel, uint32_t Loop, MostTrips Trips,
      SymbolValue Value = [](std::string_view) {
        return std::optional<int64_t>();
      });

  ~LoopMeetings();
  LoopMeetings(const LoopMeetings &) = delete;
  LoopMeetings &operator=(const LoopMeetings &) = delete;

  /// A place in a ring: Scale * (Position % Modulus) [byte].
  struct Ring {
    int64_t Scale = 0, Modulus = 0;
    Expr Position;
  };

  /// An access as the iterations of the loop move it.
  struct Access {
    uint32_t NumBytes = 0;
    bool HasIndex = false;
    Expr Offset, Step, Irregular;           ///< [byte]
    std::vector<IndexTerm> Outer, Inner;    ///< the other terms
    bool IsIrregular = false;               ///< along the loop
    bool IsIrregularInside = false;         ///< along a loop inside
    std::optional<Ring> Place;              ///< Irregular, where it is one
    const ShiftRegister *Shifted = nullptr; ///< its array
    bool IsMove = false;                    ///< what shifts it
    bool IsAfterMove = false;               ///< in the order of an iteration
  };
  /// The access is valid as long as this is.
  Access along(const MemoryAccess &A) const;

  /// The meeting of two accesses of one array; \p Read may be \p Write itself.
  Meeting of(const Access &Write, const Access &Read) const;

  /// The offsets of writes, up to a constant, that may meet \p Read though the
  /// way between them is no number; all others are at an unknown distance.
  std::vector<Expr> symbolicReach(const Access &Read) const;

private:
  Meeting ofAddresses(const Access &Write, const Access &Read) const;
  static Access followed(Access A);
  bool isMovedTo(const Access &A) const;
  /// A counter's part in the distance of two addresses: Coefficient times
  /// Least to Most, which may be infinite.
  struct Range {
    double Coefficient, Least, Most;
  };
  std::optional<std::vector<Range>> rangesInside(const Access &Write,
                                                 const Access &Read) const;
  Meeting symbolic(const Expr &Step, const Expr &Gap, uint32_t MostBytes) const;
  Meeting nearest(double Step, double Gap, std::vector<Range> Inside,
                  uint32_t WriteBytes, uint32_t ReadBytes) const;
  Meeting inMovingRing(const Ring &Write, const Ring &Read) const;
  static bool canBeIn(const std::vector<Range> &Of, size_t First, double Least,
                      double Most);

  const KernelSummary &Kernel;
  std::string Variable;
  MostTrips Trips;
  SymbolValue Value;
  std::optional<Expr> Trip;   ///< of the loop itself
  std::vector<bool> IsInside; ///< by loop
  std::vector<ShiftRegister> Shifts;
};

} // namespace roofline

#endif
