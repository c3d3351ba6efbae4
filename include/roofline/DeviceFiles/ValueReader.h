// The values of a device file: { value, unit, source }.
#ifndef ROOFLINE_DEVICEFILES_VALUEREADER_H
#define ROOFLINE_DEVICEFILES_VALUEREADER_H

#include "roofline/Base/Sourced.h"
#include "roofline/Base/Units.h"
#include "roofline/DeviceFiles/YamlReader.h"

#include "llvm/ADT/ArrayRef.h"

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
constexpr Unit WordTimeUnits[] = {{"ns/word", 1e-9}};
constexpr Unit ByteTimeUnits[] = {{"ns/B", 1e-9}};
constexpr Unit StartUnits[] = {{"us", 1e-6}};
constexpr Unit VersionUnits[] = {{"version", 1}};
constexpr Unit PowerUnits[] = {{"W", 1}};

/// Texts that tell no source, in lower case; "assumed:" may stand before.
llvm::ArrayRef<llvm::StringLiteral> placeholders();

class ValueReader {
public:
  using Tree = YamlReader::Tree;

  explicit ValueReader(YamlReader &R) : R(R) {}

  /// Reads \p Entry, the value of \p Key, in the model's unit; false, and a
  /// problem, where it is wrong.
  bool readNumber(const Tree &Entry, llvm::StringRef Key,
                  llvm::ArrayRef<Unit> Units, bool AllowZero, double &Number,
                  std::string &Source);

  /// True where values in \p Units are whole: counts, bytes and cycles.
  static bool isWhole(llvm::ArrayRef<Unit> Units);
  /// True for a text that tells no source, as "todo", "?" or an empty one.
  static bool isPlaceholder(llvm::StringRef Text);

private:
  YamlReader &R;
};

} // namespace roofline

#endif
