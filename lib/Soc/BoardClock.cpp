// Clocks of boards, and how their PLLs make them.
#include "BoardClock.h"

#include <cmath>

namespace roofline {

Ecp5Pll ecp5Pll(Hertz Input, Hertz AtMost) noexcept {
  constexpr double LeastVco = 400e6, MostVco = 800e6; // [Hz]
  Ecp5Pll Best;
  for (unsigned Feedback = 1; Input.value() * Feedback <= MostVco; ++Feedback) {
    const double Vco = Input.value() * Feedback;
    if (Vco < LeastVco)
      continue;
    const auto Divider = unsigned(std::ceil(Vco / AtMost.value()));
    if (const Hertz Clock(Vco / Divider); Clock > Best.Clock)
      Best = {Feedback, Divider, Clock};
  }
  return Best;
}

} // namespace roofline
