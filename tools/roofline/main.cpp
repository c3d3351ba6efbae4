// The driver `roofline`: one file per subcommand.
#include "Command.h"
#include "CommandLine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <utility>

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

static constexpr size_t numCommands() {
  using enum Command;
  constexpr Command All[] = {
#include "Commands.inc"
  };
  return std::size(All);
}

template <size_t... I>
static int run(Command C, ArrayRef<const char *> Words,
               std::index_sequence<I...>) {
  constexpr std::array Mains = {commandMain<Command(I)>...};
  return Mains[size_t(C)](Words);
}

/// Answers \p Word where it asks for help, the manual, completions or the
/// version; nothing for any other word.
static std::optional<int> runWithout(StringRef Word,
                                     ArrayRef<const char *> Rest) {
  if (Word == "--help" || Word == "-h" || Word == "help") {
    printHelp(outs());
  } else if (Word == "--version") {
    outs() << "roofline " ROOFLINE_VERSION "\n";
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

static int dispatch(ArrayRef<const char *> Words) {
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
      return run(C, Rest.drop_front(Second.empty() ? 0 : 1),
                 std::make_index_sequence<numCommands()>());
    Longer.push_back(OptionTable::name(C).str());
  }
  if (Longer.empty())
    return fail("no command '" + First + "'; see roofline --help");
  const StringRef Second = Rest.empty() ? "" : Rest.front();
  if (Second == "--help" || Second == "-h")
    return *runWithout("--help", {});
  return fail("no command '" + join(ArrayRef{First, Second}, " ") +
              "'; there are: " + join(Longer, ", "));
}

} // namespace roofline

/// LLVM gives up on some broken files, as bitcode that was altered, in the
/// middle of reading them: that is bad input too.
static void reportFatalError(void *, const char *Reason, bool) {
  roofline::fail(Reason);
  sys::Process::Exit(roofline::BadInput, /*NoCleanup=*/true);
}

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  install_fatal_error_handler(reportFatalError);
  int Code = roofline::dispatch(ArrayRef(argv + 1, argc ? argc - 1 : 0));
  Error E = roofline::finishStandardOutput();
  return E ? roofline::fail(std::move(E)) : Code;
}
