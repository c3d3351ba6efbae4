// A function of one index of a launch, as lines.
#include "roofline/IndexForms/Axis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace llvm;

namespace roofline {

static bool follows(const Line &L, int64_t Value) {
  int64_t Next;
  return !__builtin_add_overflow(L.end(), L.Slope, &Next) && Next == Value;
}

void appendLine(std::vector<Line> &Lines, Line Next) {
  assert(Next.First <= Next.Last && "a line has an index");
  assert((Lines.empty() || Next.First == Lines.back().Last + 1) &&
         "a line begins where the one before ends");
  if (Next.size() == 1)
    Next.Slope = 0;
  if (Lines.empty()) {
    Lines.push_back(Next);
    return;
  }
  Line &Last = Lines.back();
  int64_t Step;
  if (Last.size() == 1 &&
      !__builtin_sub_overflow(Next.Value, Last.Value, &Step))
    Last.Slope = Step; // two values are always a line
  if (!follows(Last, Next.Value)) {
    if (Last.size() == 1)
      Last.Slope = 0;
    Lines.push_back(Next);
    return;
  }
  if (Next.size() == 1 || Next.Slope == Last.Slope) {
    Last.Last = Next.Last;
    return;
  }
  ++Last.Last;
  Line Rest = {Next.First + 1, Next.Last, Next.at(Next.First + 1),
               Next.size() > 2 ? Next.Slope : 0};
  Lines.push_back(Rest);
}

static const Line *lineAt(const Axis &A, int64_t Index) {
  auto IsBefore = [&](const Line &L) { return L.Last < Index; };
  return &*partition_point(A.Lines, IsBefore);
}

int64_t Axis::at(int64_t Index) const {
  assert((Lines.empty() ||
          (Index >= Lines.front().First && Index <= Lines.back().Last)) &&
         "a table has a value for the index");
  return Lines.empty() ? Slope * Index : lineAt(*this, Index)->at(Index);
}

bool Axis::fits(int64_t Size) const {
  assert(Size >= 1 && "a dimension has an index");
  int64_t End;
  return isTable() || !__builtin_mul_overflow(Slope, Size - 1, &End);
}

/// \p L from \p First to \p Last, which lie in it.
static Line part(const Line &L, int64_t First, int64_t Last) {
  return {First, Last, L.at(First), First == Last ? 0 : L.Slope};
}

std::vector<Line> Axis::within(int64_t First, int64_t Last) const {
  if (First > Last)
    return {};
  if (Lines.empty())
    return {{First, Last, Slope * First, First == Last ? 0 : Slope}};
  std::vector<Line> Result;
  for (const Line *L = lineAt(*this, First), *End = Lines.data() + Lines.size();
       L != End && L->First <= Last; ++L)
    Result.push_back(
        part(*L, std::max(First, L->First), std::min(Last, L->Last)));
  return Result;
}

namespace {

/// The halving of combine().
class Combination {
public:
  Combination(function_ref<std::optional<int64_t>(ArrayRef<int64_t>)> ValueAt,
              function_ref<bool(ArrayRef<Line>)> IsStraight)
      : ValueAt(ValueAt), IsStraight(IsStraight) {}

  /// Between the ends of \p Operands, which are all the same. False: no value.
  bool add(ArrayRef<Line> Operands) {
    int64_t First = Operands[0].First, Last = Operands[0].Last;
    std::optional<int64_t> From = at(Operands, First), To = at(Operands, Last);
    if (!From || !To || Result.size() > MaxLines)
      return false;
    int64_t Steps = Last - First, Rise;
    if (Steps > 1 && IsStraight(Operands) &&
        !__builtin_sub_overflow(*To, *From, &Rise) && Rise % Steps == 0) {
      appendLine(Result, {First, Last, *From, Rise / Steps});
      return true;
    }
    if (Steps <= 1) {
      appendLine(Result, {First, First, *From, 0});
      if (Steps)
        appendLine(Result, {Last, Last, *To, 0});
      return true;
    }
    int64_t Middle = First + Steps / 2;
    SmallVector<Line, 3> Half;
    for (const Line &L : Operands)
      Half.push_back(part(L, First, Middle));
    if (!add(Half))
      return false;
    for (const auto &[H, L] : zip_equal(Half, Operands))
      H = part(L, Middle + 1, Last);
    return add(Half);
  }

  std::vector<Line> Result;

private:
  std::optional<int64_t> at(ArrayRef<Line> Operands, int64_t Index) const {
    SmallVector<int64_t, 3> Numbers;
    for (const Line &L : Operands)
      Numbers.push_back(L.at(Index));
    return ValueAt(Numbers);
  }

  function_ref<std::optional<int64_t>(ArrayRef<int64_t>)> ValueAt;
  function_ref<bool(ArrayRef<Line>)> IsStraight;
};

/// The lines of an operand, its constant added; nothing beyond 64 bits.
std::optional<std::vector<Line>> linesOf(int64_t Size,
                                         const AxisOperand &Operand) {
  const Axis None;
  const Axis &Along = Operand.Along ? *Operand.Along : None;
  if (!Along.fits(Size))
    return std::nullopt;
  std::vector<Line> Lines = Along.within(0, Size - 1);
  for (Line &L : Lines) {
    int64_t End;
    if (__builtin_add_overflow(L.end(), Operand.Constant, &End) ||
        __builtin_add_overflow(L.Value, Operand.Constant, &L.Value))
      return std::nullopt;
  }
  return Lines;
}

} // namespace

std::optional<std::vector<Line>>
combine(int64_t Size, ArrayRef<AxisOperand> Operands,
        function_ref<std::optional<int64_t>(ArrayRef<int64_t>)> ValueAt,
        function_ref<bool(ArrayRef<Line>)> IsStraight) {
  assert(Size >= 1 && "a dimension has an index");
  SmallVector<std::vector<Line>, 3> All;
  for (const AxisOperand &O : Operands) {
    std::optional<std::vector<Line>> Lines = linesOf(Size, O);
    if (!Lines)
      return std::nullopt;
    All.push_back(std::move(*Lines));
  }
  Combination C(ValueAt, IsStraight);
  SmallVector<size_t, 3> Next(All.size(), 0);
  for (int64_t First = 0; First < Size;) {
    int64_t Last = Size - 1;
    for (const auto &[Lines, N] : zip_equal(All, Next))
      Last = std::min(Last, Lines[N].Last);
    SmallVector<Line, 3> Now;
    for (const auto &[Lines, N] : zip_equal(All, Next)) {
      Now.push_back(part(Lines[N], First, Last));
      N += Lines[N].Last == Last;
    }
    if (!C.add(Now))
      return std::nullopt;
    First = Last + 1;
  }
  return std::move(C.Result);
}

std::vector<std::pair<int64_t, int64_t>> indicesWhere(int64_t Size,
                                                      AxisOperand Operand,
                                                      ArrayRef<int64_t> Values,
                                                      bool IsOne) {
  assert(Size >= 1 && "a dimension has an index");
  std::vector<std::pair<int64_t, int64_t>> Runs;
  auto Add = [&](int64_t First, int64_t Last) {
    if (First > Last)
      return;
    if (!Runs.empty() && Runs.back().second == First - 1)
      Runs.back().second = Last;
    else
      Runs.push_back({First, Last});
  };
  for (const Line &L :
       (Operand.Along ? *Operand.Along : Axis()).within(0, Size - 1)) {
    // A line has each value once, or one value alone.
    std::vector<std::pair<int64_t, int64_t>> Hits;
    for (int64_t Value : Values) {
      int64_t Rise;
      if (__builtin_sub_overflow(Value, Operand.Constant, &Rise) ||
          __builtin_sub_overflow(Rise, L.Value, &Rise) ||
          (L.Slope == -1 && Rise == std::numeric_limits<int64_t>::min()))
        continue;
      if (L.Slope == 0 && Rise == 0)
        Hits.push_back({L.First, L.Last});
      else if (L.Slope && Rise % L.Slope == 0 && Rise / L.Slope >= 0 &&
               Rise / L.Slope < L.size())
        Hits.push_back({L.First + Rise / L.Slope, L.First + Rise / L.Slope});
    }
    sort(Hits);
    Hits.erase(std::unique(Hits.begin(), Hits.end()), Hits.end());
    int64_t From = L.First;
    for (auto [First, Last] : Hits) {
      IsOne ? Add(First, Last) : Add(From, First - 1);
      From = Last + 1;
    }
    if (!IsOne)
      Add(From, L.Last);
  }
  return Runs;
}

void intersect(IndexSet &Set, ArrayRef<std::pair<int64_t, int64_t>> With) {
  if (!Set) {
    Set.emplace(With.begin(), With.end());
    return;
  }
  std::vector<std::pair<int64_t, int64_t>> Both;
  const auto *Other = With.begin();
  for (auto [First, Last] : *Set) {
    while (Other != With.end() && Other->second < First)
      ++Other;
    for (const auto *In = Other; In != With.end() && In->first <= Last; ++In)
      Both.push_back({std::max(First, In->first), std::min(Last, In->second)});
  }
  Set = std::move(Both);
}

} // namespace roofline
