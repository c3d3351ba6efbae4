// roofline-write-schemas FOLDER: writes NAME.schema.json of every file format.
#include "roofline/Report/StreamKernelJSON.h"
#include "roofline/Report/SummaryJSON.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

constexpr std::pair<StringLiteral, json::Value (*)()> Schemas[] = {
    {"stream-kernel", roofline::streamKernelSchema},
    {"summary", roofline::summarySchema}};

int main(int argc, char **argv) {
  if (argc != 2) {
    errs() << "usage: roofline-write-schemas FOLDER\n";
    return 1;
  }
  for (auto [Name, Schema] : Schemas) {
    const std::string Path = formatv("{0}/{1}.schema.json", argv[1], Name);
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    OS << formatv("{0:2}\n", Schema());
    OS.flush();
    if (EC || OS.has_error()) {
      errs() << Path << ": " << (EC ? EC : OS.error()).message() << '\n';
      OS.clear_error();
      return 1;
    }
  }
  return 0;
}
