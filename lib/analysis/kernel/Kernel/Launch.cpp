// The texts of a launch.
#include "roofline/Kernel/Launch.h"

#include <array>
#include <cassert>
#include <charconv>

namespace roofline {

std::optional<SourcePlace> parsePlace(std::string_view Text) {
  auto Number = [](std::string_view S) -> uint32_t {
    uint32_t Value = 0;
    auto [End, Error] = std::from_chars(S.data(), S.data() + S.size(), Value);
    return Error == std::errc() && End == S.data() + S.size() ? Value : 0;
  };
  const size_t Colon = Text.find(':');
  const SourcePlace Place = {
      Number(Text.substr(0, Colon)),
      Colon == Text.npos ? 0 : Number(Text.substr(Colon + 1))};
  const bool IsWhole = Place.first && (Colon == Text.npos || Place.second);
  return IsWhole ? std::optional(Place) : std::nullopt;
}

std::string toString(const SourcePlace &Place) {
  return std::to_string(Place.first) +
         (Place.second ? ":" + std::to_string(Place.second) : "");
}

Launch withValues(Launch L, const std::vector<int64_t> &Values) {
  assert(Values.size() == L.Maxima.size() &&
         "each argument that is known at run time has a value");
  size_t I = 0;
  for (const auto &[Name, Most] : L.Maxima)
    L.Args[Name] = Values[I++];
  for (size_t D = 0; D < 3; ++D)
    if (auto Of = L.Args.find(L.GlobalNames[D]); Of != L.Args.end())
      L.Global[D] = uint64_t(Of->second);
  return L;
}

std::string numberText(double Value) {
  std::array<char, 32> Text;
  char *End = std::to_chars(Text.data(), Text.data() + Text.size(), Value).ptr;
  std::string Short(Text.data(), End);
  return Short.find_first_of(".e") == Short.npos ? Short + ".0" : Short;
}

std::vector<std::pair<std::string, std::string>>
argumentTexts(const Launch &L) {
  std::vector<std::pair<std::string, std::string>> Texts;
  for (const auto &[Name, Value] : L.Args)
    Texts.emplace_back(Name, std::to_string(Value));
  for (const auto &[Name, Value] : L.Floats)
    Texts.emplace_back(Name, numberText(Value));
  return Texts;
}

std::map<std::string, std::string> turnsOf(const std::vector<SwapPair> &Swap) {
  std::map<std::string, std::string> Next, Before;
  for (const auto &[Read, Written] : Swap) {
    Next.emplace(Read, Written);
    Before.emplace(Written, Read);
  }
  for (const auto &[Read, Written] : Swap) {
    if (Before.count(Read))
      continue;
    std::string Last = Written; // Read begins a chain, which Last ends
    for (auto It = Next.find(Last); It != Next.end(); It = Next.find(Last))
      Last = It->second;
    Next[Last] = Read;
  }
  return Next;
}

} // namespace roofline
