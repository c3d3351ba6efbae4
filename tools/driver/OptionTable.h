// The table of commands and options, as Options.td has it.
#ifndef ROOFLINE_TOOLS_OPTIONTABLE_H
#define ROOFLINE_TOOLS_OPTIONTABLE_H

#include "llvm/Option/OptTable.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// The commands of the driver.
enum class Command : unsigned {
#include "Commands.inc"
};

/// A command as Commands.td describes it.
struct CommandText {
  Command C;
  unsigned Bit;              ///< of the options that it takes
  llvm::StringRef Name;      ///< "emit verilog"
  llvm::StringRef Arguments; ///< "FILE"
  llvm::StringRef Does;      ///< its line of `roofline --help`
  llvm::StringRef Usage;     ///< and description
  llvm::StringRef Exits;     ///< the exit codes
};

/// An option as Options.td describes it.
struct TableOption {
  llvm::StringRef Name;    ///< "json"
  std::string Spelling;    ///< "--json FILE", "-o, --output FILE"
  llvm::StringRef Heading; ///< of its part of the help; empty: none
  llvm::StringRef Help;
  bool HasValue;
  std::vector<std::string> Words;  ///< "--json": what a command line has
  std::vector<std::string> Values; ///< values that are known
};

class OptionTable : public llvm::opt::PrecomputedOptTable {
public:
  OptionTable();

  /// All commands, in the order of `roofline --help`.
  static std::vector<Command> commands();
  static CommandText text(Command C);
  /// "emit verilog".
  static llvm::StringRef name(Command C) { return text(C).Name; }

  /// The options that \p C takes.
  static llvm::opt::Visibility of(Command C) {
    return llvm::opt::Visibility(text(C).Bit);
  }
  /// The options of \p C, in the order of its help.
  std::vector<TableOption> options(Command C) const;
  /// The only values of the option \p ID; none: it takes others.
  static std::vector<llvm::StringRef> choices(unsigned ID);
  /// The commands that take the option \p Word, "--json".
  std::vector<Command> takers(llvm::StringRef Word) const;

private:
  TableOption describe(const Info &I) const;
  std::vector<std::string> spellings(const Info &I) const;
};

const OptionTable &optionTable();

/// Prints the help of the driver, or of \p C.
void printHelp(llvm::raw_ostream &OS);
void printHelp(Command C, llvm::raw_ostream &OS);

/// Prints the page roofline(1) for `man`.
void printManual(llvm::raw_ostream &OS);

/// Completions of the last one of \p Words, the command line behind the
/// driver's name; nothing where any file may stand there.
std::vector<std::string> completions(llvm::ArrayRef<const char *> Words);

} // namespace roofline

#endif
