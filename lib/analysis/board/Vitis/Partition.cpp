// How the source asks for arrays to be split.
#include "Partition.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace roofline::vitis {
namespace {

double numberOr(const std::optional<std::string> &Text, double Default) {
  double Value = Default;
  if (Text)
    std::from_chars(Text->data(), Text->data() + Text->size(), Value);
  return Value;
}

/// True where \p D says type=\p Type, or just \p Type, as earlier versions do.
bool hasType(const Directive &D, std::string_view Type) {
  return optionOf(D, "type") == Type || optionOf(D, Type).has_value();
}

/// Banks that \p D makes of an array with \p Extents. Without a type it is
/// split completely.
/// Source: AMD UG1399, pragma HLS array_partition.
double banksOf(const Directive &D, const std::vector<uint64_t> &Extents) {
  if (hasType(D, "cyclic") || hasType(D, "block"))
    return std::max(1.0, numberOr(optionOf(D, "factor"), 1));
  const double Dim = numberOr(optionOf(D, "dim"), 1);
  if (Dim < 1 || Extents.size() < 2 || Dim > double(Extents.size()))
    return std::numeric_limits<double>::infinity();
  return std::max<double>(1, double(Extents[size_t(Dim) - 1]));
}

bool isAbout(const Directive &D, const Memory &M) {
  return optionOf(D, "variable") == M.Name &&
         (M.Function.empty() || D.Function.empty() || D.Function == M.Function);
}

} // namespace

std::optional<double> givenPorts(const Frame &F, uint32_t Array) {
  const ArrayForm &Form = F.Arrays->Arrays[Array];
  double Banks = 1, PortsOfBank = 2;
  bool IsGiven = Form.IsArgument;
  if (Form.Memory) {
    const Memory &M = F.Kernel->Memories[*Form.Memory];
    for (const Directive &D : F.Kernel->Directives) {
      if (!isAbout(D, M))
        continue;
      if (D.Name == "array_partition" || D.Name == "array_reshape") {
        Banks *= banksOf(D, M.Dimensions);
        IsGiven = true;
      } else if (D.Name == "bind_storage" && hasType(D, "ram_1p")) {
        PortsOfBank = 1;
        IsGiven = true;
      }
    }
  }
  if (!IsGiven)
    return std::nullopt;
  return Banks * PortsOfBank;
}

} // namespace roofline::vitis
