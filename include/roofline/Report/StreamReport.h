// The designs of a stream kernel as text and JSON.
#ifndef ROOFLINE_REPORT_STREAMREPORT_H
#define ROOFLINE_REPORT_STREAMREPORT_H

#include "roofline/Tytra17/StreamSearchResult.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// "map-par[4](map-pipe f) . reshapeTo 4".
std::string variantText(const StreamReport &R, const PricedDesign &D);

/// [operation/s], [operation/byte] of device memory.
double operationRate(const StreamReport &R, const PricedDesign &D);
double operationIntensity(const StreamReport &R, const PricedDesign &D);
/// [operation/s] of the design where nothing waits for memory.
double computeRate(const StreamReport &R, const PricedDesign &D);
/// CP_PE of one lane, and CP_PEAK of all lanes that fit [operation/s].
double elementRate(const StreamReport &R);
std::optional<double> peakRate(const StreamReport &R);

/// "4.192e+06".
std::string fourDigits(double Value);
/// "compute", "memory" or "host".
const char *limitName(StreamLimit L);

/// A table of the designs, what they were priced for, what was left out.
void printStreamReport(const StreamReport &R, llvm::raw_ostream &OS);

/// Format: schemas/variants.schema.json.
llvm::json::Value toJSON(const std::vector<StreamReport> &Reports);

} // namespace roofline

#endif
