// Reading what the user asks for.
#include "roofline/Hpca16/WhatIf.h"

#include <algorithm>
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
    D.Unroll[Id] = Factor;
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

std::variant<Design, std::string> parseWhatIf(std::string_view Text,
                                              const BoundKernel &K, Design D) {
  auto Number = [](std::string_view S, uint32_t &Value) {
    auto [End, Error] = std::from_chars(S.data(), S.data() + S.size(), Value);
    return Error == std::errc() && End == S.data() + S.size() && Value > 0;
  };
  std::set<std::string_view> Seen;
  for (bool More = !Text.empty(); More;) {
    std::string_view Part = Text.substr(0, Text.find(','));
    More = Part.size() < Text.size();
    Text.remove_prefix(std::min(Text.size(), Part.size() + 1));
    size_t Equals = Part.find('=');
    std::string_view Name = Part.substr(0, Equals);
    uint32_t Factor = 0;
    std::string Error = "'" + std::string(Part) + "': ";
    if (Equals == std::string_view::npos ||
        !Number(Part.substr(Equals + 1), Factor) || Factor > 65536)
      return Error + "ul@LINE=N, simd=N or cu=N expected, N from 1 to 65536";
    if (!Seen.insert(Name).second)
      return Error + std::string(Name) + " is given twice";
    if (Name == "cu") {
      D.ComputeUnits = Factor;
    } else if (Name == "simd") {
      if (Factor > 16 || (Factor & (Factor - 1)))
        return Error + "simd has to be a power of two up to 16";
      D.Simd = Factor;
    } else if (auto Place = Name.starts_with("ul@") ? parsePlace(Name.substr(3))
                                                    : std::nullopt) {
      if (auto Why = unrollAt(K, *Place, Factor, D))
        return Error + *Why;
    } else {
      return Error + "ul@LINE=N, simd=N or cu=N expected";
    }
  }
  return D;
}

} // namespace roofline
