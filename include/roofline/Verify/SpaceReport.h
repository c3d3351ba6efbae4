// Verified designs of a kernel: a table of predictions and results.
#ifndef ROOFLINE_VERIFY_SPACEREPORT_H
#define ROOFLINE_VERIFY_SPACEREPORT_H

#include "roofline/Verify/VerifyCore.h"

namespace roofline {

struct VerifiedDesign {
  std::string Variant;
  std::optional<Verification> Found;
  std::string Problem; ///< why Found is absent
};

struct SpaceVerification {
  std::string Kernel;
  std::vector<VerifiedDesign> Designs;

  bool isProven() const; ///< true when every design is
  bool hasUnknowns() const;
};

void printSpace(const SpaceVerification &S, llvm::raw_ostream &OS);
/// Format `roofline-space-verification`, version 1.
llvm::json::Value toJSON(const SpaceVerification &S);
llvm::json::Value spaceVerificationSchema();

} // namespace roofline

#endif
