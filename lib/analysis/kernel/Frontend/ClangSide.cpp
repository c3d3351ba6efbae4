// Roofline's part of a running Clang: registers all of it once.
#include "ClangRegistration.h"

namespace roofline {

void registerClangSide(const ClangHost &Host) {
  static bool Registered = false;
  if (Registered)
    return;
  Registered = true;
  registerAttributes();
  registerChannels();
  registerKernelConsumer(Host);
}

} // namespace roofline

void rooflineRegisterClangSide(const roofline::ClangHost &Host) {
  roofline::registerClangSide(Host);
}
