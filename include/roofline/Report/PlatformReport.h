// The choice of a platform as text, JSON and points to plot.
#ifndef ROOFLINE_REPORT_PLATFORMREPORT_H
#define ROOFLINE_REPORT_PLATFORMREPORT_H

#include "roofline/Machine/PlatformResult.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// "A: mog, erosion; D: labelling".
std::string mappingText(const System &S, const PlatformResult &R,
                        const Mapping &M);

/// Pre-selection, prices, the front; every feasible mapping too where they are
/// listed and \p All.
void printPlatform(const System &S, const PlatformResult &R, bool All,
                   llvm::raw_ostream &OS);

/// Every set of blocks on every unit that may run it. Source: TUE11 Table 8.6.
void printCombinations(const System &S, const PlatformResult &R,
                       llvm::raw_ostream &OS);

/// Format: schemas/platform.schema.json.
llvm::json::Value toJSON(const System &S, const PlatformResult &R);

/// One line for each feasible mapping that is listed, or of the front.
std::string platformCSV(const System &S, const PlatformResult &R);

} // namespace roofline

#endif
