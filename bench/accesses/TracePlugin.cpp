// An Oclgrind plugin that writes down every access of global memory.
//
/// \file
/// One line per access, tab-separated: kernel, line, column, read|write|atomic,
/// argument, byte offset in its buffer, bytes, and the work-item's global id in
/// three dimensions. To the file that ROOFLINE_TRACE names. Built against the
/// LLVM of Oclgrind, not ours.
#include <llvm/IR/Argument.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>

// Oclgrind's headers lean on each other's includes.
#include <list>
#include <map>
#include <queue>
#include <stack>
#include <string>
#include <unordered_map>
#include <vector>

#include <oclgrind/Context.h>
#include <oclgrind/Kernel.h>
#include <oclgrind/KernelInvocation.h>
#include <oclgrind/Memory.h>
#include <oclgrind/Plugin.h>
#include <oclgrind/WorkItem.h>

#include <cstdio>
#include <cstdlib>

using namespace oclgrind;

namespace {

class TracePlugin : public Plugin {
public:
  TracePlugin(const Context *C, std::FILE *Out) : Plugin(C), Out(Out) {}
  ~TracePlugin() override { std::fclose(Out); }

  bool isThreadSafe() const override { return false; }

  void kernelBegin(const KernelInvocation *Launch) override {
    const Kernel *K = Launch->getKernel();
    KernelName = K->getName();
    Names.clear();
    for (auto It = K->values_begin(); It != K->values_end(); ++It)
      if (const auto *A = llvm::dyn_cast<llvm::Argument>(It->first);
          A && A->getType()->isPointerTy())
        Names[It->second.getPointer()] =
            K->getArgumentName(A->getArgNo()).str();
  }

  void memoryLoad(const Memory *M, const WorkItem *W, size_t Address,
                  size_t Size) override {
    write(M, W, "read", Address, Size);
  }
  void memoryStore(const Memory *M, const WorkItem *W, size_t Address,
                   size_t Size, const uint8_t *) override {
    write(M, W, "write", Address, Size);
  }
  void memoryAtomicLoad(const Memory *M, const WorkItem *W, AtomicOp,
                        size_t Address, size_t Size) override {
    write(M, W, "atomic", Address, Size);
  }

private:
  void write(const Memory *M, const WorkItem *W, const char *Kind,
             size_t Address, size_t Size) {
    if (M->getAddressSpace() != AddrSpaceGlobal)
      return;
    const llvm::DebugLoc &Loc = W->getCurrentInstruction()->getDebugLoc();
    size_t Offset = M->extractOffset(Address);
    auto Name = Names.find(Address - Offset);
    Size3 Id = W->getGlobalID();
    std::fprintf(Out, "%s\t%u\t%u\t%s\t%s\t%zu\t%zu\t%zu\t%zu\t%zu\n",
                 KernelName.c_str(), Loc ? Loc.getLine() : 0,
                 Loc ? Loc.getCol() : 0, Kind,
                 Name == Names.end() ? "?" : Name->second.c_str(), Offset, Size,
                 Id.x, Id.y, Id.z);
  }

  std::FILE *Out;
  std::string KernelName;
  std::map<size_t, std::string> Names; ///< by the address of the buffer
};

TracePlugin *Instance;

} // namespace

extern "C" void initializePlugins(Context *C) {
  const char *Path = std::getenv("ROOFLINE_TRACE");
  std::FILE *Out = Path ? std::fopen(Path, "w") : nullptr;
  if (!Out) {
    std::fprintf(stderr, "trace plugin: ROOFLINE_TRACE has to name a file\n");
    return;
  }
  Instance = new TracePlugin(C, Out);
  C->registerPlugin(Instance);
}

extern "C" void releasePlugins(Context *C) {
  if (!Instance)
    return;
  C->unregisterPlugin(Instance);
  delete Instance;
  Instance = nullptr;
}
