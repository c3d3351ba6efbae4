// Runs the plugin on very many modules of LLVM IR, many in one process.
//
/// \file
/// Each module is made, verified, analysed by the plugin's passes under a
/// launch that its seed chooses, and compared with itself before. A batch runs
/// in a child of its own, which leaves its place in shared memory: when it
/// dies, the parent names the seed and goes on behind it. README.md has the
/// oracles. Try: fuzz-modules --plugin build/lib/libRoofline.so --number 1000
#include "ModuleGenerator.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <random>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace {

cl::opt<std::string> PluginPath("plugin", cl::desc("libRoofline.so"));
cl::opt<std::string>
    Kind("kind", cl::init("structured"),
         cl::desc("structured; stress: by llvm-stress; csmith"));
cl::opt<uint64_t> First("first", cl::init(1), cl::desc("The first seed"));
cl::opt<uint64_t> Number("number", cl::init(1000), cl::desc("Modules"));
cl::opt<uint64_t> Batch("batch", cl::init(500), cl::desc("Modules of a child"));
cl::opt<unsigned> MostSeconds("seconds", cl::init(10),
                              cl::desc("[CPU s] of one module"));
cl::opt<std::string> Stress("llvm-stress", cl::init("llvm-stress-22"));
cl::opt<bool> Print("print", cl::desc("Print the module of --first, only"));

/// Where a child is, for its parent.
struct Place {
  volatile uint64_t Seed, Findings;
};
Place *At = nullptr;
/// Standard output of this program: what passes print goes nowhere.
int Out = STDOUT_FILENO;

/// Takes errors as findings, and lets the rest pass.
struct Listener : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() != DS_Error)
      return true;
    raw_string_ostream OS(Error);
    DiagnosticPrinterRawOStream Printer(OS);
    Info.print(Printer);
    return true;
  }
  std::string Error;
};

void find(uint64_t Seed, const std::string &What) {
  dprintf(Out, "FINDING %s %llu: %s\n", Kind.c_str(), (unsigned long long)Seed,
          What.c_str());
  At->Findings = At->Findings + 1;
}

/// The module that \p Command prints; every function of it becomes a kernel.
std::unique_ptr<Module> printedModule(const std::string &Command,
                                      LLVMContext &Context) {
  std::string Text;
  if (FILE *Pipe = popen(Command.c_str(), "r")) {
    char Buffer[65536];
    while (const size_t Got = fread(Buffer, 1, sizeof Buffer, Pipe))
      Text.append(Buffer, Got);
    pclose(Pipe);
  }
  SMDiagnostic Wrong;
  auto M = parseAssemblyString(Text, Wrong, Context);
  if (M)
    roofline::makeKernels(*M);
  return M;
}

std::string stressCommand(uint64_t Seed) {
  return Stress + " -seed=" + std::to_string(Seed % 2147483647) +
         " -size=" + std::to_string(20 + Seed % 180);
}

/// C of csmith, without what it includes: its checked arithmetic is macros of
/// a header that Debian leaves out.
std::string csmithCommand(uint64_t Seed) {
  return "csmith --nomain --no-checksum --max-funcs 4 --max-block-depth 3 "
         "--no-safe-math --seed " +
         std::to_string(Seed) +
         " | sed '/^#include/d;s/^static //' | clang-22 -x c -w -O0 -target "
         "spir64 "
         "-ffreestanding -Xclang -disable-O0-optnone -include stdint.h -S "
         "-emit-llvm - -o -";
}

std::unique_ptr<Module> moduleOf(uint64_t Seed, LLVMContext &Context) {
  if (Kind == "structured")
    return roofline::structuredModule(Seed, Context);
  return printedModule(
      Kind == "stress" ? stressCommand(Seed) : csmithCommand(Seed), Context);
}

std::string textOf(const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  M.print(OS, nullptr);
  return Text;
}

/// Sets the plugin's options as a command line would: a launch at its extremes.
void chooseLaunch(uint64_t Seed) {
  std::mt19937_64 Random(Seed ^ 0x9e3779b97f4a7c15);
  static constexpr std::pair<const char *, const char *> Sizes[] = {
      {"1", "1"},
      {"64", "64"},
      {"1,1,1", "1,1,1"},
      {"4096,512", "16,16"},
      {"1000003", "1"},
      {"4294967296", "64"},
      {"7,5,3", "7,1,3"},
      {"1,1,4294967296", "1,1,1"},
      {"64,64,64", "8,8,8"},
      {"65536,65536,65536", "4,64,1"}};
  static constexpr const char *Numbers[] = {
      "0", "1", "-1", "7", "64", "1000000", "2147483647", "-2147483648"};
  auto Set = [](StringRef Name, StringRef Value, bool Again = false) {
    const auto Found = cl::getRegisteredOptions().find(Name);
    if (Found == cl::getRegisteredOptions().end())
      return;
    if (!Again)
      Found->second->reset();
    if (!Value.empty())
      Found->second->addOccurrence(0, Name, Value);
  };
  for (StringRef Name : {"fpga-global", "fpga-local", "fpga-arg", "fpga-model"})
    Set(Name, "");
  const auto [Global, Local] = Sizes[Random() % std::size(Sizes)];
  if (Random() % 3) {
    Set("fpga-global", Global);
    if (Random() % 2)
      Set("fpga-local", Local);
  }
  if (Kind == "structured")
    for (const char *Name : {"n", "m", "u"})
      if (Random() % 2)
        Set("fpga-arg",
            (Twine(Name) + "=" + Numbers[Random() % std::size(Numbers)]).str(),
            true);
  Set("fpga-model", Random() % 3 ? "board" : "hpca16-repaired");
}

/// An error that the launch deserves: it does not fit the kernel.
bool isOfLaunch(StringRef Error) {
  return Error.contains("the local size") || Error.contains("work-group") ||
         Error.contains("--global") || Error.contains("--local") ||
         Error.contains("--arg") || Error.contains("work-item");
}

void tryModule(uint64_t Seed, const PassPlugin &Plugin) {
  LLVMContext Context;
  auto Heard = std::make_unique<Listener>();
  Listener &Errors = *Heard;
  Context.setDiagnosticHandler(std::move(Heard));
  const std::unique_ptr<Module> M = moduleOf(Seed, Context);
  std::string Broken;
  raw_string_ostream OS(Broken);
  if (!M || verifyModule(*M, &OS))
    return find(Seed, "the generator's module is broken: " + Broken);
  const std::string Before = textOf(*M);
  chooseLaunch(Seed);
  static constexpr const char *Passes[] = {
      "fpga-cost", "print<fpga-cost>", "print<fpga-summary>",
      "print<fpga-guards>", "print<fpga-tallies>"};
  PassBuilder PB;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  Plugin.registerPassBuilderCallbacks(PB);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM;
  if (auto E = PB.parsePassPipeline(
          MPM, Passes[Seed % 3 ? Seed % std::size(Passes) : 0]))
    return find(Seed, toString(std::move(E)));
  MPM.run(*M, MAM);
  if (textOf(*M) != Before)
    find(Seed, "the module has changed");
  if (!Errors.Error.empty() && !isOfLaunch(Errors.Error))
    find(Seed, "an error: " + Errors.Error);
}

/// Time of the processor that one module may take, by a signal that ends the
/// child.
void limitTime() {
  itimerval Limit{};
  Limit.it_value.tv_sec = MostSeconds;
  setitimer(ITIMER_PROF, &Limit, nullptr);
}

[[noreturn]] void runChild(uint64_t From, uint64_t End,
                           const PassPlugin &Plugin) {
  const rlimit NoCore{0, 0}, Memory{4ull << 30, 4ull << 30};
  setrlimit(RLIMIT_CORE, &NoCore);
  setrlimit(RLIMIT_AS, &Memory);
  for (int Signal : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    signal(Signal, SIG_DFL); // no symbolised stacks: the seed tells all
  Out = dup(STDOUT_FILENO);
  for (int Stream : {STDOUT_FILENO, STDERR_FILENO})
    dup2(open("/dev/null", O_WRONLY), Stream);
  for (uint64_t Seed = From; Seed < End; ++Seed) {
    At->Seed = Seed;
    limitTime();
    tryModule(Seed, Plugin);
  }
  _exit(0);
}

std::string causeOf(int Status) {
  if (WIFEXITED(Status))
    return "exit code " + std::to_string(WEXITSTATUS(Status));
  if (WTERMSIG(Status) == SIGPROF)
    return "hangs: more than " + std::to_string(MostSeconds) + " CPU seconds";
  return std::string("dies: ") + strsignal(WTERMSIG(Status));
}

} // namespace

int main(int NumArgs, char **Args) {
  // The plugin brings its options: it has to be there before they are read.
  std::string Path;
  for (int I = 1; I + 1 < NumArgs; ++I)
    if (StringRef(Args[I]).ltrim('-') == "plugin")
      Path = Args[I + 1];
  std::optional<PassPlugin> Plugin;
  if (!Path.empty()) {
    Expected<PassPlugin> Loaded = PassPlugin::Load(Path);
    if (!Loaded) {
      errs() << "fuzz-modules: " << toString(Loaded.takeError()) << '\n';
      return 1;
    }
    Plugin = *Loaded;
  }
  cl::ParseCommandLineOptions(NumArgs, Args,
                              "Tries the plugin on many modules");
  if (Print) {
    LLVMContext Context;
    if (const auto M = moduleOf(First, Context))
      outs() << textOf(*M);
    return 0;
  }
  if (!Plugin) {
    errs() << "fuzz-modules: -plugin is missing\n";
    return 1;
  }
  At = static_cast<Place *>(mmap(nullptr, sizeof(Place), PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  const uint64_t End = First + Number;
  for (uint64_t Seed = First; Seed < End;) {
    const uint64_t Until = std::min<uint64_t>(End, Seed + Batch);
    At->Seed = Seed;
    outs().flush();
    const pid_t Child = fork();
    if (Child == 0)
      runChild(Seed, Until, *Plugin);
    int Status = 0;
    waitpid(Child, &Status, 0);
    if (WIFEXITED(Status) && WEXITSTATUS(Status) == 0) {
      Seed = Until;
      continue;
    }
    find(At->Seed, causeOf(Status));
    Seed = At->Seed + 1;
  }
  outs() << "tried " << Kind << ' ' << First << " to " << End - 1 << '\n';
  return At->Findings != 0;
}
