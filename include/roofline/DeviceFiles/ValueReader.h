// The values of a device file: { value, unit, source }.
#ifndef ROOFLINE_DEVICEFILES_VALUEREADER_H
#define ROOFLINE_DEVICEFILES_VALUEREADER_H

#include "roofline/Base/Sourced.h"
#include "roofline/Base/Units.h"
#include "roofline/DeviceFiles/YamlReader.h"

namespace roofline {

/// A unit of a value in a file, with the factor to the model's unit.
struct Unit {
  llvm::StringLiteral Name;
  double Factor;
};
constexpr Unit CountUnits[] = {{"1", 1}};
constexpr Unit AmountUnits[] = {{"1", 1}, {"transfer/cycle", 1}};
constexpr Unit FractionUnits[] = {{"%", 0.01}, {"1", 1}};
constexpr Unit ByteUnits[] = {{"B", 1}};
constexpr Unit BandwidthUnits[] = {{"GB/s", 1e9}, {"MB/s", 1e6}, {"B/s", 1}};
constexpr Unit CycleUnits[] = {{"cycle", 1}};
constexpr Unit IntervalUnits[] = {{"cycle/word", 1}};
constexpr Unit ClockUnits[] = {{"MHz", 1e6}, {"GHz", 1e9}, {"Hz", 1}};
constexpr Unit RateUnits[] = {{"Gop/s", 1e9}, {"Mop/s", 1e6}, {"op/s", 1}};
constexpr Unit WidthUnits[] = {{"op/cycle", 1}};
/// Values of structures may also be factors and shares.
constexpr Unit LogicUnits[] = {{"ALM", 1}, {"1", 1}, {"%", 0.01}};
constexpr Unit BlockUnits[] = {{"block", 1}, {"1", 1}, {"%", 0.01}};
constexpr Unit PeriodUnits[] = {{"ns", 1e-9}};
constexpr Unit PowerUnits[] = {{"W", 1}};

class ValueReader {
public:
  using Tree = YamlReader::Tree;

  explicit ValueReader(YamlReader &R) : R(R) {}

  /// Reads the value \p Key of \p Section; reports a problem when it is missing
  /// or wrong.
  template <typename T>
  void read(const Tree &Section, llvm::StringRef Key,
            llvm::ArrayRef<Unit> Units, Sourced<T> &Out,
            bool AllowZero = false) {
    double Number = 0;
    if (readNumber(Section, Key, Units, AllowZero, Number, Out.Source))
      Out.Value = T(Number);
  }

  /// As read(), for an optional key.
  template <typename T>
  void readOptional(const Tree &Section, llvm::StringRef Key,
                    llvm::ArrayRef<Unit> Units,
                    std::optional<Sourced<T>> &Out) {
    if (R.optional(Section, Key))
      read(Section, Key, Units, Out.emplace());
  }

  /// True for a text that tells no source, as "todo", "?" or an empty one.
  static bool isPlaceholder(llvm::StringRef Text);

private:
  bool readNumber(const Tree &Section, llvm::StringRef Key,
                  llvm::ArrayRef<Unit> Units, bool AllowZero, double &Number,
                  std::string &Source);

  YamlReader &R;
};

} // namespace roofline

#endif
