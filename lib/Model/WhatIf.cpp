// Designs that the user asks for: "ul@12=4,simd=2,cu=2".
#include "roofline/Model/Advice.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace roofline {

/// Sets the unroll factor of the loops whose statement is at \p Line.
static bool unrollAt(const BoundKernel &K, uint32_t Line, uint32_t Factor,
                     Design &D) {
  bool Found = false;
  for (uint32_t Id = 0; Id < K.Loops.size(); ++Id)
    if (K.Kernel->Loops[Id].Loc.Line == Line) {
      D.Unroll[Id] = Factor;
      Found = true;
    }
  return Found;
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
    uint32_t Factor = 0, Line = 0;
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
    } else if (Name.starts_with("ul@") && Number(Name.substr(3), Line)) {
      if (!unrollAt(K, Line, Factor, D))
        return Error + "no loop starts at line " + std::to_string(Line);
    } else {
      return Error + "ul@LINE=N, simd=N or cu=N expected";
    }
  }
  return D;
}

} // namespace roofline
