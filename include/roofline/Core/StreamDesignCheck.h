// Designs that cannot be emitted, with the reason.
#ifndef ROOFLINE_CORE_STREAMDESIGNCHECK_H
#define ROOFLINE_CORE_STREAMDESIGNCHECK_H

#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamKernel.h"

#include <optional>
#include <string>

namespace roofline {

/// Why the design cannot be emitted ("k.cl:12:7: fdiv has no one-stage form",
/// "3 lanes do not divide 512 positions"), or nothing.
std::optional<std::string> whyNotBuildable(const StreamKernel &K,
                                           const StreamDesign &D);

} // namespace roofline

#endif
