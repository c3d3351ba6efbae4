// roofline-write-schemas FOLDER: writes NAME.schema.json of every file format.
#include "Schemas.h"

#include "roofline/DeviceFiles/DeviceFile.h"
#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/DeviceFiles/SystemFile.h"
#include "roofline/Explore/KernelDesignsReport.h"
#include "roofline/HlsReport/HlsResult.h"
#include "roofline/Measure/Measurement.h"
#include "roofline/Plot/PlotData.h"
#include "roofline/Profile/Profile.h"
#include "roofline/Report/DiffReport.h"
#include "roofline/Report/EstimateJSON.h"
#include "roofline/Report/PlatformReport.h"
#include "roofline/Report/SummaryJSON.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace roofline;

constexpr NamedSchema AnalysisSchemas[] = {
    {"designs", designsSchema},   {"device", deviceSchema},
    {"diff", diffSchema},         {"hls-report", hlsReportSchema},
    {"launch", launchSchema},     {"measurement", measurementSchema},
    {"platform", platformSchema}, {"plot", plotSchema},
    {"profile", profileSchema},   {"report", reportSchema},
    {"summary", summarySchema},   {"system", systemSchema},
};

static bool write(ArrayRef<NamedSchema> Schemas, StringRef Folder) {
  for (auto [Name, Schema] : Schemas) {
    const std::string Path = formatv("{0}/{1}.schema.json", Folder, Name);
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    OS << formatv("{0:2}\n", Schema());
    OS.flush();
    if (EC || OS.has_error()) {
      errs() << Path << ": " << (EC ? EC : OS.error()).message() << '\n';
      OS.clear_error();
      return false;
    }
  }
  return true;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    errs() << "usage: roofline-write-schemas FOLDER\n";
    return 1;
  }
  bool Wrote = write(AnalysisSchemas, argv[1]);
#ifdef ROOFLINE_CORES
  Wrote = Wrote && write(streamSchemas(), argv[1]);
#endif
  return Wrote ? 0 : 1;
}
