// What cannot be emitted, and why.
#ifndef ROOFLINE_MODEL_STREAMDESIGNCHECK_H
#define ROOFLINE_MODEL_STREAMDESIGNCHECK_H

#include "roofline/Model/StreamDesign.h"
#include "roofline/Model/StreamKernel.h"

#include <optional>
#include <string>

namespace roofline {

/// Why the design cannot be emitted ("k.cl:12:7: fdiv has no one-stage form",
/// "3 lanes do not divide 512 positions"), or nothing.
std::optional<std::string> whyNotBuildable(const StreamKernel &K,
                                           const StreamDesign &D);

} // namespace roofline

#endif
