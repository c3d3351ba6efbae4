// The helps of the driver and its manual page.
#include "OptionTable.h"

#include "roofline/Report/WrapText.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

constexpr unsigned Column = 27, Width = 92; ///< of a help's texts

constexpr char Introduction[] = "How fast can an OpenCL or C++ kernel run on "
                                "an FPGA, what limits it, what to "
                                "change.";

/// Prints \p Text from column \p Position on.
void printWrapped(StringRef Text, unsigned Position, raw_ostream &OS) {
  wrapText(OS, Text, Position, Column, Width);
}

void printOption(const TableOption &O, raw_ostream &OS) {
  constexpr unsigned Beside = 45; // a text begins there at most
  const unsigned End = 2 + O.Spelling.size();
  OS << "  " << O.Spelling;
  if (End + 3 > Beside)
    OS << '\n' << std::string(Column, ' ');
  else
    OS << std::string(End < Column - 1 ? Column - End : 3, ' ');
  printWrapped(O.Help, End + 3 > Beside || End < Column - 1 ? Column : End + 3,
               OS);
}

/// The options of \p C below their headings; those without one come first.
MapVector<StringRef, std::vector<TableOption>> parts(Command C) {
  MapVector<StringRef, std::vector<TableOption>> Parts;
  Parts[""];
  for (TableOption &O : optionTable().options(C))
    Parts[O.Heading].push_back(std::move(O));
  return Parts;
}

/// "analyze FILE", and its line.
std::pair<std::string, StringRef> line(Command C) {
  const CommandText T = OptionTable::text(C);
  return {T.Arguments.empty() ? T.Name.str()
                              : (T.Name + " " + T.Arguments).str(),
          T.Does};
}

/// Lines as they are, for roff.
std::string literal(StringRef Text) {
  std::string Result;
  for (StringRef Line : split(Text.trim('\n'), '\n')) {
    if (Line.starts_with(".") || Line.starts_with("'"))
      Result += "\\&";
    for (char C : Line)
      Result += C == '\\'  ? std::string("\\e")
                : C == '-' ? std::string("\\-")
                           : std::string(1, C);
    Result += '\n';
  }
  return Result;
}

void printSection(Command C, raw_ostream &OS) {
  OS << ".SH " << OptionTable::name(C).upper() << "\n.nf\n"
     << literal(OptionTable::text(C).Usage) << ".fi\n";
  for (const auto &[Heading, Options] : parts(C)) {
    if (!Heading.empty())
      OS << ".SS " << literal(Heading);
    for (const TableOption &O : Options)
      OS << ".TP\n.B " << literal(O.Spelling) << literal(O.Help);
  }
  OS << ".PP\n.nf\n" << literal(OptionTable::text(C).Exits) << ".fi\n";
}

} // namespace

void printHelp(raw_ostream &OS) {
  OS << "usage: roofline COMMAND [ARGUMENTS]\n\n"
     << Introduction << "\n\ncommands:\n";
  for (Command C : OptionTable::commands()) {
    const auto [Name, Does] = line(C);
    OS << formatv("  {0,-17}  {1}\n", Name, Does);
  }
  OS << "\n`roofline COMMAND --help` describes a command.\n";
}

void printHelp(Command C, raw_ostream &OS) {
  OS << OptionTable::text(C).Usage;
  for (const auto &[Heading, Options] : parts(C)) {
    OS << (Heading.empty() ? "" : Heading.str() + ":") << '\n';
    for (const TableOption &O : Options)
      printOption(O, OS);
  }
  OS << OptionTable::text(C).Exits;
}

void printManual(raw_ostream &OS) {
  OS << ".TH ROOFLINE 1 \"\" \"roofline " ROOFLINE_VERSION
        "\" \"User Commands\"\n"
        ".SH NAME\nroofline \\- how fast an OpenCL kernel can run on an FPGA\n"
        ".SH SYNOPSIS\nroofline COMMAND [ARGUMENTS]\n.SH DESCRIPTION\n"
     << literal(Introduction) << ".SH COMMANDS\n";
  for (Command C : OptionTable::commands()) {
    const auto [Name, Does] = line(C);
    OS << ".TP\n.B " << literal(Name) << literal(Does);
  }
  for (Command C : OptionTable::commands())
    printSection(C, OS);
}

} // namespace roofline
