// An iterative stencil and its cones, as text and JSON.
#ifndef ROOFLINE_DESIGNREPORT_STENCILREPORT_H
#define ROOFLINE_DESIGNREPORT_STENCILREPORT_H

#include "roofline/Base/Units.h"
#include "roofline/Dac17/Stencil.h"

#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// The best design of each architecture.
struct StencilCones {
  ConeMachine Machine;
  ConeSpace Space;
  Hertz Clock;
  std::array<BestCone, 3> Best; ///< by ConeKind

  /// False when some architecture has no design that fits.
  bool isComplete() const;
};

struct StencilResult {
  Stencil Input;
  std::optional<StencilCones> Cones; ///< nothing: the machine is unknown
};

void printStencil(const StencilResult &R, llvm::raw_ostream &OS);
llvm::json::Value toJSON(const StencilResult &R);
llvm::json::Value stencilSchema();

} // namespace roofline

#endif
