// A place in a pattern of local cycles.
#ifndef ROOFLINE_LIB_DATAFLOW_CURSOR_H
#define ROOFLINE_LIB_DATAFLOW_CURSOR_H

#include "roofline/Dataflow/DataflowNetwork.h"

#include <cassert>
#include <optional>

namespace roofline::dataflow {

constexpr uint64_t Never = UINT64_MAX;

/// Goes through the issues of one access, one after another.
class Cursor {
public:
  Cursor() = default;
  explicit Cursor(const FifoAccess &A) : Access(&A) { enter(0); }

  /// [cycle] Local cycle of the access; Never behind the last one.
  uint64_t cycle() const { return Cycle; }
  const FifoAccess &access() const { return *Access; }

  void next() {
    const std::vector<ProgressionLevel> &Levels = Access->Issues[Part].Levels;
    for (size_t I = Levels.size(); I-- > 0;) {
      if (++Digits[I] < Levels[I].Count) {
        Cycle += Levels[I].Step;
        return;
      }
      Cycle -= (Levels[I].Count - 1) * Levels[I].Step;
      Digits[I] = 0;
    }
    enter(Part + 1);
  }

  /// A step that, repeated, leads from one cursor to the next.
  struct Shift {
    size_t Level = 0;
    uint64_t Number = 0; ///< 0: the cursor stands still
    uint64_t Room = 0;   ///< repetitions that the pattern still allows
  };

  /// Returns the shift from \p Before; nothing where there is none.
  std::optional<Shift> shiftFrom(const Cursor &Before) const {
    if (Part != Before.Part)
      return std::nullopt;
    Shift S;
    for (size_t I = 0; I < Digits.size(); ++I) {
      if (Digits[I] == Before.Digits[I])
        continue;
      if (S.Number || Digits[I] < Before.Digits[I])
        return std::nullopt;
      S = {I, Digits[I] - Before.Digits[I], 0};
      S.Room =
          (Access->Issues[Part].Levels[I].Count - 1 - Digits[I]) / S.Number;
    }
    return S;
  }

  void repeat(const Shift &S, uint64_t Times) {
    if (!S.Number)
      return;
    assert(Times <= S.Room && "the pattern ends before");
    Digits[S.Level] += S.Number * Times;
    Cycle += Access->Issues[Part].Levels[S.Level].Step * S.Number * Times;
  }

private:
  void enter(size_t Wanted) {
    Part = Wanted;
    if (Part >= Access->Issues.size()) {
      Cycle = Never;
      Digits.clear();
      return;
    }
    Cycle = Access->Issues[Part].First + Access->Stage;
    Digits.assign(Access->Issues[Part].Levels.size(), 0);
  }

  const FifoAccess *Access = nullptr;
  size_t Part = 0;
  uint64_t Cycle = Never;
  std::vector<uint64_t> Digits;
};

} // namespace roofline::dataflow

#endif
