// Units of the models, as types.
//
/// \file
/// A quantity is a value with its unit as type, so quantities of different
/// units do not mix by accident. `.value()` is for input, output and the
/// equations' dimensionless ratios. Exact counts are 64-bit integers; means,
/// such as an average trip count, are doubles.
#ifndef ROOFLINE_BASE_UNITS_H
#define ROOFLINE_BASE_UNITS_H

#include <compare>

namespace roofline {

/// A number with the unit that \p Tag stands for.
template <typename Tag, typename Rep = double> class Quantity {
public:
  constexpr Quantity() noexcept = default;
  constexpr explicit Quantity(Rep Value) noexcept : Value(Value) {}
  constexpr Rep value() const noexcept { return Value; }

  constexpr auto operator<=>(const Quantity &) const noexcept = default;
  constexpr Quantity operator+(Quantity Other) const noexcept {
    return Quantity(Value + Other.Value);
  }
  constexpr Quantity operator-(Quantity Other) const noexcept {
    return Quantity(Value - Other.Value);
  }
  constexpr Quantity operator*(Rep Factor) const noexcept {
    return Quantity(Value * Factor);
  }
  constexpr Quantity operator/(Rep Factor) const noexcept {
    return Quantity(Value / Factor);
  }
  constexpr Rep operator/(Quantity Other) const noexcept {
    return Value / Other.Value;
  }
  constexpr Quantity &operator+=(Quantity Other) noexcept {
    Value += Other.Value;
    return *this;
  }

private:
  Rep Value = 0;
};

using Cycles = Quantity<struct CyclesTag>;             ///< [cycle]
using Seconds = Quantity<struct SecondsTag>;           ///< [s]
using Hertz = Quantity<struct HertzTag>;               ///< [1/s]
using Bytes = Quantity<struct BytesTag>;               ///< [byte]
using BytesPerSecond = Quantity<struct BandwidthTag>;  ///< [byte/s]
using OperationsPerSecond = Quantity<struct RateTag>;  ///< [operation/s]
using Watts = Quantity<struct WattsTag>;               ///< [W]
using Joules = Quantity<struct JoulesTag>;             ///< [J]
using WorkItems = Quantity<struct WorkItemsTag>;       ///< [work-item]
using Transactions = Quantity<struct TransactionsTag>; ///< [transaction]
/// [transaction/cycle]
using TransactionRate = Quantity<struct TransactionRateTag>;

constexpr Seconds operator/(Cycles C, Hertz F) noexcept {
  return Seconds(C.value() / F.value());
}
constexpr Cycles operator/(Transactions T, TransactionRate R) noexcept {
  return Cycles(T.value() / R.value());
}

} // namespace roofline

#endif
