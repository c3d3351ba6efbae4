// Names that Verilog accepts.
#include "VerilogNames.h"

#include <algorithm>
#include <iterator>

namespace roofline {
namespace {

/// IEEE 1364-2005 annex B and the words that IEEE 1800-2017 adds; sorted.
constexpr std::string_view Keywords[] = {
#include "VerilogKeywords.def"
};

bool isKeyword(const std::string &Name) {
  return std::find(std::begin(Keywords), std::end(Keywords), Name) !=
         std::end(Keywords);
}

bool isLetter(char C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z');
}
bool isDigit(char C) { return C >= '0' && C <= '9'; }

} // namespace

std::string VerilogNames::legal(std::string_view Wanted) {
  std::string Name;
  for (char C : Wanted)
    if (isLetter(C) || isDigit(C))
      Name += C;
    else if (!Name.empty() && Name.back() != '_')
      Name += '_';
  while (!Name.empty() && Name.back() == '_')
    Name.pop_back();
  if (Name.empty() || isDigit(Name.front()))
    Name = "n" + Name;
  std::string Distinct = Name;
  for (unsigned I = 1; isKeyword(Distinct) || !Taken.insert(Distinct).second;
       ++I)
    Distinct = Name + "_" + std::to_string(I);
  return Distinct;
}

} // namespace roofline
