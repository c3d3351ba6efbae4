// What both programs of the driver do before a command runs.
#include "Driver.h"

#include "Command.h"
#include "OptionTable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

int fail(const Twine &Message) {
  errs() << "roofline: error: " << Message << '\n';
  return BadInput;
}

Error invalid(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

int fail(Error E) { return fail(toString(std::move(E))); }

/// The version, what it was built with and where it looks: what a report of a
/// fault needs.
static void printVersion(raw_ostream &OS) {
  OS << "roofline " ROOFLINE_VERSION "\nLLVM      " LLVM_VERSION_STRING
        "\ndevices   "
     << join(driverFolders(), ", ") << "\ncores     "
     << (sys::fs::can_execute(installedPath("bin/roofline-cores"))
             ? installedPath("bin/roofline-cores")
             : "not there")
     << '\n';
  for (StringRef Program : {"clang-" ROOFLINE_LLVM_MAJOR, "oclgrind", "yosys",
                            "iverilog", "verilator"}) {
    const ErrorOr<std::string> Path = sys::findProgramByName(Program);
    OS << left_justify(Program, 10) << (Path ? *Path : "not found") << '\n';
  }
}

/// Answers \p Word where it asks for help, the manual, completions or the
/// version; nothing for any other word.
static std::optional<int> runWithout(StringRef Word,
                                     ArrayRef<const char *> Rest) {
  if (Word == "--help" || Word == "-h" || Word == "help") {
    printHelp(outs());
  } else if (Word == "--version") {
    printVersion(outs());
  } else if (Word == "--manual") {
    printManual(outs());
  } else if (Word == "--complete") {
    for (const std::string &Completion : completions(Rest))
      outs() << Completion << '\n';
  } else if (Word.empty()) {
    printHelp(errs());
    return BadInput;
  } else {
    return std::nullopt;
  }
  return Done;
}

/// The first word of the command that \p Word may mean; or empty.
static std::string nearestCommand(StringRef Word) {
  constexpr unsigned MostEdits = 2;
  std::string Found;
  unsigned Least = MostEdits + 1;
  for (Command C : OptionTable::commands()) {
    const StringRef Name = OptionTable::name(C).split(' ').first;
    const unsigned Edits = Word.edit_distance_insensitive(
        Name, /*AllowReplacements=*/true, MostEdits);
    if (Edits < Least) {
      Least = Edits;
      Found = Name;
    }
  }
  return Found;
}

static int dispatch(ArrayRef<const char *> Words, CommandRunner Run) {
  const StringRef First = Words.empty() ? "" : Words.front();
  ArrayRef<const char *> Rest = Words.drop_front(Words.empty() ? 0 : 1);
  if (std::optional<int> Code = runWithout(First, Rest))
    return *Code;
  std::vector<std::string> Longer; // "emit verilog", for "emit"
  for (Command C : OptionTable::commands()) {
    const auto [Begin, Second] = OptionTable::name(C).split(' ');
    if (First != Begin)
      continue;
    if (Second.empty() || (!Rest.empty() && Rest.front() == Second))
      return Run(C, Rest.drop_front(Second.empty() ? 0 : 1));
    Longer.push_back(OptionTable::name(C).str());
  }
  if (Longer.empty()) {
    const std::string Meant = nearestCommand(First);
    return fail("no command '" + First + "'" +
                (Meant.empty() ? "" : ", perhaps '" + Meant + "'") +
                "; see roofline --help");
  }
  const StringRef Second = Rest.empty() ? "" : Rest.front();
  if (Second == "--help" || Second == "-h")
    return *runWithout("--help", {});
  return fail("no command '" + join(ArrayRef{First, Second}, " ") +
              "'; there are: " + join(Longer, ", "));
}

/// LLVM gives up on some broken files, as bitcode that was altered, in the
/// middle of reading them: that is bad input too.
static void reportFatalError(void *, const char *Reason, bool) {
  fail(Reason);
  sys::Process::Exit(BadInput, /*NoCleanup=*/true);
}

int driverMain(int argc, char **argv, CommandRunner Run) {
  InitLLVM Init(argc, argv);
  install_fatal_error_handler(reportFatalError);
  const int Code = dispatch(ArrayRef(argv + 1, argc ? argc - 1 : 0), Run);
  Error E = finishStandardOutput();
  return E ? fail(std::move(E)) : Code;
}

} // namespace roofline
