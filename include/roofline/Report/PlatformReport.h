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

/// Text of a mapping: "A: mog, erosion; D: labelling".
std::string mappingText(const System &S, const PlatformResult &R,
                        const Mapping &M);

/// Prints pre-selection, prices and the front; with \p All also every listed
/// feasible mapping.
void printPlatform(const System &S, const PlatformResult &R, bool All,
                   llvm::raw_ostream &OS);

/// Prints every set of blocks on every unit that may run it. Source: TUE11
/// Table 8.6.
void printCombinations(const System &S, const PlatformResult &R,
                       llvm::raw_ostream &OS);

/// Format: platform.schema.json.
llvm::json::Value toJSON(const System &S, const PlatformResult &R);
llvm::json::Value platformSchema();

/// One line for each listed feasible mapping, or for the front when none is
/// listed.
std::string platformCSV(const System &S, const PlatformResult &R);

} // namespace roofline

#endif
