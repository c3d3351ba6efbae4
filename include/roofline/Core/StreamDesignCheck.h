// Check whether a design can be emitted.
#ifndef ROOFLINE_CORE_STREAMDESIGNCHECK_H
#define ROOFLINE_CORE_STREAMDESIGNCHECK_H

#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamKernel.h"

#include <optional>
#include <string>

namespace roofline {

/// Returns why the design cannot be emitted ("k.cl:12:7: fdiv has no one-stage
/// form", "3 lanes do not divide 512 positions"); nothing where it can.
std::optional<std::string> whyNotBuildable(const StreamKernel &K,
                                           const StreamDesign &D);

} // namespace roofline

#endif
