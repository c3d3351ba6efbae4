// BLIF as yosys writes it: a cell a line.
#include "Netlist.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace roofline::bench {

namespace {

/// The cells of one module, by what they drive.
struct Module {
  struct Cell {
    bool IsLut = false;
    std::map<std::string, std::string> Pins;
  };
  std::map<std::string, Cell> Drivers;
  std::map<std::string, std::string> Aliases;
  std::map<std::string, unsigned> Known;

  void addCell(std::istringstream &Line) {
    Cell C;
    std::string Kind, Pin, Output;
    Line >> Kind;
    C.IsLut = Kind.starts_with("LUT") || Kind == "INV";
    while (Line >> Pin) {
      size_t At = Pin.find('=');
      std::string Name = Pin.substr(0, At);
      (Name == "O" || Name == "Z" ? Output : C.Pins[Name]) = Pin.substr(At + 1);
    }
    Drivers[Output] = C;
  }

  unsigned levelOf(std::string Net) {
    for (auto A = Aliases.find(Net); A != Aliases.end(); A = Aliases.find(Net))
      Net = A->second;
    auto D = Drivers.find(Net);
    if (D == Drivers.end())
      return 0;
    if (auto K = Known.find(Net); K != Known.end())
      return K->second;
    unsigned Level = 0;
    for (const auto &[Pin, From] : D->second.Pins) {
      bool IsSelect = Pin == "S" || Pin == "C0" || Pin == "SD";
      Level = std::max(Level, levelOf(From) + (D->second.IsLut || IsSelect));
    }
    return Known[Net] = Level;
  }

  NetlistCount count() {
    NetlistCount N;
    for (const auto &[Net, Cell] : Drivers) {
      ++(Cell.IsLut ? N.Luts : N.Muxes);
      N.Levels = std::max(N.Levels, levelOf(Net));
    }
    return N;
  }
};

} // namespace

std::map<std::string, NetlistCount> readNetlists(const std::string &Path) {
  std::map<std::string, NetlistCount> All;
  std::ifstream File(Path);
  std::string Text, Name;
  Module M;
  while (std::getline(File, Text)) {
    std::istringstream Line(Text);
    std::string Word, From, To, More;
    Line >> Word;
    if (Word == ".model") {
      Line >> Name;
      M = {};
    } else if (Word == ".subckt" || Word == ".gate")
      M.addCell(Line);
    else if (Word == ".names" && Line >> From >> To && !(Line >> More))
      M.Aliases[To] = From;
    else if (Word == ".end")
      All[Name] = M.count();
  }
  return All;
}

} // namespace roofline::bench
