// roofline-write-schemas FOLDER: writes NAME.schema.json of every file format.
#include "roofline/Codegen/CoreFile.h"
#include "roofline/DesignReport/StencilDesigns.h"
#include "roofline/DesignReport/StencilReport.h"
#include "roofline/DesignReport/StreamReport.h"
#include "roofline/Explore/KernelDesignsReport.h"
#include "roofline/Farm/TaskFiles.h"
#include "roofline/Measure/Measurement.h"
#include "roofline/Plot/PlotData.h"
#include "roofline/Profile/Profile.h"
#include "roofline/Programs/ProgramFile.h"
#include "roofline/Report/DiffReport.h"
#include "roofline/Report/EstimateJSON.h"
#include "roofline/Report/PlatformReport.h"
#include "roofline/Report/SummaryJSON.h"
#include "roofline/StreamFiles/NetlistJSON.h"
#include "roofline/StreamFiles/StreamKernelJSON.h"
#include "roofline/Verify/SpaceReport.h"
#include "roofline/Verify/VerifyProgram.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

constexpr std::pair<StringLiteral, json::Value (*)()> Schemas[] = {
    {"core", roofline::coreSchema},
    {"designs", roofline::designsSchema},
    {"diff", roofline::diffSchema},
    {"measurement", roofline::measurementSchema},
    {"netlist", roofline::netlistSchema},
    {"platform", roofline::platformSchema},
    {"plot", roofline::plotSchema},
    {"profile", roofline::profileSchema},
    {"program", roofline::programSchema},
    {"program-verification", roofline::programVerificationSchema},
    {"report", roofline::reportSchema},
    {"space-verification", roofline::spaceVerificationSchema},
    {"stencil", roofline::stencilSchema},
    {"stencil-designs", roofline::stencilDesignsSchema},
    {"stream-kernel", roofline::streamKernelSchema},
    {"summary", roofline::summarySchema},
    {"task-results", roofline::taskResultsSchema},
    {"tasks", roofline::tasksSchema},
    {"variants", roofline::variantsSchema},
    {"verification", roofline::verificationSchema}};

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
