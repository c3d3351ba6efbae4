// The designs of a stream kernel as text and JSON.
#ifndef ROOFLINE_DESIGNREPORT_STREAMREPORT_H
#define ROOFLINE_DESIGNREPORT_STREAMREPORT_H

#include "roofline/Tytra17/StreamSearchResult.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// Variant text of a design: "map-par[4](map-pipe f) . reshapeTo 4".
std::string variantText(const StreamReport &R, const PricedDesign &D);

/// Performance [operation/s], and intensity [operation/byte] over device
/// memory.
double operationRate(const StreamReport &R, const PricedDesign &D);
double operationIntensity(const StreamReport &R, const PricedDesign &D);
/// Performance [operation/s] of the design when nothing waits for memory.
double computeRate(const StreamReport &R, const PricedDesign &D);
/// CP_PE of one lane, and CP_PEAK of as many lanes as fit [operation/s].
double elementRate(const StreamReport &R);
std::optional<double> peakRate(const StreamReport &R);

/// Number with four digits: "4.192e+06".
std::string fourDigits(double Value);
/// "compute", "memory" or "host".
const char *limitName(StreamLimit L);

/// Prints the designs as a table, the platform and the excluded designs.
void printStreamReport(const StreamReport &R, llvm::raw_ostream &OS);

/// Format: variants.schema.json.
llvm::json::Value toJSON(const std::vector<StreamReport> &Reports);
/// Writes what toJSON() returns without holding it in memory: there may be
/// hundreds of thousands of designs.
void writeJson(const std::vector<StreamReport> &Reports,
               llvm::json::OStream &J);
llvm::json::Value variantsSchema();

} // namespace roofline

#endif
