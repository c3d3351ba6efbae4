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

std::optional<Ice40Pll> ice40Pll(Hertz Input, Hertz AtMost) noexcept {
  constexpr double LeastVco = 533e6, MostVco = 1066e6, Least = 16e6; // [Hz]
  std::optional<Ice40Pll> Best;
  for (unsigned Feedback = 1; Feedback <= 128; ++Feedback) {
    const double Vco = Input.value() * Feedback;
    if (Vco < LeastVco || Vco > MostVco)
      continue;
    for (unsigned Halvings = 1; Halvings <= 6; ++Halvings) {
      const Hertz Clock(Vco / (1u << Halvings));
      if (Clock.value() >= Least && Clock <= AtMost &&
          (!Best || Clock > Best->Clock))
        Best = {Feedback, Halvings, Clock};
    }
  }
  return Best;
}

} // namespace roofline
