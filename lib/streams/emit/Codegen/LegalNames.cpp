// Names that a language accepts.
#include "roofline/Codegen/LegalNames.h"

#include <algorithm>
#include <iterator>

namespace roofline {
namespace {

/// IEEE 1364-2005 annex B and the words that IEEE 1800-2017 adds; sorted.
constexpr std::string_view VerilogKeywords[] = {
#include "VerilogKeywords.def"
};

/// Words of C11, C++20 and OpenCL C 3.0, and what the programs call; sorted.
constexpr std::string_view CKeywords[] = {
#include "CKeywords.def"
};

bool isLetter(char C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z');
}
bool isDigit(char C) { return C >= '0' && C <= '9'; }

} // namespace

VerilogNames::VerilogNames() : LegalNames(VerilogKeywords) {}
CNames::CNames() : LegalNames(CKeywords) {}

std::string oneLine(std::string_view Text) {
  std::string Line(Text);
  std::replace_if(
      Line.begin(), Line.end(),
      [](char C) { return (C >= 0 && C < ' ') || C == '\x7f' || C == '\\'; },
      '?');
  return Line;
}

std::string LegalNames::legal(std::string_view Wanted) {
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
  auto IsKeyword = [&](const std::string &Word) {
    return std::find(Keywords.begin(), Keywords.end(), Word) != Keywords.end();
  };
  std::string Distinct = Name;
  for (unsigned I = 1; IsKeyword(Distinct) || !Taken.insert(Distinct).second;
       ++I)
    Distinct = Name + "_" + std::to_string(I);
  return Distinct;
}

} // namespace roofline
