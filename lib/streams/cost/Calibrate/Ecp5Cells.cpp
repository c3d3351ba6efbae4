// Delays of the ECP5's cells for yosys' `sta`.
//
/// \file
/// yosys 0.23 has delays of its tables and carries alone, of an unnamed speed
/// grade, and its register has an arc from reset to word, by which `sta` goes
/// round in circles.
/// Source: Project Trellis' database, ECP5/timing/speed_6/cells.json: the
/// slowest of each pin [ps]; nextpnr-ecp5 takes them.
#include "SynthesisCells.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

using Pins = std::vector<std::string>;

/// "A0" to "A17".
Pins numbered(StringRef Prefix, unsigned Count) {
  Pins Result;
  for (unsigned I = 0; I < Count; ++I)
    Result.push_back((Prefix + Twine(I)).str());
  return Result;
}

Pins operator+(Pins Left, const Pins &Right) {
  Left.insert(Left.end(), Right.begin(), Right.end());
  return Left;
}

/// A cell as a module without contents.
class CellModel {
public:
  CellModel(StringRef Name, const Pins &Inputs, const Pins &Outputs)
      : Text(formatv("module {0}(input {1}, output {2});\nspecify\n", Name,
                     join(Inputs, ", "), join(Outputs, ", "))) {}
  /// [ps] From each of \p From to each of \p To.
  CellModel &through(const Pins &From, const Pins &To, unsigned Delay) {
    for (StringRef F : From)
      for (StringRef T : To)
        Text += formatv("({0} *> {1}) = {2};\n", F, T, Delay);
    return *this;
  }
  /// [ps] Before \p Clock.
  CellModel &setup(const Pins &Used, StringRef Clock, unsigned Delay) {
    for (StringRef Pin : Used)
      Text += formatv("$setup({0}, posedge {1}, {2});\n", Pin, Clock, Delay);
    return *this;
  }
  /// [ps] From \p Clock to each of \p To.
  CellModel &clocked(StringRef Clock, const Pins &To, unsigned Delay) {
    for (StringRef T : To)
      Text += formatv("(posedge {0} => ({1} : {1})) = {2};\n", Clock, T, Delay);
    return *this;
  }
  std::string text() const { return Text + "endspecify\nendmodule\n"; }

private:
  std::string Text;
};

/// A port of a memory block without a register behind its words.
struct MemoryPort {
  StringLiteral Name;
  unsigned Data, Address, Write, Enable, Reset, Word; ///< [ps]
};

CellModel blockMemory() {
  constexpr MemoryPort Ports[] = {{"A", 218, 251, 139, 211, 579, 5609},
                                  {"B", 134, 205, 0, 340, 585, 5830}};
  auto Pin = [](StringRef Prefix, const MemoryPort &P) {
    return (Prefix + P.Name).str();
  };
  Pins Inputs, Words;
  for (const MemoryPort &P : Ports) {
    Inputs = Inputs + numbered(Pin("DI", P), 18) + numbered(Pin("AD", P), 14) +
             Pins{Pin("WE", P), Pin("CE", P), Pin("RST", P), Pin("CLK", P)};
    Words = Words + numbered(Pin("DO", P), 18);
  }
  CellModel M("DP16KD", Inputs, Words);
  for (const MemoryPort &P : Ports)
    M.setup(numbered(Pin("DI", P), 18), Pin("CLK", P), P.Data)
        .setup(numbered(Pin("AD", P), 14), Pin("CLK", P), P.Address)
        .setup({Pin("WE", P)}, Pin("CLK", P), P.Write)
        .setup({Pin("CE", P)}, Pin("CLK", P), P.Enable)
        .setup({Pin("RST", P)}, Pin("CLK", P), P.Reset)
        .clocked(Pin("CLK", P), numbered(Pin("DO", P), 18), P.Word);
  return M;
}

/// The parameters that synthesis gives the cells. No model has one, and each
/// set of values would be a module of its own to `sta`.
Pins parameters() {
  Pins Result = {"INIT",         "INIT0",        "INIT1",
                 "INJECT1_0",    "INJECT1_1",    "GSR",
                 "CEMUX",        "CLKMUX",       "LSRMUX",
                 "SRMODE",       "REGSET",       "LSRMODE",
                 "WCKMUX",       "WREMUX",       "INITVAL",
                 "DATA_WIDTH_A", "RESETMODE",    "REGMODE_A",
                 "REGMODE_B",    "DATA_WIDTH_B", "CLKAMUX",
                 "CSDECODE_A",   "CSDECODE_B",   "WRITEMODE_A",
                 "CLKBMUX",      "WRITEMODE_B",  "ASYNC_RESET_RELEASE"};
  for (unsigned I = 0; I < 64; ++I)
    Result.push_back(formatv("INITVAL_{0:X-2}", I));
  return Result;
}

} // namespace

std::string ecp5Delays() {
  const Pins Table = {"A", "B", "C", "D"}, Low = {"A0", "B0", "C0", "D0"},
             High = {"A1", "B1", "C1", "D1"};
  const Pins Factors = numbered("A", 18) + numbered("B", 18),
             Signs = {"SIGNEDA", "SIGNEDB"};
  const CellModel Models[] = {
      CellModel("LUT4", Table, {"Z"}).through(Table, {"Z"}, 236),
      // The database has a table and its multiplexer as one: 401.
      CellModel("PFUMX", {"ALUT", "BLUT", "C0"}, {"Z"})
          .through({"ALUT", "BLUT"}, {"Z"}, 401 - 236)
          .through({"C0"}, {"Z"}, 256),
      CellModel("L6MUX21", {"D0", "D1", "SD"}, {"Z"})
          .through({"D0", "D1"}, {"Z"}, 242)
          .through({"SD"}, {"Z"}, 252),
      CellModel("CCU2C", Pins{"CIN"} + Low + High, {"S0", "S1", "COUT"})
          .through(Low, {"S0"}, 236)
          .through(Low, {"S1"}, 714)
          .through(High, {"S1"}, 236)
          .through(Low + High, {"COUT"}, 447)
          .through({"CIN"}, {"S0"}, 443)
          .through({"CIN"}, {"S1"}, 474)
          .through({"CIN"}, {"COUT"}, 71),
      CellModel("TRELLIS_FF", {"CLK", "LSR", "CE", "DI", "M"}, {"Q"})
          .setup({"DI", "CE", "M"}, "CLK", 0)
          .setup({"LSR"}, "CLK", 424)
          .clocked("CLK", {"Q"}, 525),
      CellModel("MULT18X18D", Factors + Signs, numbered("P", 36))
          .through(Factors, numbered("P", 36), 3927)
          .through(Signs, numbered("P", 36), 3728),
      blockMemory(),
      CellModel("TRELLIS_DPR16X4",
                {"WRE", "WCK", "input [3:0] DI", "input [3:0] WAD",
                 "input [3:0] RAD"},
                {"[3:0] DO"})
          .setup({"DI", "WAD"}, "WCK", 0)
          .setup({"WRE"}, "WCK", 392)
          .clocked("WCK", {"DO"}, 929)
          .through({"RAD"}, {"DO"}, 236),
  };
  std::string Text = "setparam";
  for (StringRef Name : parameters())
    Text += (" -unset " + Name).str();
  Text += "\nread_verilog -overwrite -lib -specify <<EOT\n";
  for (const CellModel &M : Models)
    Text += M.text();
  return Text + "EOT\n";
}

} // namespace roofline
