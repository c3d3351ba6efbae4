// The designs of a kernel, verified: a table of what was predicted and what
// came out.
#ifndef ROOFLINE_VERIFY_SPACEREPORT_H
#define ROOFLINE_VERIFY_SPACEREPORT_H

#include "roofline/Verify/VerifyCore.h"

namespace roofline {

struct VerifiedDesign {
  std::string Variant;
  std::optional<Verification> Found;
  std::string Problem; ///< why nothing was found
};

struct SpaceVerification {
  std::string Kernel;
  std::vector<VerifiedDesign> Designs;

  bool isProven() const; ///< every design is
  bool hasUnknowns() const;
};

void printSpace(const SpaceVerification &S, llvm::raw_ostream &OS);
/// Format `roofline-space-verification`, version 1.
llvm::json::Value toJSON(const SpaceVerification &S);

} // namespace roofline

#endif
