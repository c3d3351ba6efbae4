// How the source asks for arrays to be split.
#include "Partition.h"

#include "Flatten.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace roofline::vitis {
namespace {

std::optional<double> factorOf(const Directive &D) {
  double Factor = 0;
  std::string Text = optionOf(D, "factor").value_or("");
  std::from_chars(Text.data(), Text.data() + Text.size(), Factor);
  return Factor >= 1 ? std::optional(Factor) : std::nullopt;
}

/// Applies \p D, an array_partition or array_reshape, to \p S.
/// Source: AMD UG1399: dim 1 is the first, 0 all; without a type it is
/// complete.
void applyPartition(const Directive &D, const ArrayForm &Array, Split &S) {
  std::string Text = optionOf(D, "dim").value_or("1");
  unsigned Number = 1;
  std::from_chars(Text.data(), Text.data() + Text.size(), Number);
  std::string Type = optionOf(D, "type").value_or("complete");
  bool IsComplete =
      Type == "complete" && !optionOf(D, "cyclic") && !optionOf(D, "block");
  for (unsigned Dim = 0; Dim < Array.Extents.size(); ++Dim)
    if (Number == 0 || Number == Dim + 1) {
      const double Extent = double(Array.Extents[Dim]), // 0: unknown
          Factor = factorOf(D).value_or(1);
      S.Banks[Dim] = IsComplete   ? std::max(1.0, Extent)
                     : Extent > 0 ? std::min(Extent, Factor)
                                  : Factor;
    }
}

/// bind_storage, or resource as older sources have it.
bool hasOnePort(const Directive &D) {
  if (D.Name == "bind_storage")
    return optionOf(D, "type") == "ram_1p";
  const std::string Core = optionOf(D, "core").value_or("");
  return D.Name == "resource" &&
         (Core.starts_with("RAM_1P") || Core.starts_with("ram_1p"));
}

} // namespace

bool isAbout(const Directive &D, const Memory &M) {
  // Copies of an inlined function's array have a number behind the name.
  return optionOf(D, "variable") == M.Name.substr(0, M.Name.find('#')) &&
         (M.Function.empty() || D.Function.empty() || D.Function == M.Function);
}

std::optional<Split> givenSplit(const Frame &F, const ArrayForm &Array) {
  std::optional<Split> S;
  if (!Array.Memory)
    return S;
  const Memory &M = F.Kernel->Memories[*Array.Memory];
  for (const Directive &D : F.Kernel->Directives) {
    if (!isAbout(D, M) ||
        (D.Name != "array_partition" && D.Name != "array_reshape"))
      continue;
    if (!S)
      S.emplace();
    applyPartition(D, Array, *S);
  }
  return S;
}

bool isOnBus(const Frame &F, uint32_t Array) {
  const ArrayForm &Form = F.Arrays->Arrays[Array];
  return Form.IsArgument &&
         std::ranges::any_of(F.OnBus.Ports, [&](const BusPort &P) {
           return std::ranges::count(P.Arguments, Form.Name) != 0;
         });
}

/// True where two loops of a dataflow region access \p Array.
static bool isSharedByProcesses(const Frame &F, uint32_t Array) {
  auto Accesses = [&](uint32_t Loop) {
    return std::ranges::any_of(
        accessesIn(*F.Kernel, F.Loops->Loops[Loop].Node),
        [&](uint32_t Id) { return F.Arrays->Accesses[Id].Array == Array; });
  };
  return F.IsDataflow && std::ranges::count_if(F.Loops->Roots, Accesses) > 1;
}

static std::optional<double> portsOf(const Frame &F, uint32_t Array) {
  if (isOnBus(F, Array))
    return 1;
  const ArrayForm &Form = F.Arrays->Arrays[Array];
  if (Form.IsRegister)
    return std::numeric_limits<double>::infinity();
  const std::optional<Split> S = givenSplit(F, Form);
  double PortsOfBank = 2;
  if (Form.Memory) {
    const Memory &M = F.Kernel->Memories[*Form.Memory];
    for (const Directive &D : F.Kernel->Directives)
      if (isAbout(D, M) && hasOnePort(D))
        PortsOfBank = 1;
  }
  if (!S && !Form.IsArgument && PortsOfBank == 2)
    return std::nullopt;
  if (Form.IsArgument && isSharedByProcesses(F, Array))
    PortsOfBank = 1;
  return S.value_or(Split()).total() * PortsOfBank;
}

std::vector<std::optional<double>> givenPorts(const Frame &F) {
  std::vector<std::optional<double>> Ports;
  for (uint32_t Array = 0; Array < F.Arrays->Arrays.size(); ++Array)
    Ports.push_back(portsOf(F, Array));
  return Ports;
}

} // namespace roofline::vitis
