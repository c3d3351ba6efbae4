// Verilog of others: what may be simulated.
#ifndef ROOFLINE_LIB_VERIFY_FOREIGNVERILOG_H
#define ROOFLINE_LIB_VERIFY_FOREIGNVERILOG_H

#include "roofline/Codegen/Verilog.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace roofline {

/// An error where \p Text, the file \p Name, does more than compute: system
/// tasks, files, other languages, macros, or names inside of other modules. A
/// core has no use for them, and the testbench of the core \p Core cannot be
/// trusted beside them.
llvm::Error checkForeignVerilog(llvm::StringRef Text, llvm::StringRef Name,
                                llvm::StringRef Core);

/// Reads the Verilog of the core \p Core in \p Folder, but for its testbench,
/// and checks it. The files get plain names, below `rtl` as there.
llvm::Expected<std::vector<TextFile>> readForeignVerilog(llvm::StringRef Folder,
                                                         llvm::StringRef Core);

} // namespace roofline

#endif
