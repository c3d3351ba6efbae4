// Reading what the user asks for.
#include "roofline/Hpca16/WhatIf.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <set>

namespace roofline {

/// Sets the unroll factor of the loop statement at \p Place, or says why not.
static std::optional<std::string> unrollAt(const BoundKernel &K,
                                           const SourcePlace &Place,
                                           uint32_t Factor, Design &D) {
  std::set<SourceLocation> Places;
  for (uint32_t Id = 0; Id < K.Loops.size(); ++Id) {
    const SourceLocation &Loc = K.Kernel->Loops[Id].Loc;
    if (Loc.Line != Place.first || (Place.second && Loc.Column != Place.second))
      continue;
    D.Unroll[Id] = copiesThatRun(K.Kernel->Loops[Id], Factor);
    Places.insert(Loc);
  }
  if (Places.empty())
    return "no loop starts at line " + toString(Place);
  if (Places.size() == 1)
    return std::nullopt;
  std::string Why = "several loops start at line " + toString(Place) +
                    "; say which one by ul@LINE:COLUMN=N:";
  for (const SourceLocation &Loc : Places)
    Why += " " + toString(SourcePlace{Loc.Line, Loc.Column});
  return Why;
}

static bool readNumber(std::string_view S, uint32_t &Value) {
  auto [End, Error] = std::from_chars(S.data(), S.data() + S.size(), Value);
  return Error == std::errc() && End == S.data() + S.size() && Value > 0;
}

/// "64", "16x16", "8x8x4".
static std::optional<std::array<uint64_t, 3>> parseGroup(std::string_view S) {
  std::array<uint64_t, 3> Size{1, 1, 1};
  for (uint64_t &Of : Size) {
    const size_t Cross = S.find('x');
    uint32_t Value = 0;
    if (!readNumber(S.substr(0, Cross), Value) || Value > 65536)
      return std::nullopt;
    Of = Value;
    if (Cross == S.npos)
      return Size;
    S.remove_prefix(Cross + 1);
  }
  return std::nullopt;
}

/// Applies one part of the text, "simd=2", to \p Changed, or says why not.
static std::optional<std::string> applyPart(std::string_view Name,
                                            std::string_view Value,
                                            const BoundKernel &K,
                                            WhatIf &Changed) {
  constexpr char Expected[] =
      "ul@LINE=N, simd=N, cu=N or wg=X[xY[xZ]] expected, N from 1 to 65536";
  if (Name == "wg") {
    Changed.Local = parseGroup(Value);
    return Changed.Local ? std::nullopt : std::optional(Expected);
  }
  uint32_t Factor = 0;
  if (!readNumber(Value, Factor) || Factor > 65536)
    return Expected;
  if (Name == "cu") {
    Changed.D.ComputeUnits = Factor;
    return std::nullopt;
  }
  if (Name == "simd") {
    if (Factor > 16 || (Factor & (Factor - 1)))
      return "simd has to be a power of two up to 16";
    Changed.D.Simd = Factor;
    return std::nullopt;
  }
  if (!Name.starts_with("ul@"))
    return Expected;
  const auto Place = parsePlace(Name.substr(3));
  return Place ? unrollAt(K, *Place, Factor, Changed.D) : Expected;
}

std::variant<WhatIf, std::string> parseWhatIf(std::string_view Text,
                                              const BoundKernel &K, Design D) {
  assert(K.Kernel && "a bound kernel has a summary");
  assert(D.Unroll.size() == K.Loops.size() &&
         "a design has an unroll factor for each loop");
  WhatIf Changed{std::move(D)};
  std::set<std::string_view> Seen;
  for (bool More = !Text.empty(); More;) {
    const std::string_view Part = Text.substr(0, Text.find(','));
    More = Part.size() < Text.size();
    Text.remove_prefix(std::min(Text.size(), Part.size() + 1));
    const size_t Equals = Part.find('=');
    const std::string_view Name = Part.substr(0, Equals);
    const std::string_view Value =
        Equals == Part.npos ? "" : Part.substr(Equals + 1);
    const std::string Error = "'" + std::string(Part) + "': ";
    if (auto Why = applyPart(Name, Value, K, Changed))
      return Error + *Why;
    if (!Seen.insert(Name).second)
      return Error + std::string(Name) + " is given twice";
  }
  return Changed;
}

// Writing it
// ---------------------------------------------------------------------------

namespace {

/// A loop statement whose factor differs.
struct ChangedLoop {
  SourceLocation Loc;
  uint32_t Factor = 1;
  bool SharesLine = false; ///< with another loop statement
};

std::vector<ChangedLoop> changedLoops(const BoundKernel &K, const Design &Base,
                                      const Design &D) {
  assert(Base.Unroll.size() == K.Loops.size() &&
         D.Unroll.size() == K.Loops.size() &&
         "both designs have an unroll factor for each loop");
  std::vector<ChangedLoop> Result;
  for (uint32_t Id = 0; Id < K.Loops.size(); ++Id) {
    const SourceLocation &Loc = K.Kernel->Loops[Id].Loc;
    if (D.Unroll[Id] == Base.Unroll[Id] ||
        std::any_of(Result.begin(), Result.end(),
                    [&](const ChangedLoop &L) { return L.Loc == Loc; }))
      continue;
    ChangedLoop Changed{Loc, D.Unroll[Id]};
    for (const Loop &Other : K.Kernel->Loops)
      Changed.SharesLine |= Other.Loc.Line == Loc.Line && Other.Loc != Loc;
    Result.push_back(Changed);
  }
  return Result;
}

std::string placeText(const ChangedLoop &L) {
  return toString(SourcePlace{L.Loc.Line, L.SharesLine ? L.Loc.Column : 0});
}

} // namespace

std::string groupText(const std::array<uint64_t, 3> &Size) {
  assert(Size[0] >= 1 && Size[1] >= 1 && Size[2] >= 1 &&
         "a group has at least one work-item along each dimension");
  std::string Text = std::to_string(Size[0]);
  if (Size[1] > 1 || Size[2] > 1)
    Text += "x" + std::to_string(Size[1]);
  return Size[2] > 1 ? Text + "x" + std::to_string(Size[2]) : Text;
}

std::string whatIfText(const BoundKernel &K, const Design &Base,
                       const WhatIf &Changed) {
  std::string Text;
  auto Add = [&](const std::string &Part) {
    Text += (Text.empty() ? "" : ",") + Part;
  };
  for (const ChangedLoop &L : changedLoops(K, Base, Changed.D))
    Add("ul@" + placeText(L) + "=" + std::to_string(L.Factor));
  if (Changed.D.Simd != Base.Simd)
    Add("simd=" + std::to_string(Changed.D.Simd));
  if (Changed.D.ComputeUnits != Base.ComputeUnits)
    Add("cu=" + std::to_string(Changed.D.ComputeUnits));
  if (Changed.Local)
    Add("wg=" + groupText(*Changed.Local));
  return Text;
}

std::vector<std::string>
sourceChanges(const BoundKernel &K, const Design &Base, const WhatIf &Changed,
              const std::optional<std::array<uint64_t, 3>> &Local) {
  std::vector<std::string> Result;
  for (const ChangedLoop &L : changedLoops(K, Base, Changed.D))
    Result.push_back("line " + placeText(L) + ": #pragma unroll " +
                     std::to_string(L.Factor));
  if (Changed.D.Simd != Base.Simd)
    Result.push_back("num_simd_work_items(" + std::to_string(Changed.D.Simd) +
                     ")");
  if (Changed.D.ComputeUnits != Base.ComputeUnits)
    Result.push_back("num_compute_units(" +
                     std::to_string(Changed.D.ComputeUnits) + ")");
  const auto &Size = Changed.Local ? Changed.Local : Local;
  const bool NeedsSize = Changed.Local || Changed.D.Simd > 1;
  if (Size && NeedsSize && !K.Kernel->Attributes.ReqdWorkGroupSize)
    Result.push_back("reqd_work_group_size(" + std::to_string((*Size)[0]) +
                     "," + std::to_string((*Size)[1]) + "," +
                     std::to_string((*Size)[2]) + ")");
  return Result;
}

} // namespace roofline
