// Roofline's part of a running Clang: registers all of it once.
#include "ClangRegistration.h"

namespace roofline {

void registerClangSide(ArgumentRecorder Record) {
  static bool Registered = false;
  if (Registered)
    return;
  Registered = true;
  registerAttributes();
  registerPragmas();
  registerKernelConsumer(Record);
}

} // namespace roofline

void rooflineRegisterClangSide(roofline::ArgumentRecorder Record) {
  roofline::registerClangSide(Record);
}
