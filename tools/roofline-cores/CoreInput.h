// The options by which subcommands take one design of a kernel as a core.
#ifndef ROOFLINE_TOOLS_COREINPUT_H
#define ROOFLINE_TOOLS_COREINPUT_H

#include "KernelInput.h"

#include "roofline/Verify/CoreFolder.h"

namespace roofline {

struct CoreInput {
  KernelInput Input;
  std::string Variant = "map-pipe f";
  std::string Memory = "stream"; ///< "axi4": Masters
  MemoryMasters Masters;
  std::string Name;           ///< of the core; empty: the kernel's
  std::string OnlyAxi;        ///< an option that says more about the masters
  std::optional<Hertz> Clock; ///< for which operators are cut into stages
};

/// --memory and the numbers of \p O's masters.
std::vector<CommandOption> masterOptions(CoreInput &O);
/// --name: of the core.
CommandOption nameOption(CoreInput &O);
/// The same as a command line has them.
std::vector<std::string> masterArguments(const CoreInput &O);
/// An error where \p O has options of masters that it has not.
llvm::Error checkMasters(const CoreInput &O);

/// The design that \p O asks for, of the one kernel, whose module is \p M. For
/// O.Clock its operators are cut by the delays of \p Costs; null: unknown.
llvm::Expected<CoreOrigin> readCore(CoreInput &O, llvm::LLVMContext &Context,
                                    std::unique_ptr<llvm::Module> &M,
                                    const CostModel *Costs = nullptr);

} // namespace roofline

#endif
