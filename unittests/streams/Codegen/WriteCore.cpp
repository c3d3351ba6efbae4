// roofline-write-core: writes the core of a test kernel, for simulators.
//
//   roofline-write-core KERNEL LANES VECTOR FORM RTL-FOLDER OUT-FOLDER
//
// FORM: pipe, comb or seq, then +BUS:BURST:OUTSTANDING for AXI4 masters.
// KERNEL: see NamedKernel.h.
#include "NamedKernel.h"

#include "roofline/Codegen/Verilog.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace roofline;

namespace {

int fail(const Twine &Message) {
  errs() << "roofline-write-core: " << Message << "\n";
  return 1;
}

int write(const std::string &Folder, const TextFile &File) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, File.Name);
  std::error_code Code =
      sys::fs::create_directories(sys::path::parent_path(Path));
  raw_fd_ostream Out(Path, Code);
  if (Code)
    return fail(Path + ": " + Code.message());
  Out << File.Content;
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 7)
    return fail("KERNEL LANES VECTOR FORM RTL-FOLDER OUT-FOLDER");
  StringRef Name = Argv[1], Lanes = Argv[2], Vector = Argv[3], Form = Argv[4];
  StreamDesign D;
  uint64_t Seed = 1;
  if (Lanes.getAsInteger(10, D.Lanes) || Vector.getAsInteger(10, D.Vector))
    return fail("LANES and VECTOR are numbers");
  auto [Element, Masters] = Form.split('+');
  D.Form = Element == "comb"  ? ElementForm::Comb
           : Element == "seq" ? ElementForm::Seq
                              : ElementForm::Pipe;
  Expected<StreamKernel> K = test::namedKernel(Name, Seed);
  if (!K)
    return fail(toString(K.takeError()));
  VerilogOptions O;
  O.RtlFolder = Argv[5];
  O.Seed = Seed;
  if (!Masters.empty()) {
    O.Masters.emplace();
    auto [Bus, Bursts] = Masters.split(':');
    auto [Burst, Outstanding] = Bursts.split(':');
    if (Bus.getAsInteger(10, O.Masters->DataBits) ||
        Burst.getAsInteger(10, O.Masters->Burst) ||
        Outstanding.getAsInteger(10, O.Masters->Outstanding))
      return fail("masters are +BUS:BURST:OUTSTANDING");
  }
  Expected<VerilogCore> Core = emitVerilog(*K, D, O);
  if (!Core)
    return fail(toString(Core.takeError()));
  for (const TextFile &File : Core->Files)
    if (write(Argv[6], File))
      return 1;
  outs() << Core->Name << " " << Core->Cycles << "\n";
  return 0;
}
